package dev.faultbook.server;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.ZipException;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.apache.commons.io.input.ReaderInputStream;

/**
 * Converts received bytes to plain text: unpacks gzip, converts UTF-16 to UTF-8, and rejects
 * anything else.
 */
final class TextDecoder {
  private static final int SAMPLE = 16 * 1024;
  private static final int MIN_BINARY = 8;
  private static final int RECODED = 16 * 1024;

  /** Control characters that logs contain, such as those of colours and progress bars. */
  private static final String CONTROLS = "\t\n\r\u001b\f\b";

  /**
   * Most bytes that {@link #openText} reads from a stream: a sample, or what gzip reads for one.
   */
  static final int MAX_LOOK = 256 * 1024;

  private TextDecoder() {}

  /**
   * Unpacks gzip and inspects the first bytes.
   *
   * @param guard counts the unpacked bytes
   * @throws RefusedException if it has a gzip header but cannot be unpacked
   */
  static Opened openText(InputStream raw, InflationGuard guard) throws IOException {
    byte[] magic = raw.readNBytes(2);
    InputStream in = join(magic, magic.length, raw);
    if (magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
      try {
        in = guard.countUnpacked(new TruncatedGzip(in));
      } catch (EOFException | ZipException e) {
        throw new RefusedException(RefusalReason.GZIP);
      }
    }
    byte[] sample = new byte[SAMPLE];
    int n = readSome(in, sample);
    return new Opened(sample, n, join(sample, n, in));
  }

  /**
   * The received bytes without gzip.
   *
   * @param sample the first bytes
   * @param n number of bytes in the sample
   * @param all all bytes from the start
   */
  record Opened(byte[] sample, int n, InputStream all) {
    boolean isArchive() {
      return ArchiveExtractor.isArchive(sample, n);
    }

    boolean isText() {
      return detectUtf16(sample, n).isPresent() || !isBinary(sample, n);
    }

    /**
     * The text in UTF-8, or in another encoding that preserves ASCII.
     *
     * @throws RefusedException if it is not text
     */
    InputStream toUtf8(Optional<Charset> declared) throws IOException {
      Optional<Charset> wide = detectUtf16(sample, n);
      if (wide.isPresent()) {
        // The mark is in the sample, so that nothing is read here that might be damaged.
        all.skipNBytes(hasByteOrderMark(sample, n) ? 2 : 0);
        return recode(all, wide.get());
      }
      if (isBinary(sample, n)) {
        throw new RefusedException(RefusalReason.BINARY);
      }
      Optional<Charset> other = declared.filter(TextDecoder::needsRecoding);
      return other.isPresent() ? recode(all, other.get()) : all;
    }
  }

  /**
   * Reads a truncated gzip stream as far as possible, because the end of a log is often cut off.
   */
  static int readSome(InputStream in, byte[] buffer) throws IOException {
    int done = 0;
    try {
      while (done < buffer.length) {
        int n = in.read(buffer, done, buffer.length - done);
        if (n < 0) {
          break;
        }
        done += n;
      }
    } catch (EOFException brokenOff) {
      return done;
    } catch (ZipException broken) {
      if (done == 0) {
        throw new RefusedException(RefusalReason.GZIP);
      }
    }
    return done;
  }

  private static boolean needsRecoding(Charset charset) {
    // Invalid UTF-8 is later read line by line as Latin-1, which recoding would prevent.
    return !charset.equals(StandardCharsets.UTF_8)
        && !charset.equals(StandardCharsets.US_ASCII)
        && !charset.equals(StandardCharsets.ISO_8859_1);
  }

  /** Detects UTF-16 by the byte order mark, or by alternating NUL bytes as in English text. */
  private static Optional<Charset> detectUtf16(byte[] bytes, int n) {
    if (hasByteOrderMark(bytes, n)) {
      return Optional.of(
          bytes[0] == (byte) 0xff ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE);
    }
    int[] nuls = new int[2];
    for (int i = 0; i < n; i++) {
      nuls[i & 1] += bytes[i] == 0 ? 1 : 0;
    }
    if (n < MIN_BINARY || Math.max(nuls[0], nuls[1]) <= n / 4) {
      return Optional.empty();
    }
    if (nuls[0] < n / 50) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    return nuls[1] < n / 50 ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
  }

  private static boolean hasByteOrderMark(byte[] bytes, int n) {
    return n >= 2
        && (bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe
            || bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff);
  }

  /** One byte in 20 that does not occur in text: compressed data has one in 10, logs have none. */
  private static boolean isBinary(byte[] bytes, int n) {
    int odd = 0;
    for (int i = 0; i < n; i++) {
      odd += bytes[i] >= 0 && bytes[i] < ' ' && CONTROLS.indexOf(bytes[i]) < 0 ? 1 : 0;
    }
    return n >= MIN_BINARY && odd * 20 > n;
  }

  /** Some bytes, then the rest of a stream. */
  private static InputStream join(byte[] head, int length, InputStream tail) {
    return new SequenceInputStream(
        new ByteArrayInputStream(head, 0, length), CloseShieldInputStream.wrap(tail)) {
      // GZIPInputStream calls this to check whether another member follows.
      @Override
      public int available() throws IOException {
        return Math.max(1, super.available());
      }
    };
  }

  /** Converts text of another character set, without a byte order mark, to UTF-8. */
  private static InputStream recode(InputStream in, Charset from) throws IOException {
    return ReaderInputStream.builder()
        .setReader(new InputStreamReader(in, from))
        .setCharset(StandardCharsets.UTF_8)
        .setBufferSize(RECODED)
        .get();
  }
}
