package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.matcher.LiteralPrefilter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Replaces words wherever they occur in a text: those that the reader struck out, and secrets that
 * occur again without their name. Of words at one place the longest wins; placeholders stay whole.
 */
final class WordReplacer {

  private static final int BATCH = 1 << 16;

  /** Most characters of a placeholder. */
  private static final int PLACEHOLDER = 20;

  private static final int WORD_BITS = 20;

  private final List<String> words;
  private final boolean exact;
  private final LiteralPrefilter literals;

  /**
   * @param words the words, at most a million
   * @param exact whether case counts, and parts of words do not
   */
  WordReplacer(List<String> words, boolean exact) {
    this.words = words.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    this.exact = exact;
    this.literals =
        LiteralPrefilter.ofLiterals(this.words.stream().map(WordReplacer::foldCase).toList());
  }

  /** Folds ASCII letters only, as the finder does. */
  private static String foldCase(String word) {
    StringBuilder out = new StringBuilder(word.length());
    word.chars().forEach(c -> out.append((char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c)));
    return out.toString();
  }

  /** Places of words in a batch: the first byte, and the number of the word. */
  private static final class Places {
    private long[] places = new long[64];
    private int count;

    void add(int word, int at) {
      if (count == places.length) {
        sort();
        places = count > places.length / 2 ? Arrays.copyOf(places, 2 * count) : places;
      }
      places[count++] = (long) at << WORD_BITS | word;
    }

    /** Sorts by place, and the longest word first; drops duplicates. */
    void sort() {
      Arrays.sort(places, 0, count);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || places[i] != places[kept - 1]) {
          places[kept++] = places[i];
        }
      }
      count = kept;
    }
  }

  /** Replaces the words; returns the same text if it has none. */
  String replaceIn(String text, UnaryOperator<String> replacement) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    int from = 0;
    while (from < text.length()) {
      int feed = text.indexOf('\n', Math.min(text.length(), from + BATCH));
      int to = feed < 0 ? text.length() : feed + 1;
      byte[] bytes = text.substring(from, to).getBytes(UTF_8);
      Places found = new Places();
      literals.createFinder().findCandidates(bytes, 0, bytes.length, found::add);
      found.sort();
      int at = from;
      int read = 0;
      for (int i = 0; i < found.count; i++) {
        int place = (int) (found.places[i] >>> WORD_BITS);
        at += countChars(bytes, read, place);
        read = place;
        String word = words.get((int) found.places[i] & (1 << WORD_BITS) - 1);
        if (at >= done && goes(text, at, word)) {
          out.append(text, done, at).append(replacement.apply(word));
          done = at + word.length();
        }
      }
      from = to;
    }
    return done == 0 ? text : out.append(text, done, text.length()).toString();
  }

  private static int countChars(byte[] bytes, int from, int to) {
    int chars = 0;
    for (int i = from; i < to; i++) {
      boolean continues = (bytes[i] & 0xC0) == 0x80;
      chars += continues ? 0 : (bytes[i] & 0xF8) == 0xF0 ? 2 : 1;
    }
    return chars;
  }

  private boolean goes(String text, int at, String word) {
    int end = at + word.length();
    boolean whole =
        !exact || (text.startsWith(word, at) && isWordStart(text, at) && isWordEnd(text, end));
    return whole && !cutsPlaceholder(text, at, end);
  }

  /** Whether no word goes on here; the letter of an escaped line break is no part of one. */
  private static boolean isWordStart(String text, int at) {
    if (at == 0
        || !TextRuns.isLetterOrDigit(text.charAt(at))
        || !TextRuns.isLetterOrDigit(text.charAt(at - 1))) {
      return true;
    }
    return at > 1 && text.charAt(at - 2) == '\\' && "nrt".indexOf(text.charAt(at - 1)) >= 0;
  }

  private static boolean isWordEnd(String text, int end) {
    return end == text.length()
        || !TextRuns.isLetterOrDigit(text.charAt(end))
        || !TextRuns.isLetterOrDigit(text.charAt(end - 1));
  }

  /** Whether a range holds a part of a placeholder, but not all of it. */
  private static boolean cutsPlaceholder(String text, int start, int end) {
    for (int i = Math.max(0, start - PLACEHOLDER); i < end; i++) {
      int close = text.charAt(i) == '<' ? Placeholders.endAt(text, i) : -1;
      if (close > start && (i < start || close > end)) {
        return true;
      }
    }
    return false;
  }
}
