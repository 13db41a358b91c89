package dev.faultbook.redaction;

import java.util.Comparator;
import java.util.List;

/**
 * The words that lead from the name of a secret to its value: {@code has been reset to}, {@code
 * ->}.
 */
final class LinkWords {

  private static final int MOST_WORDS = 8;
  private static final String HYPHEN = "-";

  private final List<String> links;
  private final List<String> adverbs;

  /**
   * Creates the words.
   *
   * @param links words that the value follows, in lower case
   * @param adverbs words that may precede a link, in lower case
   */
  LinkWords(List<String> links, List<String> adverbs) {
    this.links = longestFirst(links);
    this.adverbs = longestFirst(adverbs);
  }

  private static List<String> longestFirst(List<String> words) {
    return words.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  boolean isEmpty() {
    return links.isEmpty();
  }

  /** Returns the end of the last link that follows a position; -1 if none follows. */
  int end(String line, int from) {
    int last = -1;
    int i = from;
    for (int words = 0; words < MOST_WORDS; words++) {
      i = TextRuns.skipBlanks(line, i);
      int link = wordEnd(links, line, i);
      int next = link < 0 ? wordEnd(adverbs, line, i) : link;
      if (next < 0) {
        return last;
      }
      last = Math.max(last, link);
      i = next;
    }
    return last;
  }

  private static int wordEnd(List<String> words, String line, int at) {
    for (String word : words) {
      int end = at + word.length();
      if (line.regionMatches(true, at, word, 0, word.length())
          && endsWord(line, end)
          && (!word.equals(HYPHEN) || isApart(line, at))) {
        return end;
      }
    }
    return -1;
  }

  /** Whether a hyphen is a dash, and not that of a name: {@code token-server-7d9f}. */
  private static boolean isApart(String line, int hyphen) {
    return hyphen > 0
        && hyphen + 1 < line.length()
        && TextRuns.isBlank(line.charAt(hyphen - 1))
        && TextRuns.isBlank(line.charAt(hyphen + 1));
  }

  private static boolean endsWord(String line, int end) {
    return end == line.length()
        || !TextRuns.isLetter(line.charAt(end - 1))
        || !TextRuns.isWordPart(line.charAt(end));
  }
}
