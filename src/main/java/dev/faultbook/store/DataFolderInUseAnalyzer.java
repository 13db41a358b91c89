package dev.faultbook.store;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the error in one line instead of a stack trace. */
class DataFolderInUseAnalyzer extends AbstractFailureAnalyzer<DataFolderInUseException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, DataFolderInUseException cause) {
    return new FailureAnalysis(cause.getMessage(), null, cause);
  }
}
