package dev.faultbook.store;

import java.nio.file.Path;

/** Another Faultbook uses this folder for its database. */
final class DataFolderInUseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DataFolderInUseException(Path folder, String pid) {
    super(
        "The data directory "
            + folder
            + " is in use by another Faultbook, process "
            + pid
            + ": stop that process or set FAULTBOOK_DATA to another directory.");
  }
}
