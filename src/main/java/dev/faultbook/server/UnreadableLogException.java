package dev.faultbook.server;

import java.io.IOException;

/** The upload is not a readable log. The message may name files but never quotes their content. */
public final class UnreadableLogException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String what;

  /** The reason. */
  public enum Reason {
    /** It contains no text. */
    EMPTY,
    /** It is not text. */
    BINARY,
    /** It has a gzip header but cannot be unpacked. */
    BROKEN_GZIP,
    /** An archive ends early or is damaged. */
    BROKEN_ARCHIVE,
    /** A file of an archive uses an unsupported compression method, such as Zstandard. */
    PACKING,
    /** A file of an archive is encrypted. */
    ENCRYPTED,
    /** A file of an archive is an archive. */
    NESTED,
    /** A file of an archive is stored with holes. */
    SPARSE,
    /** There are more files than the limit. */
    MANY_FILES,
    /** The form that carries it has more fields than are read. */
    MANY_FIELDS,
    /** The headers of a file of an archive are longer than the limit. */
    LONG_HEADER,
    /** An archive unpacks to far more than logs do. */
    BOMB,
    /** No file of an archive is text. */
    NO_TEXT,
    /** The form that carries it is malformed. */
    BROKEN_FORM,
    /** Two logs are to be compared, but the body is not a form. */
    NO_FORM,
    /** The content type is not that of a log. */
    TYPE,
    /** The content encoding is not supported. */
    CODING,
    /** The client is too slow. */
    SLOW
  }

  UnreadableLogException(Reason reason) {
    this(reason, "");
  }

  /**
   * @param what the file's name, or the limit, that the message names
   */
  UnreadableLogException(Reason reason, String what) {
    super(describeReason(reason, what));
    this.reason = reason;
    this.what = what;
  }

  private static String describeReason(Reason reason, String what) {
    return switch (reason) {
      case EMPTY -> "The log is empty. Send its text as the body of the request.";
      case BINARY ->
          "This is not text. Send the log as plain text, packed with gzip, or several logs as"
              + " .zip, .tar or .tar.gz; other archives have to be unpacked first.";
      case BROKEN_GZIP -> "The gzip data cannot be unpacked.";
      case BROKEN_ARCHIVE ->
          what.isEmpty()
              ? "The archive is damaged or ends early."
              : "The archive is damaged or ends early, in the file " + what + ".";
      case PACKING ->
          "The archive uses a compression method that is not read. Pack it again with `zip` or"
              + " `tar czf`, or send the logs themselves.";
      case ENCRYPTED ->
          "The file " + what + " of the archive is encrypted. Send it without a password.";
      case NESTED ->
          "The file "
              + what
              + " of the archive is an archive itself. Unpack it and send its files.";
      case SPARSE ->
          "The file "
              + what
              + " of the archive is a sparse file, which no log is. Pack the logs again without"
              + " --sparse.";
      case MANY_FILES ->
          "There are more than " + what + " files. Send the logs of this one failure only.";
      case MANY_FIELDS ->
          "The form has more than " + what + " fields. Send the logs of this one failure only.";
      case LONG_HEADER ->
          "A file of the archive has headers of more than "
              + what
              + ". Pack the logs again, or send the logs themselves.";
      case BOMB ->
          "The archive unpacks to more than "
              + what
              + " times its size, which no log does. Send the logs themselves.";
      case NO_TEXT -> "No file of the archive is text.";
      case BROKEN_FORM ->
          "The multipart form is malformed. Send the log as its part `log`, or as the body.";
      case NO_FORM ->
          "Send the two logs as the parts `good` and `bad` of a multipart/form-data body, for"
              + " example: curl -F good=@good.log -F bad=@bad.log";
      case TYPE ->
          "Send the log as text/plain, as application/octet-stream or as the part `log` of a"
              + " multipart/form-data body.";
      case CODING -> "Of the content encodings only gzip is read.";
      case SLOW -> "The upload took too long. Pack the log with gzip, or send its last part.";
    };
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }

  /** The file's name, or the limit, that the message names; empty where it names none. */
  public String what() {
    return what;
  }
}
