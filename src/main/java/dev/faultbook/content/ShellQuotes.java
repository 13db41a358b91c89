package dev.faultbook.content;

import java.util.BitSet;

/** Finds the characters of a command that are inside quotes, by the rules of a shell. */
final class ShellQuotes {
  private final BitSet quoted = new BitSet();

  ShellQuotes(String command) {
    char quote = 0;
    int i = 0;
    while (i < command.length()) {
      char c = command.charAt(i);
      quoted.set(i, quote != 0);
      if (c == '\\' && quote != '\'') {
        quoted.set(i + 1, quote != 0);
        i++;
      } else if (quote == 0 && c == '#' && isWordStart(command, i)) {
        int end = command.indexOf('\n', i);
        i = end < 0 ? command.length() : end;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      i++;
    }
  }

  /** Whether the character at this index is inside quotes. */
  boolean isQuoted(int index) {
    return quoted.get(index);
  }

  private static boolean isWordStart(String command, int at) {
    return at == 0 || Character.isWhitespace(command.charAt(at - 1));
  }
}
