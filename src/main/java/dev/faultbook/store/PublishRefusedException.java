package dev.faultbook.store;

/** Nothing was published; the message says why. */
public final class PublishRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param why one or two sentences in English
   */
  public PublishRefusedException(String why) {
    super(why);
  }
}
