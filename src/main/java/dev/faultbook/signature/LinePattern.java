package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled pattern for one line. Immutable and thread-safe. */
public sealed interface LinePattern
    permits TextPattern, RegexPattern, JsonPattern, ExceptionPattern, DeferredPattern {

  /** The pattern as its author wrote it. */
  String source();

  /** The notation of {@link #source}. */
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
   * @return the leftmost match, or null if there is none
   */
  @Nullable LineMatch findMatch(byte[] bytes, int from, int to);

  /**
   * The literals that a line must hold for the pattern to match: at least one of each set. Compared
   * without regard to ASCII case if {@link #ignoreCase()}. Never empty. A blank in a literal of a
   * plain signature represents a run of white space; a byte-wise search for the literals must
   * handle lines with irregular white space separately.
   */
  List<Set<String>> requiredLiterals();

  /**
   * The captures of a match and their types; {@link CaptureType#TEXT} for captures without a
   * declared type.
   */
  Map<String, CaptureType> captureTypes();

  /** Names of the captures of a match. */
  default Set<String> captureNames() {
    return captureTypes().keySet();
  }

  /** Whether ASCII case is ignored. */
  boolean ignoreCase();

  /**
   * The number of literal characters in the pattern, except blanks. Of two patterns that match a
   * line, the one with more is more specific.
   */
  int specificity();
}
