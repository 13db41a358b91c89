package dev.faultbook.web;

import dev.faultbook.server.MultipartReader;
import dev.faultbook.web.curation.EntryTexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a curator sends from the desk.
 *
 * @param texts the files of the entry; a text that is too long is blank
 * @param action what to do with them
 * @param from id of a shared diagnosis whose log is taken if none is given; may be empty
 * @param tooLong the field whose text is longer than its limit; empty if none is
 */
record CurateForm(EntryTexts texts, Action action, String from, Optional<Field> tooLong) {
  /** Largest form in bytes: all fields at their limits, and the form around them. */
  static final int MAX_BYTES = 2 * 1024 * 1024;

  /** What to do with the texts; DRAFT writes from the log what is blank. */
  enum Action {
    SHOW,
    TRY,
    DRAFT,
    DOWNLOAD,
    PUBLISH,
    ROLLBACK,
    WITHDRAW
  }

  /** A text of the form, with its limit. */
  enum Field {
    ID(100),
    FROM(100),
    YAML(64 * 1024),
    EN(64 * 1024),
    ZH(64 * 1024),
    LOG(1024 * 1024),
    OTHERS(256 * 1024);

    private final int limit;

    Field(int limit) {
      this.limit = limit;
    }

    /** Most bytes of UTF-8. */
    int limit() {
      return limit;
    }

    /** The name in the form and in messages. */
    String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads a form.
   *
   * @param contentType content type of the request; may be null
   * @throws dev.faultbook.server.RefusedException if it is no multipart form
   */
  static CurateForm read(byte[] body, @Nullable String contentType) throws IOException {
    Map<String, byte[]> fields = new HashMap<>();
    MultipartReader form =
        new MultipartReader(
            new ByteArrayInputStream(body), Objects.requireNonNullElse(contentType, ""));
    for (var next = form.nextPart(); next.isPresent(); next = form.nextPart()) {
      fields.putIfAbsent(next.get().name(), next.get().body().readAllBytes());
    }
    Optional<Field> tooLong =
        Arrays.stream(Field.values())
            .filter(field -> bytesOf(fields, field).length > field.limit())
            .findFirst();
    tooLong.ifPresent(field -> fields.remove(field.tag()));
    EntryTexts texts =
        new EntryTexts(
            textOf(fields, Field.ID).strip(),
            textOf(fields, Field.YAML),
            textOf(fields, Field.EN),
            textOf(fields, Field.ZH),
            textOf(fields, Field.LOG),
            textOf(fields, Field.OTHERS));
    // The button for the other language has no name; it repeats the last action.
    byte[] action = fields.containsKey("do") ? fields.get("do") : fields.get("last");
    return new CurateForm(texts, actionOf(action), textOf(fields, Field.FROM).strip(), tooLong);
  }

  private static Action actionOf(byte @Nullable [] value) {
    String name = value == null ? "" : new String(value, StandardCharsets.UTF_8);
    return Arrays.stream(Action.values())
        .filter(action -> action.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElse(Action.SHOW);
  }

  private static byte[] bytesOf(Map<String, byte[]> fields, Field field) {
    return fields.getOrDefault(field.tag(), new byte[0]);
  }

  /** A form sends a line end as two characters. */
  private static String textOf(Map<String, byte[]> fields, Field field) {
    return new String(bytesOf(fields, field), StandardCharsets.UTF_8)
        .replace("\r\n", "\n")
        .replace('\0', '\uFFFD');
  }
}
