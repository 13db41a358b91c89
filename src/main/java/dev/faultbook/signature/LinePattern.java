package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled pattern for one line. Immutable and safe for use by several threads. */
public sealed interface LinePattern
    permits TextPattern, RegexPattern, JsonPattern, ExceptionPattern, DeferredPattern {

  /** The pattern as its author wrote it. */
  String source();

  /** How {@link #source} is written. */
  StoredPattern.Notation notation();

  /** Whether {@link #source} is a regular expression. */
  default boolean isRegularExpression() {
    return notation() == StoredPattern.Notation.REGEX;
  }

  /**
   * Matches the pattern somewhere in a line.
   *
   * @param bytes buffer that holds the line
   * @param from first byte of the line
   * @param to one past the last byte, without the newline
   * @return the leftmost match, or null when there is none
   */
  @Nullable LineMatch findMatch(byte[] bytes, int from, int to);

  /**
   * What a line must hold for the pattern to be able to match: of each set at least one of the
   * literals. Compared without regard to ASCII case when {@link #ignoreCase()}. Never empty. A
   * blank in a literal of a plain signature stands for a run of white space; whoever looks for the
   * literals byte by byte has to look at lines with irregular white space once more.
   */
  List<Set<String>> requiredLiterals();

  /** The captures that a match may bear, and their types; {@link CaptureType#TEXT} without one. */
  Map<String, CaptureType> captureTypes();

  /** Names of the captures that a match may bear. */
  default Set<String> captureNames() {
    return captureTypes().keySet();
  }

  /** Whether ASCII case is of no account. */
  boolean ignoreCase();

  /**
   * How much literal text the pattern asks for, in characters other than blanks. Of two patterns
   * that match a line, the one that asks for more says more about it.
   */
  int specificity();
}
