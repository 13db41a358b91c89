package dev.faultbook.content;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the errors of the content to its author, instead of a stack trace of the application. */
class BadEditionAnalyzer extends AbstractFailureAnalyzer<BadEditionException> {
  private static final int MOST_SHOWN = 20;

  @Override
  protected FailureAnalysis analyze(Throwable root, BadEditionException cause) {
    String shown =
        cause.faults().stream()
            .limit(MOST_SHOWN)
            .map(Object::toString)
            .collect(Collectors.joining("\n"));
    return new FailureAnalysis(
        "The content has " + cause.faults().size() + " errors. The first ones:\n" + shown,
        "Fix them; `java -jar faultbook.jar check FOLDER` lists them all.",
        cause);
  }
}
