package dev.faultbook.web;

import java.util.Locale;

/** A form was rejected, for a reason that the user is told. */
final class PageRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final int limit;

  PageRefusedException(Reason reason, int limit) {
    super(reason.name());
    this.reason = reason;
    this.limit = limit;
  }

  /** The reason. */
  enum Reason {
    /** Another site's page sent it. */
    FOREIGN,
    /** Its text is longer than the limit. */
    LONG,
    /** The question was not answered. */
    UNANSWERED,
    /** The form is larger than the limit. */
    OVERSIZED,
    /** The curators' desk has no password. */
    CLOSED,
    /** The curators' desk needs a password, and the request has none or a wrong one. */
    UNSIGNED;

    /** Key of the message. */
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Reason reason() {
    return reason;
  }

  int limit() {
    return limit;
  }
}
