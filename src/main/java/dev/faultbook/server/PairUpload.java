package dev.faultbook.server;

import dev.faultbook.log.LogTooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Two logs in one form: the parts {@code good} and {@code bad}, each a field, a file or both, and
 * {@code good-packed} and {@code bad-packed} (gzip in Base64, as a page carries them).
 */
public final class PairUpload {
  private PairUpload() {}

  /**
   * The receivers of the two logs.
   *
   * @param good receives the good run's log
   * @param bad receives the bad run's log
   */
  public record Receivers(InMemoryLog.Receiver good, InMemoryLog.Receiver bad) {}

  /**
   * Receives both logs.
   *
   * @param type the content type; may be null
   * @param coding the content encoding; may be null
   * @param logs receive the two logs
   * @throws RefusedException when the body is no form, or a part is no log
   * @throws LogTooLargeException when a log is too large
   */
  public static void receivePair(InputStream body, String type, String coding, Receivers logs)
      throws IOException {
    InMemoryLog.Receiver good = logs.good();
    InMemoryLog.Receiver bad = logs.bad();
    if (!MultipartReader.isMultipart(type)) {
      throw new RefusedException(RefusalReason.NO_FORM);
    }
    bad.countWith(good);
    InputStream plain = Upload.decodeBody(body, coding, good.guard());
    MultipartReader form = new MultipartReader(plain, type);
    for (var next = form.nextPart(); next.isPresent(); next = form.nextPart()) {
      MultipartReader.Part part = next.get();
      switch (part.name()) {
        case "good" -> good.addPart("", part.body(), Upload.charsetOf(part.contentType()));
        case "bad" -> bad.addPart("", part.body(), Upload.charsetOf(part.contentType()));
        case "good-packed" -> good.addPart("", new PackedField(part.body()), Optional.empty());
        case "bad-packed" -> bad.addPart("", new PackedField(part.body()), Optional.empty());
        default -> {
          // Other fields of the form say nothing about the logs.
        }
      }
    }
  }
}
