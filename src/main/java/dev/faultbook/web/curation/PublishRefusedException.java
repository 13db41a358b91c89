package dev.faultbook.web.curation;

/** Nothing was published; the message says why. */
public final class PublishRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  PublishRefusedException(String why) {
    super(why);
  }
}
