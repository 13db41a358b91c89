package dev.faultbook.catalogue;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells a curator what is wrong with the content, instead of how the application noticed. */
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
        "The content has " + cause.faults().size() + " faults, the first of them:\n" + shown,
        "Mend them; `java -jar faultbook.jar check FOLDER` lists them all.",
        cause);
  }
}
