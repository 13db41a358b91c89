package dev.faultbook.log;

import java.io.IOException;

/** What was sent as a log is none. The message never quotes it. */
public final class UnreadableLogException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why it cannot be read. */
  public enum Reason {
    /** There is no text in it. */
    EMPTY,
    /** It is no text. */
    BINARY,
    /** It claims to be gzip and cannot be unpacked. */
    BROKEN_GZIP,
    /** The form that carries it is malformed. */
    BROKEN_FORM,
    /** Two logs are to be compared, and they do not come in a form. */
    NO_FORM,
    /** The content type is that of something else. */
    TYPE,
    /** The content encoding is not one that is read. */
    CODING
  }

  UnreadableLogException(Reason reason) {
    super(
        switch (reason) {
          case EMPTY -> "The log is empty. Send its text as the body of the request.";
          case BINARY ->
              "This is not text. Send the log as plain text or packed with gzip; other archives"
                  + " have to be unpacked first.";
          case BROKEN_GZIP -> "The gzip data cannot be unpacked.";
          case BROKEN_FORM ->
              "The multipart form is malformed. Send the log as its part `log`, or as the body.";
          case NO_FORM ->
              "Send the two logs as the parts `good` and `bad` of a multipart/form-data body, for"
                  + " example: curl -F good=@good.log -F bad=@bad.log";
          case TYPE ->
              "Send the log as text/plain, as application/octet-stream or as the part `log` of a"
                  + " multipart/form-data body.";
          case CODING -> "Of the content encodings only gzip is read.";
        });
    this.reason = reason;
  }

  /** Why it cannot be read. */
  public Reason reason() {
    return reason;
  }
}
