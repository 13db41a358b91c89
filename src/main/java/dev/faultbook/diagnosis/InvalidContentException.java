package dev.faultbook.diagnosis;

import dev.faultbook.content.ContentError;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A content folder has errors, so that it cannot be used. The message lists the first of them. */
public class InvalidContentException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_LISTED = 20;

  InvalidContentException(String name, List<ContentError> errors) {
    super(
        "The content of %s has %d errors. The first ones:%n%s"
            .formatted(
                name,
                errors.size(),
                errors.stream()
                    .limit(MAX_LISTED)
                    .map(ContentError::toString)
                    .collect(Collectors.joining("\n"))));
  }

  /** Shows the message to whoever starts the server, instead of a stack trace. */
  static class Analyzer extends AbstractFailureAnalyzer<InvalidContentException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidContentException cause) {
      return new FailureAnalysis(
          cause.getMessage(),
          "Fix them; `java -jar faultbook.jar check FOLDER` lists them all.",
          cause);
    }
  }
}
