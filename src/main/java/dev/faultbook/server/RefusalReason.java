package dev.faultbook.server;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import org.springframework.http.HttpStatus;

/**
 * Why a request was refused, or failed: its status, and its words in both languages ({@code
 * error.KEY}).
 */
public enum RefusalReason {
  EMPTY(400),
  BINARY(400),
  /** It has a gzip header but cannot be unpacked. */
  GZIP(400),
  /** An archive ends early or is damaged. */
  DAMAGED(400),
  /** A file of an archive uses an unsupported compression method, such as Zstandard. */
  PACKING(400),
  /** The named file of an archive is encrypted. */
  ENCRYPTED(400),
  /** The named file of an archive is an archive. */
  NESTED(400),
  /** The named file of an archive is stored with holes. */
  SPARSE(400),
  NO_TEXT(400),
  FORM(400),
  FILES(413),
  /** A form has more fields than the limit. */
  FIELDS(413),
  /** The headers of a file of an archive are longer than the limit. */
  HEADER(413),
  /** An archive unpacks to more than the given number of times its size. */
  BOMB(413),
  /** A log has more than the given number of MiB. */
  LARGE(413),
  /** A diagnosis took longer than the given number of seconds. */
  TIME(413),
  /** A body that is no log has more than the given number of KB. */
  OVERSIZED(413),
  /** Two logs are to be compared, but the body is not a form. */
  NO_FORM(415),
  /** The type or the encoding of a body is not that of a log. */
  TYPE(415),
  BUSY(429),
  /** A client's limit of this minute is exceeded; it can try again after the given seconds. */
  OFTEN(429),
  PAGE(404),
  ENTRY(404),
  SAVED(404),
  TOKEN(404),
  FOREIGN(403),
  /** A comment has more than the given number of characters. */
  LONG(400),
  UNANSWERED(400),
  CLOSED(403),
  /** The curators' desk needs a password. */
  UNSIGNED(401),
  /** Who did not sign in is refused. */
  SIGN_IN(401),
  /** The role of a person does not allow it. */
  ROLE(403),
  /** A call needs a key and has none. */
  KEY_MISSING(401),
  /** The key of a call is unknown or revoked. */
  KEY_INVALID(401),
  /** The key of a call does not allow it. */
  KEY_SCOPE(403),
  /** The database does not answer, or not in time. */
  STORE_AWAY(503),
  /** The database has no space or connections left. */
  STORE_SPACE(503),
  /** The stored diagnoses have reached the configured limit. */
  STORE_FULL(503),
  MEMORY(503),
  METHOD(405),
  BAD(400),
  INTERNAL(500);

  private static final ResourceBundle.Control EXACT =
      ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

  private final HttpStatus status;

  RefusalReason(int status) {
    this.status = HttpStatus.valueOf(status);
  }

  /** The refusal that a status of the framework or the container stands for. */
  static RefusalReason ofStatus(HttpStatus status) {
    return switch (status) {
      case NOT_FOUND -> PAGE;
      case METHOD_NOT_ALLOWED -> METHOD;
      case TOO_MANY_REQUESTS -> BUSY;
      default -> status.is5xxServerError() ? INTERNAL : BAD;
    };
  }

  /** The status of the answer. */
  public HttpStatus status() {
    return status;
  }

  /** The key of its messages: {@code error.KEY} and {@code error.title.KEY}. */
  public String key() {
    return name().replace("_", "").toLowerCase(Locale.ROOT);
  }

  /**
   * The refusal in one or two sentences.
   *
   * @param arguments the limit or the name of a file that the message names
   */
  public String describe(Locale locale, List<?> arguments) {
    ResourceBundle words = ResourceBundle.getBundle("messages", locale, EXACT);
    String pattern = words.getString("error." + key());
    String detail =
        arguments.isEmpty()
            ? pattern
            : new MessageFormat(pattern, locale).format(arguments.toArray());
    return MessageFormat.format(
        words.getString("refusal.sentences"), words.getString("error.title." + key()), detail);
  }
}
