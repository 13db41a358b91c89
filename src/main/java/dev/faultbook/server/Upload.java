package dev.faultbook.server;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTooLargeException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Receives a log as the body of an HTTP request: directly, whatever content type curl states, or in
 * a form. Independent of a web server, so that every entry point receives logs in the same way.
 */
public final class Upload {
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

  private Upload() {}

  /**
   * Receives the log of a body: text, or an archive of several files. In a form these are the parts
   * {@code log}, each a file of the log, and {@code packed} (gzip in Base64, as a page carries it).
   *
   * @param type the content type; may be null
   * @param coding the content encoding; may be null
   * @return the other fields of a form, as far as they are short
   * @throws RefusedException when the body is no log
   * @throws LogTooLargeException when it is too large
   */
  public static Map<String, String> receiveLog(
      InputStream body, String type, String coding, InMemoryLog.Receiver receiver)
      throws IOException {
    InputStream plain = decodeBody(body, coding, receiver.guard());
    if (MultipartReader.isMultipart(type)) {
      return receiveForm(new MultipartReader(plain, type), receiver);
    }
    if (type != null && !type.isBlank() && !isText(type)) {
      throw new RefusedException(RefusalReason.TYPE);
    }
    receiver.addPart("", plain, charsetOf(type));
    return Map.of();
  }

  private static Map<String, String> receiveForm(
      MultipartReader form, InMemoryLog.Receiver receiver) throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (var next = form.nextPart(); next.isPresent(); next = form.nextPart()) {
      MultipartReader.Part part = next.get();
      switch (part.name()) {
        case "log" -> receiver.addPart(fileName(part), part.body(), charsetOf(part.contentType()));
        case "packed" -> receiver.addPart("", new PackedField(part.body()), Optional.empty());
        default -> {
          if (fields.size() < MAX_FIELDS && part.name().length() <= MAX_FIELD_NAME) {
            fields.put(
                part.name(), new String(part.body().readNBytes(MAX_FIELD), StandardCharsets.UTF_8));
          }
        }
      }
    }
    return fields;
  }

  /**
   * Receives two logs from one form: the parts {@code good} and {@code bad}, each a field, a file
   * or both, and {@code good-packed} and {@code bad-packed} (gzip in Base64, as a page carries
   * them).
   *
   * @param type the content type; may be null
   * @param coding the content encoding; may be null
   * @param good receives the log of the good run
   * @param bad receives the log of the bad run
   * @throws RefusedException when the body is no form, or a part is no log
   * @throws LogTooLargeException when a log is too large
   */
  static void receivePair(
      InputStream body,
      String type,
      String coding,
      InMemoryLog.Receiver good,
      InMemoryLog.Receiver bad)
      throws IOException {
    if (!MultipartReader.isMultipart(type)) {
      throw new RefusedException(RefusalReason.NO_FORM);
    }
    bad.countWith(good);
    MultipartReader form = new MultipartReader(decodeBody(body, coding, good.guard()), type);
    for (var next = form.nextPart(); next.isPresent(); next = form.nextPart()) {
      MultipartReader.Part part = next.get();
      switch (part.name()) {
        case "good" -> good.addPart("", part.body(), charsetOf(part.contentType()));
        case "bad" -> bad.addPart("", part.body(), charsetOf(part.contentType()));
        case "good-packed" -> good.addPart("", new PackedField(part.body()), Optional.empty());
        case "bad-packed" -> bad.addPart("", new PackedField(part.body()), Optional.empty());
        default -> {
          // Other fields of the form say nothing about the logs.
        }
      }
    }
  }

  /**
   * Browsers and curl send the bytes of a name unchanged, mostly in UTF-8. A name that states its
   * character set ({@code filename*=UTF-8''…}) is already decoded.
   */
  private static String fileName(MultipartReader.Part part) {
    String name = part.fileName();
    if (name.chars().anyMatch(c -> c > 0xff)) {
      return name;
    }
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    return Lines.decodeText(bytes, 0, bytes.length);
  }

  /** The body without its content encoding; the guard counts both forms. */
  private static InputStream decodeBody(InputStream body, String coding, InflationGuard guard)
      throws IOException {
    InputStream received = guard.countReceived(body);
    String name = coding == null ? "" : coding.strip().toLowerCase(Locale.ROOT);
    if (name.isEmpty() || name.equals("identity")) {
      return received;
    }
    if (!name.equals("gzip") && !name.equals("x-gzip")) {
      throw new RefusedException(RefusalReason.TYPE);
    }
    try {
      return guard.countUnpacked(new Unpacked(new TruncatedGzip(received)));
    } catch (ZipException | EOFException e) {
      throw new RefusedException(RefusalReason.GZIP);
    }
  }

  private static boolean isText(String type) {
    int end = type.indexOf(';');
    String name = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return name.startsWith("text/") || RAW.contains(name);
  }

  /** An unknown character set is ignored: the log is then read as UTF-8. */
  private static Optional<Charset> charsetOf(String type) {
    String name = type == null ? "" : MultipartReader.headerParameter(type, "charset");
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Charset.forName(name));
    } catch (IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  /** A decoded body, which reports damage. */
  private static final class Unpacked extends WatchedStream {
    Unpacked(InputStream in) {
      super(in);
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
      if (e instanceof ZipException) {
        throw new RefusedException(RefusalReason.GZIP);
      }
      throw e;
    }
  }
}
