package dev.faultbook.web;

/** There is no page at this address. */
final class NotFoundException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;

  /**
   * @param what the missing object: {@code entry}, {@code saved} or {@code page}
   */
  NotFoundException(String what) {
    super("No such " + what);
    this.what = what;
  }

  String what() {
    return what;
  }
}
