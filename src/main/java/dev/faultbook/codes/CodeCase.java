package dev.faultbook.codes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A case of a code whose number alone is ambiguous, identified by the rest of the line: Xid 154
 * prints the action; the NVLink 5 errors 144 to 150 print a unit and two register words.
 *
 * @param texts words, one of which the line contains: {@code NETIR_LINK_EVT}
 * @param subcode bits 20 to 25 of the first register word; null for any
 * @param status the second register word; null for any
 * @param severity {@code fatal}, {@code nonfatal}, {@code link_fatal}, or empty
 * @param action what to do in this case
 */
public record CodeCase(
    List<String> texts,
    @Nullable Integer subcode,
    @Nullable Long status,
    String severity,
    CodeAction action) {
  private static final int SUBCODE_SHIFT = 20;
  private static final int SUBCODE_MASK = 0x3F;
  private static final int MAX_DIGITS = 8;

  public CodeCase {
    texts = List.copyOf(texts);
  }

  /** Whether the rest of a line, after the number, matches this case. */
  boolean fitsRest(String rest) {
    for (String text : texts) {
      int at = rest.indexOf(text);
      if (at >= 0 && endsWord(rest, at + text.length())) {
        return fitsWords(rest, at + text.length());
      }
    }
    return false;
  }

  private static boolean endsWord(String rest, int at) {
    return at == rest.length()
        || !Character.isLetterOrDigit(rest.charAt(at)) && rest.charAt(at) != '_';
  }

  /** {@code Fatal XC0 i0 Link 08 (0x004505c6 0x00000000 0x00000000)}. */
  private boolean fitsWords(String rest, int from) {
    if (subcode == null && status == null) {
      return true;
    }
    int open = rest.indexOf("(0x", from);
    int second = open < 0 ? -1 : rest.indexOf(" 0x", open);
    if (second < 0) {
      return false;
    }
    long first = parseHexWord(rest, open + 3);
    return (subcode == null || (first >> SUBCODE_SHIFT & SUBCODE_MASK) == subcode)
        && (status == null || parseHexWord(rest, second + 3) == status);
  }

  private static long parseHexWord(String s, int from) {
    long value = 0;
    for (int i = from; i < s.length() && i < from + MAX_DIGITS; i++) {
      int digit = Character.digit(s.charAt(i), 16);
      if (digit < 0) {
        return value;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
