package dev.faultbook.signature;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An exception by its class, its message and where it was raised.
 *
 * <p>On a line it is the last line of a traceback: {@code KeyError: 'labels'}. If the structure of
 * the failure is known, {@link #matchException} also matches messages of several lines, and {@link
 * #raisedIn} and {@link #through} decide.
 *
 * @param type class, short or qualified, or {@link #ANY_CLASS}
 * @param source the pattern as its author wrote it
 * @param text class and message as the last line of a traceback, or the message alone for any
 *     class; empty when nothing but the structure decides
 * @param raisedIn package of the frame that raised it, {@code torch.*}, {@code own}, {@code
 *     library}, or {@code native} for exceptions that Python did not raise; empty for any
 * @param through package of any frame; empty for any
 */
public record ExceptionPattern(
    String type, String source, Optional<LinePattern> text, String raisedIn, String through)
    implements LinePattern {
  /** Represents every class: such a pattern matches on structure alone. */
  public static final String ANY_CLASS = "*";

  /** Captures of every match on structure, with their types. */
  private static final Map<String, CaptureType> STRUCTURE =
      Map.of(
          "exception_class", CaptureType.NAME,
          "exception_message", CaptureType.TEXT,
          "own_file", CaptureType.PATH,
          "own_line", CaptureType.INT,
          "own_function", CaptureType.NAME,
          "raising_package", CaptureType.NAME);

  @Override
  public boolean isStructural() {
    return type.equals(ANY_CLASS);
  }

  /** Whether frames are part of the pattern. */
  public boolean needsFrames() {
    return !raisedIn.isEmpty() || !through.isEmpty();
  }

  /**
   * Matches an exception with any number of message lines.
   *
   * @param printed class as printed; {@code a.b.Error} also matches {@code Error}; null if unknown
   * @param message its lines joined by newlines
   * @return the captured texts; empty if the exception does not match
   */
  public Optional<Map<String, String>> matchException(@Nullable String printed, String message) {
    if (!isOfClass(printed)) {
      return Optional.empty();
    }
    if (text.isEmpty()) {
      return Optional.of(Map.of());
    }
    String whole = isStructural() ? message : printed + ": " + message;
    byte[] bytes = whole.replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
    return Optional.ofNullable(text.get().findMatch(bytes, 0, bytes.length))
        .map(match -> match.captureTexts(bytes));
  }

  private boolean isOfClass(@Nullable String printed) {
    return isStructural()
        || printed != null && (printed.equals(type) || printed.endsWith("." + type));
  }

  @Override
  public PatternTraits traits() {
    Map<String, CaptureType> types = new HashMap<>(STRUCTURE);
    text.ifPresent(pattern -> types.putAll(pattern.captureTypes()));
    int frames = (raisedIn.isEmpty() ? 0 : 8) + (through.isEmpty() ? 0 : 8);
    return new PatternTraits(
        PatternTraits.Notation.TEXT,
        source,
        text.map(LinePattern::ignoreCase).orElse(false),
        isStructural() ? List.of() : text.map(LinePattern::requiredLiterals).orElse(List.of()),
        types,
        frames + text.map(LinePattern::specificity).orElse(0));
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    LineMatch match = isStructural() ? null : text.orElseThrow().findMatch(bytes, from, to);
    // MyKeyError: is not KeyError:, but a.KeyError: is.
    return match == null || isInsideWord(bytes, from, match.spans().getFirst().start())
        ? null
        : match;
  }

  private static boolean isInsideWord(byte[] bytes, int from, int at) {
    return at > from
        && (Character.isLetterOrDigit(bytes[at - 1]) || bytes[at - 1] == '_')
        && bytes[at - 1] >= 0;
  }
}
