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

  CodeTexts(CodeFamily family) {
    for (Code code : family.codes()) {
      for (String text : code.spelling().texts()) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.length() >= START) {
          byStart
              .computeIfAbsent(lower.substring(0, START), start -> new ArrayList<>())
              .add(new Text(lower, code));
        }
      }
    }
    byStart.values().forEach(texts -> texts.sort(Comparator.comparingInt(t -> -t.lower.length())));
  }

  record Found(Code code, int start, int end) {}

  /**
   * The first text, of several the longest, that begins at a word of the range and ends at a word
   * boundary; null if there is none.
   */
  @Nullable Found findWithin(CodeLine line, int from, int to) {
    for (int i = from; i < to && i + START <= line.length(); i++) {
      if (!CodeLine.isNamePart(line.at(i - 1)) && CodeLine.isNamePart(line.at(i))) {
        String start = line.lower().substring(i, i + START);
        for (Text text : byStart.getOrDefault(start, List.of())) {
          int end = i + text.lower.length();
          if (line.lower().startsWith(text.lower, i) && !CodeLine.isNamePart(line.at(end))) {
            return new Found(text.code, i, end);
          }
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
        .sorted()
        .toList();
  }
}
