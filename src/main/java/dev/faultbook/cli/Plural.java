package dev.faultbook.cli;

/** Formats numbers with their noun. */
final class Plural {
  private Plural() {}

  /** {@code 1 line}, {@code 2 lines}. */
  static String of(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }
}
