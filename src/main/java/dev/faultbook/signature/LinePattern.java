package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled pattern for one line. Immutable and thread-safe. */
public sealed interface LinePattern permits KnownPattern, ExceptionPattern, FailurePattern {

  /** What is known of it without a line. */
  PatternTraits traits();

  /** The pattern as its author wrote it. */
  default String source() {
    return traits().source();
  }

  /** Whether {@link #source} is a regular expression. */
  default boolean isRegularExpression() {
    return traits().notation() == PatternTraits.Notation.REGEX;
  }

  /** Whether only the structure of a failure can match, not any line of the log. */
  default boolean isStructural() {
    return false;
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
  default List<Set<String>> requiredLiterals() {
    return traits().requiredLiterals();
  }

  /**
   * The captures of a match and their types; {@link CaptureType#TEXT} for captures without a
   * declared type.
   */
  default Map<String, CaptureType> captureTypes() {
    return traits().captureTypes();
  }

  /** Names of the captures of a match. */
  default Set<String> captureNames() {
    return captureTypes().keySet();
  }

  /** Whether ASCII case is ignored. */
  default boolean ignoreCase() {
    return traits().ignoreCase();
  }

  /**
   * The number of literal characters in the pattern, except blanks. Of two patterns that match a
   * line, the one with more is more specific.
   */
  default int specificity() {
    return traits().specificity();
  }
}
