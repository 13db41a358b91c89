package dev.faultbook.intake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a {@code multipart/form-data} body part by part from the stream, so that no part of a log
 * is ever written to a temporary file, as servlet containers do.
 */
public final class MultipartReader {
  private static final int BUFFER = 64 * 1024;
  private static final int LONGEST_HEADERS = 8 * 1024;
  private static final int MOST_PARTS = 2 * ArchiveExtractor.MOST_FILES;
  private static final int LONGEST_BOUNDARY = 200;

  private final InputStream in;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;
  private boolean ended;
  private int parts;
  private Body open;

  /**
   * A part of the form.
   *
   * @param name of the field
   * @param fileName of the file; empty where the part is no file or none was chosen
   * @param contentType of the part, or an empty text
   * @param body its bytes; to be read before the next part is asked for
   */
  public record Part(String name, String fileName, String contentType, InputStream body) {}

  /**
   * @param in the body
   * @param contentType of the request, with its boundary
   * @throws UnreadableLogException when it names no boundary
   */
  public MultipartReader(InputStream in, String contentType) throws IOException {
    String boundary = headerParameter(contentType, "boundary");
    if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw brokenForm();
    }
    this.in = in;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    // The first delimiter has no line before it; with this one all look the same.
    buffer[0] = '\r';
    buffer[1] = '\n';
    to = 2;
    open = new Body();
  }

  /** Whether a content type is that of such a body. */
  public static boolean isMultipart(String contentType) {
    return contentType != null
        && contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
  }

  /**
   * The next part; empty after the last.
   *
   * @throws UnreadableLogException when the form is malformed
   */
  public Optional<Part> nextPart() throws IOException {
    open.skipAll();
    if (ended || !afterDelimiter()) {
      ended = true;
      return Optional.empty();
    }
    if (++parts > MOST_PARTS) {
      throw brokenForm();
    }
    String disposition = "";
    String type = "";
    int read = 0;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      read += line.length();
      if (read > LONGEST_HEADERS) {
        throw brokenForm();
      }
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-disposition:")) {
        disposition = line;
      } else if (lower.startsWith("content-type:")) {
        type = line.substring("content-type:".length()).strip();
      }
    }
    open = new Body();
    return Optional.of(
        new Part(
            headerParameter(disposition, "name"),
            headerParameter(disposition, "filename"),
            type,
            open));
  }

  /** Behind a delimiter stands a line end, or two dashes where the form ends. */
  private boolean afterDelimiter() throws IOException {
    String rest = readLine();
    if (rest.startsWith("--")) {
      return false;
    }
    if (!rest.isBlank()) {
      throw brokenForm();
    }
    return true;
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (from == to && !readMore()) {
        if (line.toString().startsWith("--")) {
          return line.toString();
        }
        throw brokenForm();
      }
      byte b = buffer[from++];
      if (b == '\n') {
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r'
            ? line.substring(0, end - 1)
            : line.toString();
      }
      if (line.length() > LONGEST_HEADERS) {
        throw brokenForm();
      }
      line.append((char) (b & 0xff));
    }
  }

  /** Gets more bytes behind those that are not used yet. */
  private boolean readMore() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    int n = in.read(buffer, to, buffer.length - to);
    if (n > 0) {
      to += n;
    }
    return n > 0;
  }

  /** Where the delimiter begins among the bytes at hand, or -1. */
  private int delimiterAt() {
    for (int i = from; i <= to - delimiter.length; i++) {
      if (buffer[i] == '\r') {
        int k = 1;
        while (k < delimiter.length && buffer[i + k] == delimiter[k]) {
          k++;
        }
        if (k == delimiter.length) {
          return i;
        }
      }
    }
    return -1;
  }

  static String headerParameter(String header, String name) {
    String lower = header.toLowerCase(Locale.ROOT);
    int at = lower.indexOf(";");
    while (at >= 0) {
      int start = at + 1;
      while (start < header.length() && header.charAt(start) == ' ') {
        start++;
      }
      if (lower.startsWith(name + "=", start)) {
        return parameterValue(header, start + name.length() + 1);
      }
      at = lower.indexOf(";", start);
    }
    return "";
  }

  private static String parameterValue(String header, int start) {
    if (start < header.length() && header.charAt(start) == '"') {
      int end = header.indexOf('"', start + 1);
      return end < 0 ? "" : header.substring(start + 1, end);
    }
    int end = header.indexOf(';', start);
    return header.substring(start, end < 0 ? header.length() : end).strip();
  }

  private static UnreadableLogException brokenForm() {
    return new UnreadableLogException(UnreadableLogException.Reason.BROKEN_FORM);
  }

  /** The bytes up to the next delimiter, which is used up with the last of them. */
  private final class Body extends InputStream {
    private int safe;
    private boolean done;

    @Override
    public int read() throws IOException {
      return SingleByte.readFrom(this);
    }

    @Override
    public int read(byte[] out, int at, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      while (!done && safe == 0) {
        findSafeBytes();
      }
      if (safe == 0) {
        return -1;
      }
      int n = Math.min(length, safe);
      System.arraycopy(buffer, from, out, at, n);
      from += n;
      safe -= n;
      return n;
    }

    /** Finds out how many of the bytes at hand surely belong to the part. */
    private void findSafeBytes() throws IOException {
      int end = delimiterAt();
      if (end == from) {
        from += delimiter.length;
        done = true;
      } else if (end > 0) {
        safe = end - from;
      } else if (to - from >= delimiter.length) {
        safe = to - from - delimiter.length + 1;
      } else if (!readMore()) {
        throw brokenForm();
      }
    }

    void skipAll() throws IOException {
      byte[] nowhere = new byte[8 * 1024];
      while (read(nowhere, 0, nowhere.length) >= 0) {
        // Nothing is done with it.
      }
    }
  }
}
