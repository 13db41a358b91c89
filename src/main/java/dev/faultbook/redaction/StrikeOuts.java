package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Words that the reader strikes out of a log. They go wherever they occur, also within other words
 * and without regard to the case of ASCII letters.
 *
 * @param words the words, each once
 */
public record StrikeOuts(List<String> words) {

  /** Most words. */
  public static final int MAX_WORDS = 100;

  /** Most characters of a word. */
  public static final int MAX_LENGTH = 200;

  /** Fewest characters of a word; of one in Chinese, one fewer. */
  public static final int MIN_LENGTH = 3;

  /** No words. */
  public static final StrikeOuts NONE = new StrikeOuts(List.of());

  /**
   * Strips the words and drops blank ones.
   *
   * @throws IllegalArgumentException if there are too many, or one is too long, too short or has a
   *     line break; the message names the limit
   */
  public StrikeOuts {
    words = words.stream().map(String::strip).filter(word -> !word.isEmpty()).distinct().toList();
    if (words.size() > MAX_WORDS) {
      throw new IllegalArgumentException("At most " + MAX_WORDS + " words can be removed.");
    }
    words.forEach(StrikeOuts::requireLength);
  }

  private static void requireLength(String word) {
    boolean chinese = word.chars().anyMatch(c -> c >= TextRuns.FIRST_IDEOGRAPH);
    if (word.length() < (chinese ? MIN_LENGTH - 1 : MIN_LENGTH)) {
      throw new IllegalArgumentException(
          "A word to be removed has at least " + MIN_LENGTH + " characters: " + word);
    }
    if (word.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A word to be removed has at most " + MAX_LENGTH + " characters.");
    }
    if (word.chars().anyMatch(c -> c == '\n' || c == '\r')) {
      throw new IllegalArgumentException("A word to be removed is within one line.");
    }
  }

  /** Reads words as one types them: one a line, or several with commas between them. */
  public static StrikeOuts parse(String typed) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= typed.length(); i++) {
      if (i == typed.length() || "\n\r,，、".indexOf(typed.charAt(i)) >= 0) {
        words.add(typed.substring(from, i));
        from = i + 1;
      }
    }
    return new StrikeOuts(words);
  }
}
