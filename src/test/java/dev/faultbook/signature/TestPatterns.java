package dev.faultbook.signature;

/** Patterns for tests of other packages. */
public final class TestPatterns {
  private TestPatterns() {}

  /** A pattern in the notation of {@code line}. */
  public static LinePattern ofText(String text) {
    try {
      return TextPatternCompiler.compile(text, false);
    } catch (PatternException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
