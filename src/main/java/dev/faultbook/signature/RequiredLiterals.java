package dev.faultbook.signature;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Derives the literals that a text must hold for a regular expression to match it from the
 * expression's syntax, as codesearch does for its trigram index.
 *
 * <p>Conservative: an unknown construct requires nothing. A concatenation requires everything that
 * its parts require, an alternation one literal of each branch, an optional part nothing.
 */
final class RequiredLiterals {
  private static final int MAX_BRANCHES = 64;

  private final String regex;
  private int pos;
  private boolean anchored;

  private RequiredLiterals(String regex) {
    this.regex = regex;
  }

  /** The requirements: every matching text holds at least one literal of each set. */
  static List<Set<String>> fromRegex(String regex) {
    RequiredLiterals parser = new RequiredLiterals(regex);
    List<Set<String>> sets = parser.parseAlternation().requiredLiterals();
    return parser.pos >= regex.length() ? sets : List.of();
  }

  /**
   * The requirements with literals that are as long as possible: {@code \): (?:63|156),} requires
   * {@code "): 63,"} or {@code "): 156,"}, not only one of the numbers.
   */
  static List<Set<String>> longestFromRegex(String regex) {
    RequiredLiterals parser = new RequiredLiterals(regex);
    List<Set<String>> runs = parser.parseAlternation().requiredRuns();
    return parser.pos >= regex.length() ? runs : List.of();
  }

  /**
   * The texts that the expression matches if it is only a choice of texts, the preferred ones
   * first; otherwise empty.
   */
  static List<String> textsOfRegex(String regex) {
    RequiredLiterals parser = new RequiredLiterals(regex);
    List<String> texts = parser.parseAlternation().texts();
    boolean all = !parser.anchored && parser.pos >= regex.length();
    return texts != null && all && !texts.contains("") ? texts : List.of();
  }

  /**
   * The meaning of a part of the expression: one exact text, or only its requirements.
   *
   * @param texts all texts that it matches, the preferred ones first; null if they are many
   * @param runs its requirements with literals that are as long as possible
   */
  private record Part(
      @Nullable String exact,
      List<Set<String>> sets,
      @Nullable List<String> texts,
      List<Set<String>> runs) {
    static final Part NOTHING = new Part(null, List.of(), null, List.of());
    static final Part EMPTY = ofText("");

    static Part ofText(String text) {
      return new Part(text, List.of(), List.of(text), List.of());
    }

    List<Set<String>> requiredRuns() {
      if (texts == null) {
        return runs;
      }
      return texts.contains("") ? List.of() : List.of(new LinkedHashSet<>(texts));
    }

    List<Set<String>> requiredLiterals() {
      if (exact == null) {
        return sets;
      }
      return exact.isEmpty() ? List.of() : List.of(Set.of(exact));
    }
  }

  private Part parseAlternation() {
    List<Part> branches = new ArrayList<>();
    branches.add(parseConcatenation());
    while (peek() == '|') {
      pos++;
      branches.add(parseConcatenation());
    }
    if (branches.size() == 1) {
      return branches.getFirst();
    }
    List<List<Set<String>>> required = branches.stream().map(Part::requiredLiterals).toList();
    List<Set<String>> sets = new ArrayList<>(requireEither(required));
    // loss.: .nan|oss=nan: the longest literal of the first branch is loss, which is in most lines;
    // the last one of each branch is rare.
    requireEither(required.stream().map(RequiredLiterals::lastOnly).toList()).stream()
        .filter(set -> !sets.contains(set))
        .forEach(sets::add);
    List<List<Set<String>>> runs = branches.stream().map(Part::requiredRuns).toList();
    return new Part(null, sets, textsOf(branches), requireEither(runs));
  }

  private static @Nullable List<String> textsOf(List<Part> branches) {
    List<String> all = new ArrayList<>();
    for (Part branch : branches) {
      List<String> texts = branch.texts();
      if (texts == null || all.size() + texts.size() > MAX_BRANCHES) {
        return null;
      }
      all.addAll(texts);
    }
    return all;
  }

  private static List<Set<String>> lastOnly(List<Set<String>> sets) {
    return sets.isEmpty() ? sets : List.of(sets.getLast());
  }

  /** The requirements of an alternative, from the requirements of each branch. */
  static List<Set<String>> requireEither(List<List<Set<String>>> branches) {
    Set<String> any = new LinkedHashSet<>();
    for (List<Set<String>> branch : branches) {
      Set<String> best = bestSet(branch);
      if (best == null || any.size() > MAX_BRANCHES) {
        return List.of();
      }
      any.addAll(best);
    }
    return List.of(any);
  }

  /** The set whose shortest literal is the longest. */
  private static @Nullable Set<String> bestSet(List<Set<String>> sets) {
    Set<String> best = null;
    int most = 0;
    for (Set<String> set : sets) {
      int shortest = set.stream().mapToInt(String::length).min().orElse(0);
      if (shortest > most) {
        best = set;
        most = shortest;
      }
    }
    return best;
  }

