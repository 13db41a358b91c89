package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A pattern as data, from which it is restored without being compiled. Matching compiles it when
 * the first line needs it.
 */
public sealed interface StoredPattern {

  /** The pattern that this represents. */
  LinePattern restore();

  /** The notation of a pattern for lines. */
  enum Notation {
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

  /**
   * A pattern on lines.
   *
   * @param notation how the source is written
   * @param source as {@link LinePattern#source()}
   * @param ignoreCase as {@link LinePattern#ignoreCase()}
   * @param requiredLiterals as {@link LinePattern#requiredLiterals()}
   * @param captureTypes as {@link LinePattern#captureTypes()}
   * @param specificity as {@link LinePattern#specificity()}
   */
  record OfLine(
      Notation notation,
      String source,
      boolean ignoreCase,
      List<Set<String>> requiredLiterals,
      Map<String, CaptureType> captureTypes,
      int specificity)
      implements StoredPattern {
    @Override
    public LinePattern restore() {
      return new DeferredPattern(this);
    }
  }

  /**
   * An exception.
   *
   * @param type its class, or {@link ExceptionPattern#ANY_CLASS}
   * @param source as {@link LinePattern#source()}
   * @param text class and message on a line
   * @param raisedIn as {@link ExceptionPattern#raisedIn()}
   * @param through as {@link ExceptionPattern#through()}
   */
  record OfException(
      String type, String source, Optional<StoredPattern> text, String raisedIn, String through)
      implements StoredPattern {
    @Override
    public LinePattern restore() {
      return new ExceptionPattern(
          type,
          source,
          text.map(StoredPattern::restore),
          new ExceptionPattern.Frames(raisedIn, through));
    }
  }

  /** The data to be stored for a pattern. */
  static StoredPattern of(LinePattern pattern) {
    return switch (pattern) {
      case TextPattern text -> ofLine(Notation.TEXT, text);
      case RegexPattern regex -> ofLine(Notation.REGEX, regex);
      case JsonPattern json -> ofLine(Notation.JSON, json);
      case DeferredPattern deferred -> deferred.stored();
      case ExceptionPattern exception ->
          new OfException(
              exception.type(),
              exception.source(),
              exception.text().map(StoredPattern::of),
              exception.raisedIn(),
              exception.through());
    };
  }

  private static StoredPattern ofLine(Notation notation, LinePattern pattern) {
    return new OfLine(
        notation,
        pattern.source(),
        pattern.ignoreCase(),
        pattern.requiredLiterals(),
        pattern.captureTypes(),
        pattern.specificity());
  }
}
