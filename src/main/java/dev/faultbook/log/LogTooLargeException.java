package dev.faultbook.log;

import java.io.IOException;

/** The uncompressed log exceeds the configured limit. */
public class LogTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long limit;

  public LogTooLargeException(long limit) {
    super(
        "The log is larger than "
            + limit / (1024 * 1024)
            + " MiB once unpacked. Send the last part of it, for example the last 200,000 lines: "
            + "tail -n 200000 FILE");
    this.limit = limit;
  }

  /** The limit in bytes of uncompressed text. */
  public long limit() {
    return limit;
  }
}
