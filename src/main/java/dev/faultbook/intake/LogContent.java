package dev.faultbook.intake;

import java.io.IOException;
import java.io.InputStream;

/** What the beginning of a stream shows it to be. */
public enum LogContent {
  /** Text, plain or packed with gzip; nothing at all counts as text. */
  TEXT,
  /** A zip or tar archive, plain or packed with gzip. */
  ARCHIVE,
  /** Neither. */
  BINARY,
  /** It claims to be gzip and cannot be unpacked. */
  BROKEN_GZIP;

  /**
   * Looks at the first bytes and resets the stream to its start.
   *
   * @param in a stream that supports {@link InputStream#mark}
   */
  public static LogContent detectContent(InputStream in) throws IOException {
    in.mark(TextDecoder.LONGEST_LOOK);
    try {
      TextDecoder.Opened opened = TextDecoder.openText(in, new InflationGuard(Long.MAX_VALUE));
      if (opened.isArchive()) {
        return ARCHIVE;
      }
      return opened.isText() ? TEXT : BINARY;
    } catch (UnreadableLogException notEvenGzip) {
      return BROKEN_GZIP;
    } finally {
      in.reset();
    }
  }
}
