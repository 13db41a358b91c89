package dev.faultbook.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A regular expression in RE2/J, evaluated only on lines that hold its required literals. */
final class RegexPattern extends KnownPattern {
  /** Bytes of a line beyond this are ignored, which bounds the work per candidate. */
  private static final int MAX_LINE = 128 * 1024;

  /** Most nested groups; those of the catalogue have three. */
  private static final int MAX_NESTED = 100;

  private final Pattern pattern;

  /** The longest required literals, including those too short to find a line by. */
  private final byte[][][] literals;

  private RegexPattern(PatternTraits traits, Pattern pattern, List<Set<String>> required) {
    super(traits);
    this.pattern = pattern;
    this.literals = required.stream().map(RegexPattern::toBytes).toArray(byte[][][]::new);
  }

  private static byte[][] toBytes(Set<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  static RegexPattern compile(String source, boolean ignoreCase) throws PatternException {
    if (depthOf(source) > MAX_NESTED) {
      throw new PatternException(
          "The regular expression nests groups more than " + MAX_NESTED + " deep.");
    }
    boolean flagged = source.startsWith("(?i)");
    TypedGroups groups = TypedGroups.fromRegex(flagged ? source.substring(4) : source);
    String body = groups.regex();
    boolean anyCase = ignoreCase || flagged;
    Pattern pattern;
    try {
      pattern =
          Pattern.compile(body.replace("(?<", "(?P<"), anyCase ? Pattern.CASE_INSENSITIVE : 0);
    } catch (PatternSyntaxException e) {
      throw new PatternException(
          "The regular expression is not RE2 syntax (no look-around, no back-references): "
              + e.getDescription()
              + (e.getPattern() == null ? "" : " near '" + e.getPattern() + "'"));
    }
    Map<String, CaptureType> types = new LinkedHashMap<>();
    for (String name : pattern.namedGroups().keySet()) {
      types.put(name, groups.types().getOrDefault(name, CaptureType.TEXT));
    }
    List<Set<String>> distinctive =
        foldCase(RequiredLiterals.fromRegex(body, false), anyCase).stream()
            .filter(any -> any.stream().allMatch(Literals::isDistinctive))
            .toList();
    if (distinctive.isEmpty()) {
      throw new PatternException(
          "The regular expression has no literal that every matching line must hold, so it would"
              + " have to run on every line; put a fixed word of four characters into it (outside"
              + " of ?, * and classes; in an alternation, into each branch)");
    }
    PatternTraits traits =
        new PatternTraits(
            PatternTraits.Notation.REGEX,
            source,
            anyCase,
            distinctive,
            types,
            PatternTraits.countLetters(distinctive));
    return new RegexPattern(
        traits, pattern, foldCase(RequiredLiterals.fromRegex(body, true), anyCase));
  }

  /** How deep the groups of an expression are nested; reading them is recursive. */
  private static int depthOf(String source) {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == '\\') {
        i++; // an escaped parenthesis opens no group
      } else if (c == '(') {
        deepest = Math.max(deepest, ++depth);
      } else if (c == ')') {
        depth--;
      }
    }
    return deepest;
  }

  private static List<Set<String>> foldCase(List<Set<String>> sets, boolean anyCase) {
    return anyCase
        ? sets.stream()
            .map(any -> any.stream().map(Literals::lowerAscii).collect(Collectors.toSet()))
            .toList()
        : sets;
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + MAX_LINE);
    if (!mayMatch(bytes, from, end)) {
      return null;
    }
    byte[] line = Arrays.copyOfRange(bytes, from, end);
    Matcher matcher = pattern.matcher(line);
    if (!matcher.find()) {
      return null;
    }
    Map<String, LineMatch.Span> captures = new LinkedHashMap<>();
    pattern
        .namedGroups()
        .forEach(
            (name, group) -> {
              if (matcher.start(group) >= 0) {
                captures.put(
                    name,
                    new LineMatch.Span(from + matcher.start(group), from + matcher.end(group)));
              }
            });
    return new LineMatch(
        List.of(new LineMatch.Span(from + matcher.start(), from + matcher.end())), captures);
  }

  /**
   * Whether a line holds the literals, so that the automaton has to run: a search for them costs a
   * hundredth of that.
   */
  boolean mayMatch(byte[] bytes, int from, int to) {
    for (byte[][] any : literals) {
      boolean one = false;
      for (int i = 0; i < any.length && !one; i++) {
        one = holdsLiteral(bytes, from, to, any[i]);
      }
      if (!one) {
        return false;
      }
    }
    return true;
  }

  private boolean holdsLiteral(byte[] bytes, int from, int to, byte[] literal) {
    byte first = literal[0];
    byte upper = ignoreCase() && first >= 'a' && first <= 'z' ? (byte) (first - 32) : first;
    for (int i = from; i + literal.length <= to; i++) {
      if ((bytes[i] == first || bytes[i] == upper) && standsAt(bytes, i, literal)) {
        return true;
      }
    }
    return false;
  }

  private boolean standsAt(byte[] bytes, int at, byte[] literal) {
    for (int i = 1; i < literal.length; i++) {
      byte c = bytes[at + i];
      if ((ignoreCase() && c >= 'A' && c <= 'Z' ? c + 32 : c) != literal[i]) {
        return false;
      }
    }
    return true;
  }
}
