package dev.faultbook.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The files that together are one log, in the order in which their lines are counted. */
public interface LogFiles {
  /** How many there are. */
  int count();

  /** The name of a file; empty where it has none. */
  String name(int file);

  /** The text of a file from its start, plain or gzip. */
  InputStream openFile(int file) throws IOException;

  /** Names of files that came with them and were not read, because they are no text. */
  default List<String> skippedFiles() {
    return List.of();
  }

  /** One file without a name. */
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
