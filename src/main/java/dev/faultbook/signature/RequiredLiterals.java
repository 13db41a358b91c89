package dev.faultbook.signature;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
  private final boolean longest;
  private int pos;

  private RequiredLiterals(String regex, boolean longest) {
    this.regex = regex;
    this.longest = longest;
  }

  /**
   * The requirements: every matching text holds at least one literal of each set.
   *
   * @param longest whether literals are as long as possible: {@code \): (?:63|156),} then requires
   *     {@code "): 63,"} or {@code "): 156,"}, not only one of the numbers
   */
  static List<Set<String>> fromRegex(String regex, boolean longest) {
    RequiredLiterals parser = new RequiredLiterals(regex, longest);
    List<Set<String>> sets = parser.parseAlternation().required();
    return parser.pos >= regex.length() ? sets : List.of();
  }

  /**
   * The meaning of a part of the expression.
   *
   * @param texts all texts that it matches; null if they are many
   * @param runs its requirements if they are
   */
  private record Part(@Nullable List<String> texts, List<Set<String>> runs) {
    static final Part NOTHING = new Part(null, List.of());
    static final Part EMPTY = ofText("");

    static Part ofText(String text) {
      return new Part(List.of(text), List.of());
    }

    List<Set<String>> required() {
      if (texts == null) {
        return runs;
      }
      return texts.contains("") ? List.of() : List.of(new LinkedHashSet<>(texts));
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
    List<String> texts = new ArrayList<>();
    boolean many = !longest;
    for (Part branch : branches) {
      many |= branch.texts() == null;
      texts.addAll(branch.texts() == null ? List.of() : branch.texts());
    }
    List<List<Set<String>>> required = branches.stream().map(Part::required).toList();
    Set<Set<String>> sets = new LinkedHashSet<>(requireEither(required));
    // loss.: .nan|oss=nan: the longest literal of the first branch is loss, which is in most lines;
    // the last one of each branch is rare.
    sets.addAll(requireEither(required.stream().map(RequiredLiterals::lastOnly).toList()));
    return new Part(many || texts.size() > MAX_BRANCHES ? null : texts, List.copyOf(sets));
  }

  private static List<Set<String>> lastOnly(List<Set<String>> sets) {
    return sets.isEmpty() ? sets : List.of(sets.getLast());
  }

  /** The requirements of an alternative, from the requirements of each branch. */
  static List<Set<String>> requireEither(List<List<Set<String>>> branches) {
    Set<String> any = new LinkedHashSet<>();
    for (List<Set<String>> branch : branches) {
      // The set whose shortest literal is the longest.
      Optional<Set<String>> best =
          branch.stream().max(Comparator.comparingInt(RequiredLiterals::shortestOf));
      if (best.isEmpty() || any.size() > MAX_BRANCHES) {
        return List.of();
      }
      any.addAll(best.get());
    }
    return List.of(any);
  }

  static int shortestOf(Set<String> literals) {
    return literals.stream().mapToInt(String::length).min().orElse(0);
  }

  private Part parseConcatenation() {
    List<Set<String>> done = new ArrayList<>();
    List<String> open = List.of("");
    boolean whole = true;
    while (pos < regex.length() && peek() != '|' && peek() != ')') {
      Part atom = parseAtom();
      Repeat repeat = parseRepeat();
      List<String> texts = repeat == Repeat.MAYBE ? null : atom.texts();
      if (texts == null || open.size() * texts.size() > MAX_BRANCHES) {
        whole = false;
        addRun(open, done);
        open = List.of("");
      }
      if (texts != null) {
        open = join(open, texts);
      } else if (repeat != Repeat.MAYBE) {
        done.addAll(atom.runs());
      }
      if (repeat == Repeat.SOME) {
        // torch +2 requires "torch ".
        whole = false;
        addRun(open, done);
        open = List.of("");
      }
    }
    if (whole) {
      return new Part(open, List.of());
    }
    addRun(open, done);
    return new Part(null, done);
  }

  private static List<String> join(List<String> heads, List<String> tails) {
    return heads.stream().flatMap(head -> tails.stream().map(tail -> head + tail)).toList();
  }

  private static void addRun(List<String> texts, List<Set<String>> done) {
    if (!texts.contains("")) {
      done.add(new LinkedHashSet<>(texts));
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
      case '^', '$' -> Part.EMPTY;
      case '\\' -> parseEscape();
      default -> {
        int point = regex.codePointAt(pos - 1);
        pos += Character.charCount(point) - 1;
        yield Part.ofText(Character.toString(point));
      }
    };
  }

  private Part parseGroup() {
    if (regex.startsWith("?:", pos)) {
      pos += 2;
    } else if (peek() == '?') {
      // A name ends; inline flags can change the meaning of everything after them.
      boolean named = regex.startsWith("?<", pos) || regex.startsWith("?P<", pos);
      int end = named ? regex.indexOf('>', pos) : -1;
      if (end < 0) {
        return giveUp();
      }
      pos = end + 1;
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
      return Part.EMPTY;
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
      return giveUp();
    }
    if (Character.isLetterOrDigit(c)) {
      return Part.NOTHING;
    }
    return Part.ofText(String.valueOf(c));
  }

  /** Ends the reading where the meaning of the rest is not known, which then requires nothing. */
  private Part giveUp() {
    pos = regex.length() + 1;
    return Part.NOTHING;
  }

  private char peek() {
    return pos < regex.length() ? regex.charAt(pos) : '\0';
  }
}