  private Part parseConcatenation() {
    List<Set<String>> sets = new ArrayList<>();
    StringBuilder exact = new StringBuilder();
    Runs runs = new Runs();
    boolean whole = true;
    while (pos < regex.length() && peek() != '|' && peek() != ')') {
      Part atom = parseAtom();
      Repeat repeat = parseRepeat();
      runs.add(atom, repeat);
      if (repeat == Repeat.ONCE && atom.exact() != null) {
        exact.append(atom.exact());
        continue;
      }
      whole = false;
      if (repeat == Repeat.SOME && atom.exact() != null) {
        // torch +2 requires "torch ".
        flushExact(exact.append(atom.exact()), sets);
        continue;
      }
      flushExact(exact, sets);
      if (repeat != Repeat.MAYBE) {
        sets.addAll(atom.requiredLiterals());
      }
    }
    if (whole) {
      return Part.ofText(exact.toString());
    }
    flushExact(exact, sets);
    List<String> texts = runs.wholeTexts();
    return new Part(null, sets, texts, runs.finish());
  }

  /** The texts of neighbouring parts of a concatenation, joined. */
  private static final class Runs {
    private final List<Set<String>> done = new ArrayList<>();
    private List<String> open = List.of("");
    private boolean whole = true;

    void add(Part atom, Repeat repeat) {
      List<String> texts = atom.texts();
      if (texts == null || repeat == Repeat.MAYBE) {
        endRun();
        if (repeat != Repeat.MAYBE) {
          done.addAll(atom.runs());
        }
        return;
      }
      if (open.size() * texts.size() > MAX_BRANCHES) {
        endRun();
      }
      List<String> joined = new ArrayList<>();
      open.forEach(head -> texts.forEach(tail -> joined.add(head + tail)));
      open = joined;
      if (repeat == Repeat.SOME) {
        endRun();
      }
    }

    private void endRun() {
      whole = false;
      if (!open.contains("")) {
        done.add(new LinkedHashSet<>(open));
      }
      open = List.of("");
    }

    @Nullable List<String> wholeTexts() {
      return whole ? open : null;
    }

    List<Set<String>> finish() {
      if (!whole) {
        endRun();
      }
      return done;
    }
  }

  private static void flushExact(StringBuilder exact, List<Set<String>> sets) {
    if (exact.length() > 0) {
      sets.add(Set.of(exact.toString()));
      exact.setLength(0);
    }
  }

  private enum Repeat {
    ONCE,
    SOME,
    MAYBE
  }

  private Repeat parseRepeat() {
    Repeat repeat = Repeat.ONCE;
    switch (peek()) {
      case '*', '?' -> {
        repeat = Repeat.MAYBE;
        pos++;
      }
      case '+' -> {
        repeat = Repeat.SOME;
        pos++;
      }
      case '{' -> {
        int close = regex.indexOf('}', pos);
        if (close > 0 && Character.isDigit(regex.charAt(pos + 1))) {
          repeat = regex.charAt(pos + 1) == '0' ? Repeat.MAYBE : Repeat.SOME;
          pos = close + 1;
        }
      }
      default -> {}
    }
    if (repeat != Repeat.ONCE && (peek() == '?' || peek() == '+')) {
      pos++;
    }
    return repeat;
  }

  private Part parseAtom() {
    char c = regex.charAt(pos++);
    return switch (c) {
      case '(' -> parseGroup();
      case '[' -> {
        skipClass();
        yield Part.NOTHING;
      }
      case '.' -> Part.NOTHING;
      case '^', '$' -> anchor();
      case '\\' -> parseEscape();
      default -> {
        int point = regex.codePointAt(pos - 1);
        pos += Character.charCount(point) - 1;
        yield Part.ofText(Character.toString(point));
      }
    };
  }

  private Part parseGroup() {
    boolean flags = false;
    if (peek() == '?') {
      int colon = pos + 1;
      while (colon < regex.length() && ":>)".indexOf(regex.charAt(colon)) < 0) {
        colon++;
      }
      flags = colon < regex.length() && regex.charAt(colon) == ')';
      // Inline flags can change the meaning of everything after them.
      if (flags
          || colon > pos + 1 && regex.charAt(pos + 1) != 'P' && regex.charAt(pos + 1) != '<') {
        pos = regex.length() + 1;
        return Part.NOTHING;
      }
      pos = colon + 1;
    }
    Part inside = parseAlternation();
    if (peek() == ')') {
      pos++;
    }
    return inside;
  }

  private void skipClass() {
    if (peek() == '^') {
      pos++;
    }
    if (peek() == ']') {
      pos++;
    }
    while (pos < regex.length() && peek() != ']') {
      if (regex.startsWith("[:", pos)) {
        int end = regex.indexOf(":]", pos);
        pos = end < 0 ? regex.length() : end + 2;
      } else {
        pos += peek() == '\\' ? 2 : 1;
      }
    }
    pos++;
  }

  private Part parseEscape() {
    char c = peek();
    pos++;
    if ("bBAzZ".indexOf(c) >= 0) {
      return anchor();
    }
    if (c == 't') {
      return Part.ofText("\t");
    }
    if (c == 'p' || c == 'P') {
      if (peek() == '{') {
        int close = regex.indexOf('}', pos);
        pos = close < 0 ? regex.length() : close + 1;
      } else {
        pos++;
      }
      return Part.NOTHING;
    }
    if (c == 'x' || c == 'Q') {
      pos = regex.length() + 1;
      return Part.NOTHING;
    }
    if (Character.isLetterOrDigit(c)) {
      return Part.NOTHING;
    }
    return Part.ofText(String.valueOf(c));
  }

  private Part anchor() {
    anchored = true;
    return Part.EMPTY;
  }

  private char peek() {
    return pos < regex.length() ? regex.charAt(pos) : '\0';
  }
}
