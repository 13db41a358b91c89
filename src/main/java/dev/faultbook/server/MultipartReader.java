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

  private final Source source;
  private final MultipartStream form;
  private @Nullable Body open;
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
  public MultipartReader(InputStream in, String contentType) throws IOException {
    String boundary = headerParameter(contentType, "boundary");
    if (boundary.isEmpty() || boundary.length() > MAX_BOUNDARY) {
      throw brokenForm();
    }
    source = new Source(in);
    form =
        new MultipartStream(source, boundary.getBytes(StandardCharsets.ISO_8859_1), BUFFER, null);
    // The bytes of a name are decoded later, see Upload.
    form.setHeaderEncoding(StandardCharsets.ISO_8859_1.name());
    form.setPartHeaderSizeMax(MAX_HEADERS);
  }

  /** Whether a content type is that of such a body. */
  public static boolean isMultipart(String contentType) {
    return contentType != null
        && contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
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
      open = new Body(form.newInputStream());
      String disposition = headerOf(headers, "Content-Disposition");
      return Optional.of(
          new Part(
              headerParameter(disposition, "name"),
              headerParameter(disposition, "filename"),
              headerOf(headers, "Content-Type"),
              open));
    } catch (MultipartStream.MalformedStreamException | FileUploadIOException malformed) {
      throw causeOfFailure();
    }
  }

  private boolean skipToPart() throws IOException {
    if (open != null) {
      open.close();
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

  /**
   * The library reports an early end whenever a read fails; the actual error, such as a client that
   * stopped sending, takes precedence.
   */
  private IOException causeOfFailure() {
    if (source.failure == null) {
      throw brokenForm();
    }
    return source.failure;
  }

  private static RefusedException brokenForm() {
    return new RefusedException(RefusalReason.FORM);
  }

  /** The whole form; stores the error of a failed read. */
  private static final class Source extends WatchedStream {
    private @Nullable IOException failure;

    Source(InputStream in) {
      super(in);
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
      failure = e;
      throw e;
    }
  }

  /** The bytes of a part. Closing it skips those that were not read. */
  private final class Body extends WatchedStream {
    Body(InputStream part) {
      super(part);
    }

    @Override
    protected void handleIOException(IOException e) throws IOException {
      throw e instanceof MultipartStream.MalformedStreamException ? causeOfFailure() : e;
    }
  }
}
