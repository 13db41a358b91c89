package dev.faultbook.database;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one line what a stack trace would hide. */
class DataFolderInUseAnalyzer extends AbstractFailureAnalyzer<DataFolderInUseException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, DataFolderInUseException cause) {
    return new FailureAnalysis(cause.getMessage(), null, cause);
  }
}
