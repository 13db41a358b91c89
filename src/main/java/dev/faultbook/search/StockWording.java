package dev.faultbook.search;

import dev.faultbook.log.WordLists;
import java.util.List;

/**
 * Removes the stock wording of interpreters, the C library and shells from messages. It states the
 * kind of a failure and not its subject: in {@code AttributeError: module 'wandb' has no attribute
 * 'init'} only {@code wandb} and {@code init} help to find a page.
 *
 * <p>The phrases come from CPython 3.8 to 3.14 ({@code Python/ceval.c}, {@code Objects/object.c},
 * {@code Python/errors.c}), from {@code strerror} of glibc, and from bash.
 */
final class StockWording {
  private static final List<String> PHRASES =
      WordLists.readText(StockWording.class, "/search/stock-wording.txt")
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();

  private StockWording() {}

  /**
   * Returns the message without stock wording; the result may be empty. Takes time linear in the
   * length of the message, because each phrase is compared once per word.
   */
  static String remove(String message) {
    StringBuilder rest = new StringBuilder(message.length());
    int at = 0;
    while (at < message.length()) {
      int end = startsWord(message, at) ? endOfStock(message, at) : at;
      if (end > at) {
        rest.append(' ');
        at = end;
      } else {
        rest.append(message.charAt(at++));
      }
    }
    return rest.toString().strip();
  }

  private static boolean startsWord(String message, int at) {
    return isOfWord(message, at) && !isOfWord(message, at - 1);
  }

  private static boolean isOfWord(String message, int at) {
    return at >= 0
        && at < message.length()
        && (Character.isLetterOrDigit(message.charAt(at)) || message.charAt(at) == '_');
  }

  private static int endOfStock(String message, int at) {
    for (String phrase : PHRASES) {
      int end = at + phrase.length();
      if (message.regionMatches(true, at, phrase, 0, phrase.length()) && !isOfWord(message, end)) {
        return end;
      }
    }
    return at;
  }
}
