package dev.faultbook.codes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts that a family prints in place of its codes, indexed by their first characters. */
final class CodeTexts {
  private static final int START = 5;

  private final Map<String, List<Text>> byStart = new HashMap<>();

  private record Text(String lower, Code code) {}

  CodeTexts(CodeTables tables, String family) {
    tables.findFamily(family).stream()
        .flatMap(one -> one.codes().stream())
        .forEach(code -> code.spelling().texts().forEach(text -> add(text, code)));
    byStart.values().forEach(texts -> texts.sort(Comparator.comparingInt(t -> -t.lower.length())));
  }

  private void add(String text, Code code) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.length() >= START) {
      byStart
          .computeIfAbsent(lower.substring(0, START), start -> new ArrayList<>())
          .add(new Text(lower, code));
    }
  }

  /** A text that was found. */
  record Found(Code code, int end) {}

  /**
   * The longest text that begins at {@code from} and ends at a word boundary; null if there is
   * none.
   */
  @Nullable Found findAt(CodeLine line, int from) {
    if (from < 0 || from + START > line.length()) {
      return null;
    }
    for (Text text : byStart.getOrDefault(line.lower().substring(from, from + START), List.of())) {
      int end = from + text.lower.length();
      if (line.lower().startsWith(text.lower, from) && !CodeLine.isNamePart(line.at(end))) {
        return new Found(text.code, end);
      }
    }
    return null;
  }

  /** The first text that begins at a word of the range; null if there is none. */
  @Nullable Found findWithin(CodeLine line, int from, int to) {
    for (int i = Math.max(0, from); i < Math.min(to, line.length()); i++) {
      if (line.beginsWord(i) && CodeLine.isNamePart(line.at(i))) {
        Found found = findAt(line, i);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** All texts in lower case that are long enough for triggers. */
  List<String> triggerWords() {
    return byStart.values().stream()
        .flatMap(List::stream)
        .map(Text::lower)
        .filter(text -> text.chars().allMatch(c -> c < 128))
        .distinct()
        .sorted()
        .toList();
  }
}
