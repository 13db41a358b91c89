package dev.faultbook.server;

import dev.faultbook.log.GzipSource;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.PickleText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
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

  /** Invalid UTF-8 is later read line by line as Latin-1, which recoding would prevent. */
  private static final Set<Charset> NOT_RECODED =
      Set.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1);

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
    PushbackInputStream in = new PushbackInputStream(raw, SAMPLE);
    byte[] magic = in.readNBytes(2);
    in.unread(magic);
    if (GzipCompressorInputStream.matches(magic, magic.length)) {
      in = new PushbackInputStream(guard.countUnpacked(unpackGzip(in)), SAMPLE);
    }
    byte[] sample = in.readNBytes(SAMPLE);
    in.unread(sample);
    return new Opened(sample, in);
  }

  /**
   * Unpacks gzip, or as much of it as there is, because the end of a log is often cut off.
   *
   * @throws RefusedException if it is damaged; reading throws it, too
   */
  static InputStream unpackGzip(InputStream packed) throws IOException {
    try {
      return new WatchedStream(GzipSource.unpack(packed), TextDecoder::readGzip);
    } catch (EOFException | ZipException damaged) {
      throw new RefusedException(RefusalReason.GZIP);
    }
  }

  private static int readGzip(InputStream in, byte[] bytes, int at, int length) throws IOException {
    try {
      return in.read(bytes, at, length);
    } catch (EOFException truncated) {
      return -1;
    } catch (ZipException | StackOverflowError damaged) {
      // GZIPInputStream nests a stream for each member of a file, and recurses over empty ones.
      throw new RefusedException(RefusalReason.GZIP);
    }
  }

  /**
   * The received bytes without gzip.
   *
   * @param sample the first bytes
   * @param all all bytes from the start
   */
  record Opened(byte[] sample, InputStream all) {
    boolean isArchive() {
      return ArchiveExtractor.isArchive(sample);
    }

    boolean isText() {
      return isRecording() || detectUtf16(sample).isPresent() || !isBinary(sample);
    }

    /** Whether it begins like a pickle of PyTorch's flight recorder. */
    private boolean isRecording() {
      return PickleText.isPickle(sample);
    }

    /**
     * The text in UTF-8, or in another encoding that preserves ASCII.
     *
     * @throws RefusedException if it is not text
     */
    InputStream toUtf8(Optional<Charset> declared) throws IOException {
      if (!isText()) {
        throw new RefusedException(RefusalReason.BINARY);
      }
      if (isRecording()) {
        return readRecording();
      }
      Optional<Charset> other =
          detectUtf16(sample).or(() -> declared.filter(charset -> !NOT_RECODED.contains(charset)));
      if (other.isEmpty()) {
        return all;
      }
      all.skipNBytes(findByteOrderMark(sample).isPresent() ? 2 : 0);
      return ReaderInputStream.builder()
          .setReader(new InputStreamReader(all, other.get()))
          .setCharset(StandardCharsets.UTF_8)
          .setBufferSize(RECODED)
          .get();
    }

    private InputStream readRecording() throws IOException {
      try {
        return PickleText.open(all);
      } catch (LogTooLargeException e) {
        throw e;
      } catch (IOException noRecording) {
        throw new RefusedException(RefusalReason.BINARY);
      }
    }
  }

  /** Detects UTF-16 by the byte order mark, or by alternating NUL bytes as in English text. */
  private static Optional<Charset> detectUtf16(byte[] bytes) {
    int[] nuls = new int[2];
    for (int i = 0; i < bytes.length; i++) {
      nuls[i & 1] += bytes[i] == 0 ? 1 : 0;
    }
    Optional<Charset> marked = findByteOrderMark(bytes);
    boolean many = bytes.length >= MIN_BINARY && Math.max(nuls[0], nuls[1]) > bytes.length / 4;
    if (marked.isPresent() || !many) {
      return marked;
    }
    if (nuls[0] < bytes.length / 50) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    return nuls[1] < bytes.length / 50 ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
  }

  private static Optional<Charset> findByteOrderMark(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
    return switch (mark) {
      case 0xfffe -> Optional.of(StandardCharsets.UTF_16LE);
      case 0xfeff -> Optional.of(StandardCharsets.UTF_16BE);
      default -> Optional.empty();
    };
  }

  /** One byte in 20 that does not occur in text: compressed data has one in 10, logs have none. */
  private static boolean isBinary(byte[] bytes) {
    int odd = 0;
    for (byte b : bytes) {
      odd += b >= 0 && b < ' ' && CONTROLS.indexOf(b) < 0 ? 1 : 0;
    }
    return bytes.length >= MIN_BINARY && odd * 20 > bytes.length;
  }
}
