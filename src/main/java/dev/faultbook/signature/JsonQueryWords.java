package dev.faultbook.signature;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words of a jq query, all of which only select fields: paths, comparisons with a literal,
 * {@code and}, {@code or}, {@code //}, {@code |}, {@code select} and questions about a text. Any
 * other word is refused, above all what computes, defines, repeats, or reads anything but the line.
 *
 * <p>The words are few, and one of them at most goes through the elements of a list, so a query
 * takes time linear in the line. Two iterations could multiply.
 */
final class JsonQueryWords {
  private static final int MAX_WORDS = 120;
  private static final int MAX_DEPTH = 20;
  private static final int MAX_LENGTH = 2000;

  private static final String STRING = "\"((?:[^\"\\\\]|\\\\[\"\\\\/nrt])*)\"";

  private enum Kind {
    /** {@code contains("disk")}. */
    QUESTION("(?:contains|startswith|endswith|has)\\(\\s*" + STRING + "\\s*\\)"),
    /** {@code .}, {@code .level}, {@code ."level"}, {@code ["level"]}, {@code [0]}, {@code ?}. */
    STEP(
        "\\.?\\[\\s*"
            + STRING
            + "\\s*]|\\."
            + STRING
            + "|\\.([A-Za-z_]\\w*)|\\.?\\[-?[0-9]{1,5}]|[.?]"),
    /** {@code []}. */
    EACH("\\.?\\[\\s*]"),
    TEXT(STRING),
    /** A number, {@code true}, {@code false} or {@code null}. */
    CONSTANT("(?:true|false|null|-?[0-9]{1,15}(?:\\.[0-9]{1,15})?)\\b"),
    COMPARISON("[=!]=|[<>]=?"),
    /** {@code and}, {@code or}, {@code |}, {@code //}, {@code not}, {@code select}, parentheses. */
    OPERATOR("(?:and|or|not|select)\\b|//|[|()]");

    private final Pattern form;

    Kind(String form) {
      this.form = Pattern.compile(form);
    }
  }

  private record Word(Kind kind, String source, @Nullable String text) {
    boolean isOperator(String operator) {
      return kind == Kind.OPERATOR && source.equals(operator);
    }

    boolean isStep() {
      return kind == Kind.STEP || kind == Kind.EACH;
    }

    int depthChange() {
      if (isOperator("(")) {
        return 1;
      }
      return isOperator(")") ? -1 : 0;
    }

    /** Refuses {@code ..}, lists that are built, and comparisons of two fields. */
    boolean allows(Word next) {
      return switch (next.source().charAt(0)) {
        case '.' -> kind != Kind.COMPARISON && !source.equals(".");
        case '[' -> isStep() || isOperator(")");
        default ->
            kind != Kind.COMPARISON || next.kind() == Kind.TEXT || next.kind() == Kind.CONSTANT;
      };
    }
  }

  private final List<Word> words;

  private JsonQueryWords(List<Word> words) {
    this.words = words;
  }

  static JsonQueryWords of(String query) throws PatternException {
    if (query.length() > MAX_LENGTH) {
      throw new PatternException("The query is longer than " + MAX_LENGTH + " characters");
    }
    List<Word> words = new ArrayList<>();
    int depth = 0;
    int lists = 0;
    int at = blankEnd(query, 0);
    while (at < query.length()) {
      Word word = wordAt(query, at);
      if (words.isEmpty() ? word.source().startsWith("[") : !words.getLast().allows(word)) {
        throw refusal(at, "a path begins with a dot, and is compared with a text or a number");
      }
      depth += word.depthChange();
      lists += word.kind() == Kind.EACH ? 1 : 0;
      if (words.size() == MAX_WORDS || depth > MAX_DEPTH || lists > 1) {
        throw refusal(at, "too many words, parentheses or lists");
      }
      words.add(word);
      at = blankEnd(query, at + word.source().length());
    }
    return new JsonQueryWords(words);
  }

  private static Word wordAt(String query, int at) throws PatternException {
    for (Kind kind : Kind.values()) {
      Matcher matcher = kind.form.matcher(query.substring(at));
      if (matcher.lookingAt()) {
        String text = null;
        for (int group = 1; group <= matcher.groupCount(); group++) {
          text = text == null ? matcher.group(group) : text;
        }
        return new Word(kind, matcher.group(), text);
      }
    }
    int end = at;
    while (end < query.length() && Character.isLetterOrDigit(query.charAt(end))) {
      end++;
    }
    throw refusal(
        at,
        "'"
            + query.substring(at, Math.max(end, at + 1))
            + "' is not known here; known are fields, comparisons, and, or, not, //, |, select,"
            + " contains, startswith, endswith and has");
  }

  private static PatternException refusal(int at, String why) {
    return new PatternException("json: at column " + (at + 1) + ": " + why);
  }

  private static int blankEnd(String query, int from) {
    int i = from;
    while (i < query.length() && Character.isWhitespace(query.charAt(i))) {
      i++;
    }
    return i;
  }

  /**
   * The literals that the text of a line must hold for any result other than null and false: at
   * least one of each set; fewer than possible, never too many.
   */
  List<Set<String>> requiredLiterals() {
    return needOf(words);
  }

  /** Operators bind from {@code |}, the loosest, over {@code //} and {@code or} to {@code and}. */
  private static List<Set<String>> needOf(List<Word> words) {
    int pipe = find(words, "|");
    if (pipe >= 0) {
      List<Word> left = words.subList(0, pipe);
      List<Word> right = words.subList(pipe + 1, words.size());
      // A question about a field that is missing is an error.
      boolean asks = right.size() == 1 && right.getFirst().kind() == Kind.QUESTION;
      if (isPath(left) && !asks) {
        return needOf(right);
      }
      boolean selects = !left.isEmpty() && left.getFirst().isOperator("select");
      return selects || isPath(left) ? both(needOf(left), needOf(right)) : List.of();
    }
    int or = find(words, "or");
    int and = find(words, "and");
    if (find(words, "//") >= 0) {
      return List.of();
    }
    if (or < 0 && and < 0) {
      return needOfTerm(words);
    }
    int at = or < 0 ? and : or;
    List<Set<String>> left = needOf(words.subList(0, at));
    List<Set<String>> right = needOf(words.subList(at + 1, words.size()));
    return or < 0 ? both(left, right) : RequiredLiterals.requireEither(List.of(left, right));
  }

  private static List<Set<String>> both(List<Set<String>> left, List<Set<String>> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }

  private static List<Set<String>> needOfTerm(List<Word> words) {
    int last = words.size() - 1;
    if (isPath(words) || last == 0 && words.getFirst().kind() == Kind.QUESTION) {
      return textsOf(words);
    }
    if (isGroup(words, 0)) {
      return needOf(words.subList(1, last));
    }
    if (last > 0 && words.getFirst().isOperator("select") && isGroup(words, 1)) {
      return needOf(words.subList(2, last));
    }
    boolean compares = last >= 2 && words.get(last - 1).kind() == Kind.COMPARISON;
    return compares && isPath(words.subList(0, last - 1))
        ? needOfComparison(words, last)
        : List.of();
  }

  /** Whether parentheses enclose everything from a place to the end. */
  private static boolean isGroup(List<Word> words, int open) {
    return words.size() > open + 1
        && words.get(open).isOperator("(")
        && find(words.subList(open + 1, words.size()), ")") == words.size() - open - 2;
  }

  /** A comparison that null satisfies needs no field: null is below all else, and of no field. */
  private static List<Set<String>> needOfComparison(List<Word> words, int last) {
    String operator = words.get(last - 1).source();
    boolean withNull = words.get(last).source().equals("null");
    boolean ofNull =
        switch (operator) {
          case "==", ">=" -> withNull;
          case "!=" -> !withNull;
          default -> !operator.equals(">");
        };
    List<Word> stated = operator.equals("==") ? words : words.subList(0, last);
    return ofNull ? List.of() : textsOf(stated);
  }

  private static List<Set<String>> textsOf(List<Word> words) {
    return words.stream()
        .map(Word::text)
        .filter(text -> text != null && text.indexOf('\\') < 0)
        .map(Set::of)
        .toList();
  }

  private static boolean isPath(List<Word> words) {
    return !words.isEmpty() && words.stream().allMatch(Word::isStep);
  }

  /** The first such operator outside of parentheses; -1 if there is none. */
  private static int find(List<Word> words, String operator) {
    int depth = 0;
    for (int i = 0; i < words.size(); i++) {
      if (depth == 0 && words.get(i).isOperator(operator)) {
        return i;
      }
      depth += words.get(i).depthChange();
    }
    return -1;
  }
}
