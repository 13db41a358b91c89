package dev.faultbook.server;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Receives the logs of requests: as the body, whatever content type curl states, or in a form. In a
 * form, the fields of a log are its files, or carry it packed (gzip in Base64) as a page sends it
 * back. A sender may be slow: it holds a virtual thread and what was packed so far, for which
 * {@link MemoryBudget} is the limit.
 */
@Component
public final class UploadReceiver {
  /** Request attribute with the short fields of a form that carried a log. */
  private static final String FIELDS = "dev.faultbook.server.fields";

  /**
   * Most bytes of a field that are passed on: the words that a reader strikes out, for instance.
   */
  private static final int MAX_FIELD = 64 * 1024;

  /** Most form fields that are passed on; no form of Faultbook has a third of that. */
  private static final int MAX_FIELDS = 64;

  private static final int MAX_FIELD_NAME = 100;

  /** Content types that curl, wget and scripts use for a plain body. */
  private static final Set<String> RAW =
      Set.of(
          "application/octet-stream",
          "application/x-www-form-urlencoded",
          "application/gzip",
          "application/x-gzip",
          "application/zip",
          "application/x-zip-compressed",
          "application/x-tar",
          "application/x-gtar",
          "application/x-compressed-tar");

  private final long limit;
  private final Duration maxTime;
  private final MemoryBudget budget;

  UploadReceiver(ServerSettings settings, MemoryBudget budget) {
    this.limit = settings.diagnosis().maxLogSize().toBytes();
    this.maxTime = settings.diagnosis().maxTime();
    this.budget = budget;
  }

  /** Most bytes of uncompressed text in a log. */
  public long limit() {
    return limit;
  }

  /** A receiver for one log. The caller must close it. */
  public InMemoryLog.Receiver openReceiver() {
    return new InMemoryLog.Receiver(limit, budget, maxTime);
  }

  /** Receives messages of one line each. */
  public LineReceiver openLines(InputStream in) {
    return new LineReceiver(in, budget);
  }

  /**
   * Receives the log of a request. The caller must close it.
   *
   * @throws IOException if it is not a log or is too large
   */
  public InMemoryLog receiveLog(HttpServletRequest request) throws IOException {
    try (InMemoryLog.Receiver receiver = openReceiver()) {
      request.setAttribute(FIELDS, receiveLog(request, receiver));
      return receiver.finishLog();
    }
  }

  /**
   * Receives a log that a message held as text. The caller must close it.
   *
   * @throws IOException if it is not a log or is too large
   */
  public InMemoryLog receiveText(String text) throws IOException {
    try (InMemoryLog.Receiver receiver = openReceiver()) {
      receiver.add("", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
      return receiver.finishLog();
    }
  }

  /** A field of the form in which {@link #receiveLog} received a log; empty if there is none. */
  public static String readField(HttpServletRequest request, String name) {
    return request.getAttribute(FIELDS) instanceof Map<?, ?> fields
            && fields.get(name) instanceof String value
        ? value
        : "";
  }

  /**
   * Receives the whole body of a request that carries a message.
   *
   * @param most most bytes
   * @throws RefusedException if the body is larger
   */
  public byte[] receiveMessage(HttpServletRequest request, int most) throws IOException {
    byte[] bytes = request.getInputStream().readNBytes(most + 1);
    if (bytes.length > most) {
      throw new RefusedException(RefusalReason.OVERSIZED, most / 1024);
    }
    return bytes;
  }

  /** Receives a log, and returns the other fields of a form, as far as they are short. */
  static Map<String, String> receiveLog(HttpServletRequest request, InMemoryLog.Receiver receiver)
      throws IOException {
    InputStream body = decodeBody(request, receiver.guard());
    String type = Objects.requireNonNullElse(request.getContentType(), "");
    if (MultipartReader.isMultipart(type)) {
      return receiveForm(
          new MultipartReader(body, type), Map.of("log", receiver, "packed", receiver));
    }
    if (!type.isBlank() && !isText(type)) {
      throw new RefusedException(RefusalReason.TYPE);
    }
    receiver.addPart("", body, charsetOf(type));
    return Map.of();
  }

  /**
   * Receives the two logs of a request from the fields {@code good} and {@code bad} of a form; the
   * log of an answer, which its page sends as {@code packed}, is the bad one.
   *
   * @param good receives the log of the good run
   * @param bad receives the log of the bad run
   * @throws IOException if they are not logs, or are too large
   */
  public static void receivePair(
      HttpServletRequest request, InMemoryLog.Receiver good, InMemoryLog.Receiver bad)
      throws IOException {
    String type = Objects.requireNonNullElse(request.getContentType(), "");
    if (!MultipartReader.isMultipart(type)) {
      throw new RefusedException(RefusalReason.NO_FORM);
    }
    bad.countWith(good);
    receiveForm(
        new MultipartReader(decodeBody(request, good.guard()), type),
        Map.of("good", good, "bad", bad, "packed", bad, "good-packed", good, "bad-packed", bad));
  }

  /**
   * @param logs the receiver of each field that carries a log
   */
  private static Map<String, String> receiveForm(
      MultipartReader form, Map<String, InMemoryLog.Receiver> logs) throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (var next = form.nextPart(); next.isPresent(); next = form.nextPart()) {
      MultipartReader.Part part = next.get();
      InMemoryLog.Receiver log = logs.get(part.name());
      if (log != null && part.name().endsWith("packed")) {
        InputStream packed = Base64.getMimeDecoder().wrap(part.body());
        log.addPart("", new WatchedStream(packed, UploadReceiver::readBase64), Optional.empty());
      } else if (log != null) {
        String name = ArchiveExtractor.decodeName(part.fileName());
        log.addPart(name, part.body(), charsetOf(part.contentType()));
      } else if (fields.size() < MAX_FIELDS && part.name().length() <= MAX_FIELD_NAME) {
        byte[] value = part.body().readNBytes(MAX_FIELD);
        fields.put(part.name(), new String(value, StandardCharsets.UTF_8));
      }
    }
    return fields;
  }

  private static int readBase64(InputStream in, byte[] bytes, int at, int length)
      throws IOException {
    try {
      return in.read(bytes, at, length);
    } catch (IOException e) {
      // The decoder has no exception of its own; all others are subclasses.
      if (e.getClass() == IOException.class) {
        throw new RefusedException(RefusalReason.FORM);
      }
      throw e;
    }
  }

  /** The body without its content encoding; the guard counts both forms. */
  private static InputStream decodeBody(HttpServletRequest request, InflationGuard guard)
      throws IOException {
    InputStream received = guard.countReceived(request.getInputStream());
    String coding = Objects.requireNonNullElse(request.getHeader("Content-Encoding"), "");
    return switch (coding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> received;
      case "gzip", "x-gzip" -> guard.countUnpacked(TextDecoder.unpackGzip(received));
      default -> throw new RefusedException(RefusalReason.TYPE);
    };
  }

  private static boolean isText(String type) {
    int end = type.indexOf(';');
    String name = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return name.startsWith("text/") || RAW.contains(name);
  }

  /** An unknown character set is ignored: the log is then read as UTF-8. */
  private static Optional<Charset> charsetOf(String type) {
    String name = MultipartReader.headerParameter(type, "charset");
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Charset.forName(name));
    } catch (IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }
}
