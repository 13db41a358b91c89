package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a pattern without compiling it, and all that is stored of it.
 *
 * @param notation how the source is written
 * @param source the pattern as its author wrote it
 * @param ignoreCase whether ASCII case is ignored
 * @param requiredLiterals as {@link LinePattern#requiredLiterals()}
 * @param captureTypes the captures of a match and their types; {@link CaptureType#TEXT} for
 *     captures without a declared type
 * @param specificity as {@link LinePattern#specificity()}
 */
public record PatternTraits(
    Notation notation,
    String source,
    boolean ignoreCase,
    List<Set<String>> requiredLiterals,
    Map<String, CaptureType> captureTypes,
    int specificity) {

  public PatternTraits {
    requiredLiterals = List.copyOf(requiredLiterals);
    captureTypes = Map.copyOf(captureTypes);
  }

  /** The notation of a pattern for lines. */
  public enum Notation {
    /** Text with gaps and captures. */
    TEXT,
    /** A regular expression. */
    REGEX,
    /** A query on the fields of a JSON line. */
    JSON;

    LinePattern compile(String source, boolean ignoreCase) throws PatternException {
      return switch (this) {
        case TEXT -> TextPatternCompiler.compile(source, ignoreCase);
        case REGEX -> RegexPattern.compile(source, ignoreCase);
        case JSON -> JsonPattern.compile(source);
      };
    }
  }

  /** The pattern, which is compiled on its first match. */
  public LinePattern toPattern() {
    return new DeferredPattern(this);
  }

  /** Literal characters that every match holds, except blanks. */
  static int countLetters(List<Set<String>> requiredLiterals) {
    return requiredLiterals.stream()
        .mapToInt(any -> any.stream().mapToInt(s -> s.replace(" ", "").length()).min().orElse(0))
        .sum();
  }
}
