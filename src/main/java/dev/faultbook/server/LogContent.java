package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** The kind of content at the beginning of a stream. */
public enum LogContent {
  /** Text, plain or gzip; an empty stream counts as text. */
  TEXT,
  /** A zip or tar archive, plain or gzip. */
  ARCHIVE,
  /** Neither. */
  BINARY,
  /** It has a gzip header but cannot be unpacked. */
  BROKEN_GZIP;

  /**
   * Inspects the first bytes and resets the stream to its start.
   *
   * @param in a stream that supports {@link InputStream#mark}
   */
  public static LogContent detectContent(InputStream in) throws IOException {
    in.mark(TextDecoder.MAX_LOOK);
    try {
      TextDecoder.Opened opened =
          TextDecoder.openText(in, new InflationGuard(Long.MAX_VALUE, Duration.ZERO));
      if (opened.isArchive()) {
        return ARCHIVE;
      }
      return opened.isText() ? TEXT : BINARY;
    } catch (RefusedException notEvenGzip) {
      return BROKEN_GZIP;
    } finally {
      in.reset();
    }
  }
}
