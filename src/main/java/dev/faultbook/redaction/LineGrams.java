package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The set of character bigrams of a line, ignoring case. Most words that the finders search for
 * have a bigram that the line lacks, so that the line need not be searched for them.
 */
final class LineGrams {

  private static final int BITS = 6;

  private final long[] pairs = new long[1 << (2 * BITS - 6)];

  /** Discards the current bigrams and reads those of a line. */
  void readLine(String line) {
    Arrays.fill(pairs, 0);
    for (int i = 1; i < line.length(); i++) {
      int pair = pair(line.charAt(i - 1), line.charAt(i));
      pairs[pair >>> 6] |= 1L << pair;
    }
  }

  private boolean contains(int pair) {
    return (pairs[pair >>> 6] & 1L << pair) != 0;
  }

  /**
   * Characters that differ only in case get the same bits. Other characters may collide, which
   * costs a search and never misses a word.
   */
  private static int pair(char first, char second) {
    return bits(first) << BITS | bits(second);
  }

  private static int bits(char c) {
    boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return letter ? c & 0x1f | 0x20 : c & 0x1f;
  }

  /** A word to search for. */
  static final class Trigger {
    private final int[] grams;

    Trigger(String word) {
      grams = new int[Math.max(0, word.length() - 1)];
      for (int i = 0; i < grams.length; i++) {
        grams[i] = pair(word.charAt(i), word.charAt(i + 1));
      }
    }

    /**
     * Whether the word may occur in the line, ignoring case. False is certain; true may be wrong.
     */
    boolean mayOccurIn(LineGrams line) {
      for (int gram : grams) {
        if (!line.contains(gram)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * What is searched for by words with a bigram in common, which is checked once for all of them.
   *
   * @param pair the bigram; {@link #NONE} if the words are too short to have one
   */
  record Group<T>(int pair, List<T> members) {
    private static final int NONE = -1;

    /** Letters and signs from the most frequent to the rarest in logs; others are rarer. */
    private static final String FREQUENT = " etaoinsrldcu-_mhpgf.by:/";

    Group {
      members = List.copyOf(members);
    }

    /** Groups members, each by the rarest bigram of its word. Keeps the order in a group. */
    static <T> List<Group<T>> of(List<T> members, Function<T, String> wordOf) {
      Map<Integer, List<T>> groups = new LinkedHashMap<>();
      for (T member : members) {
        int pair = rarestPair(wordOf.apply(member).toLowerCase(Locale.ROOT));
        groups.computeIfAbsent(pair, key -> new ArrayList<>()).add(member);
      }
      return groups.entrySet().stream()
          .map(entry -> new Group<>(entry.getKey(), entry.getValue()))
          .toList();
    }

    private static int rarestPair(String word) {
      int rarest = NONE;
      int best = -1;
      for (int i = 0; i + 1 < word.length(); i++) {
        int score = rarity(word.charAt(i)) * rarity(word.charAt(i + 1));
        if (score > best) {
          best = score;
          rarest = LineGrams.pair(word.charAt(i), word.charAt(i + 1));
        }
      }
      return rarest;
    }

    private static int rarity(char c) {
      int rank = FREQUENT.indexOf(c);
      return rank < 0 ? FREQUENT.length() + 1 : rank + 1;
    }

    /** Whether one of the words may occur in the line. False is certain; true may be wrong. */
    boolean mayOccurIn(LineGrams line) {
      return pair == NONE || line.contains(pair);
    }
  }
}
