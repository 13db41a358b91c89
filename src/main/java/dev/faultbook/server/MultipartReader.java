package dev.faultbook.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.tomcat.util.http.fileupload.FileItemHeaders;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.apache.tomcat.util.http.fileupload.ParameterParser;
import org.apache.tomcat.util.http.fileupload.impl.FileUploadIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code multipart/form-data} body part by part from the stream, so that no part of a log
 * is ever written to a temporary file, as servlet containers do.
 */
public final class MultipartReader {
  private static final int BUFFER = 64 * 1024;
  private static final int MAX_HEADERS = 8 * 1024;
  private static final int MAX_PARTS = 2 * ArchiveExtractor.MAX_FILES;
  private static final int MAX_BOUNDARY = 200;

  private final MultipartStream form;
  private @Nullable InputStream open;
  private @Nullable IOException failure;
  private int parts;

  /**
   * A part of the form.
   *
   * @param name name of the field
   * @param fileName name of the file; empty if the part is not a file or none was chosen
   * @param contentType content type of the part; may be empty
   * @param body its bytes; must be read before the next part is requested
   */
  public record Part(String name, String fileName, String contentType, InputStream body) {}

  /**
   * @param in the body
   * @param contentType content type of the request, with its boundary
   * @throws RefusedException if it states no boundary
   */
  public MultipartReader(InputStream in, String contentType) {
    String boundary = headerParameter(contentType, "boundary");
    if (boundary.isEmpty() || boundary.length() > MAX_BOUNDARY) {
      throw new RefusedException(RefusalReason.FORM);
    }
    form =
        new MultipartStream(
            new WatchedStream(in, this::readForm),
            boundary.getBytes(StandardCharsets.ISO_8859_1),
            BUFFER,
            null);
    // The bytes of a name are decoded later.
    form.setHeaderEncoding(StandardCharsets.ISO_8859_1.name());
    form.setPartHeaderSizeMax(MAX_HEADERS);
  }

  /** Whether a content type is that of such a body. */
  static boolean isMultipart(String contentType) {
    return contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
  }

  /**
   * The next part; empty after the last.
   *
   * @throws RefusedException when the form is malformed or has too many parts
   */
  public Optional<Part> nextPart() throws IOException {
    try {
      if (!skipToPart()) {
        return Optional.empty();
      }
      if (++parts > MAX_PARTS) {
        throw new RefusedException(RefusalReason.FIELDS, Integer.toString(MAX_PARTS));
      }
      FileItemHeaders headers = new FileUpload().getParsedHeaders(form.readHeaders());
      open = form.newInputStream();
      String disposition = headerOf(headers, "Content-Disposition");
      return Optional.of(
          new Part(
              headerParameter(disposition, "name"),
              headerParameter(disposition, "filename"),
              headerOf(headers, "Content-Type"),
              new WatchedStream(open, this::readBody)));
    } catch (MultipartStream.MalformedStreamException | FileUploadIOException malformed) {
      throw causeOfFailure();
    }
  }

  private boolean skipToPart() throws IOException {
    if (open != null) {
      open.close(); // skips what was not read
      return form.readBoundary();
    }
    // Also false if a read failed or no boundary was found.
    if (!form.skipPreamble()) {
      throw causeOfFailure();
    }
    return true;
  }

  private static String headerOf(FileItemHeaders headers, String name) {
    return Objects.requireNonNullElse(headers.getHeader(name), "");
  }

  /** The value of a parameter of a header, without quotes; empty if it is missing. */
  static String headerParameter(String header, String name) {
    ParameterParser parser = new ParameterParser();
    parser.setLowerCaseNames(true);
    return Objects.requireNonNullElse(parser.parse(header, ';').get(name), "");
  }

  private int readForm(InputStream in, byte[] bytes, int at, int length) throws IOException {
    try {
      return in.read(bytes, at, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private int readBody(InputStream part, byte[] bytes, int at, int length) throws IOException {
    try {
      return part.read(bytes, at, length);
    } catch (MultipartStream.MalformedStreamException malformed) {
      throw causeOfFailure();
    }
  }

  /**
   * The library reports an early end whenever a read fails; the actual error, such as a client that
   * stopped sending, takes precedence.
   */
  private IOException causeOfFailure() {
    if (failure == null) {
      throw new RefusedException(RefusalReason.FORM);
    }
    return failure;
  }
}
