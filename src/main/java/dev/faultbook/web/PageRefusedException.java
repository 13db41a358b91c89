package dev.faultbook.web;

import java.util.Locale;

/** A form that is not taken, for a reason that its sender is told. */
final class PageRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final int limit;

  PageRefusedException(Reason reason, int limit) {
    super(reason.name());
    this.reason = reason;
    this.limit = limit;
  }

  /** Why. */
  enum Reason {
    /** Another site's page sent it. */
    FOREIGN,
    /** Its text is longer than the limit. */
    LONG,
    /** The question was not answered. */
    UNANSWERED;

    /** Key of the words that say so. */
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
