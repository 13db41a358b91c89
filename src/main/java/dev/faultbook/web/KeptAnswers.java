package dev.faultbook.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * A cache of HTTP answers that evicts the least recently used ones beyond a number of bytes.
 * Thread-safe.
 *
 * @param <K> type of the cache key
 */
final class KeptAnswers<K> {
  private final long mostBytes;
  private final Map<K, Answer> byKey = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /**
   * @param mostBytes most bytes of all cached answers
   */
  KeptAnswers(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * A cached answer.
   *
   * @param packed the body, compressed with gzip
   * @param plain the uncompressed body; null if it is longer than 64 KiB, because nearly all
   *     clients accept gzip
   * @param length number of bytes of the uncompressed body
   * @param headers the response headers, by name
   * @param entityTag weak ETag, the same for the compressed and the uncompressed body
   */
  record Answer(
      byte[] packed,
      byte @Nullable [] plain,
      int length,
      Map<String, List<String>> headers,
      String entityTag) {
    private static final int OVERHEAD = 1024;
    private static final int LONGEST_PLAIN = 64 * 1024;

    /**
     * Copies a response without {@code Set-Cookie}, which is specific to a client, and {@code
     * Content-Length}, which depends on the encoding.
     */
    static Answer of(ContentCachingResponseWrapper written) {
      byte[] plain = written.getContentAsByteArray();
      Map<String, List<String>> headers = new LinkedHashMap<>();
      for (String name : written.getHeaderNames()) {
        if (!name.equalsIgnoreCase("Set-Cookie") && !name.equalsIgnoreCase("Content-Length")) {
          headers.put(name, List.copyOf(written.getHeaders(name)));
        }
      }
      String type = written.getContentType();
      if (type != null) {
        headers.put("Content-Type", List.of(type));
      }
      return new Answer(
          compress(plain),
          plain.length <= LONGEST_PLAIN ? plain : null,
          plain.length,
          headers,
          tagOf(plain));
    }

    long bytes() {
      return (long) packed.length + (plain == null ? 0 : length) + OVERHEAD;
    }

    /** Writes the headers of the answer. They are the same for a {@code 304 Not Modified}. */
    void writeHeaders(HttpServletResponse response) {
      headers.forEach(
          (name, values) -> {
            response.setHeader(name, values.getFirst());
            values.stream().skip(1).forEach(value -> response.addHeader(name, value));
          });
      response.addHeader("Vary", "Accept-Encoding");
    }

    /** Writes the body, compressed if the client accepts gzip, or only its length for HEAD. */
    void writeBody(HttpServletRequest request, HttpServletResponse response) throws IOException {
      boolean gzip = acceptsGzip(request);
      if (gzip) {
        response.setHeader("Content-Encoding", "gzip");
      }
      response.setContentLength(gzip ? packed.length : length);
      if (request.getMethod().equals("HEAD")) {
        return;
      }
      if (gzip) {
        response.getOutputStream().write(packed);
      } else if (plain != null) {
        response.getOutputStream().write(plain);
      } else {
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
          unpacked.transferTo(response.getOutputStream());
        }
      }
    }

    private static String tagOf(byte[] plain) {
      CRC32C sum = new CRC32C();
      sum.update(plain);
      return "W/\"" + HexFormat.of().toHexDigits(sum.getValue() << 32 | plain.length) + "\"";
    }

    private static byte[] compress(byte[] plain) {
      ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 3);
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(plain);
      } catch (IOException e) {
        throw new UncheckedIOException("Unexpected I/O error in memory", e);
      }
      return out.toByteArray();
    }
  }

  /** Whether the client accepts gzip. */
  static boolean acceptsGzip(HttpServletRequest request) {
    String encodings = request.getHeader("Accept-Encoding");
    return encodings != null && encodings.contains("gzip");
  }

  /** The cached answer; null if there is none. */
  synchronized @Nullable Answer find(K key) {
    return byKey.get(key);
  }

  /** Stores an answer, and evicts the least recently used ones if the cache is full. */
  synchronized void keep(K key, Answer answer) {
    bytes += answer.bytes();
    Answer before = byKey.put(key, answer);
    bytes -= before == null ? 0 : before.bytes();
    Iterator<Answer> eldest = byKey.values().iterator();
    while (bytes > mostBytes) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }

  /** The number of bytes of the cached answers. */
  synchronized long bytes() {
    return bytes;
  }
}
