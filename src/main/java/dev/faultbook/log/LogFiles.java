package dev.faultbook.log;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/** The files of one log, in the order in which their lines are numbered. */
public interface LogFiles {
  /** The number of files. */
  int count();

  /** The name of a file; empty if it has none. */
  String name(int file);

  /** Opens a file, plain or gzip, at its start. */
  InputStream openFile(int file) throws IOException;

  /** Names of what was not read: files that are not text, and what a source did not give. */
  default List<String> skippedFiles() {
    return List.of();
  }

  /** Time that was spent on unpacking the upload; it counts towards the limit of the diagnosis. */
  default Duration unpackingTime() {
    return Duration.ZERO;
  }

  /** A single file without a name. */
  static LogFiles of(InputStream in) {
    return new LogFiles() {
      @Override
      public int count() {
        return 1;
      }

      @Override
      public String name(int file) {
        return "";
      }

      @Override
      public InputStream openFile(int file) {
        return in;
      }
    };
  }
}
