package dev.faultbook.report;

import dev.faultbook.content.Markdown;

/** Rewrites links of a page's Markdown for use outside of the page. Linear in the text. */
public final class PlainLinks {
  private static final String ENTRY = "entry:";
  private static final String ENTRIES = "/entries/";

  private PlainLinks() {}

  /**
   * Replaces the targets of links to entries by their addresses: {@code [out of
   * memory](/entries/cuda-out-of-memory)}.
   */
  public static String withAddresses(String markdown) {
    return withoutGaps(Markdown.addressEntries(markdown, ENTRIES));
  }

  /** Writes links as plain text: {@code out of memory (/entries/cuda-out-of-memory)}. */
  static String plainText(String markdown) {
    StringBuilder out = new StringBuilder();
    boolean code = false;
    int open = -1;
    int at = 0;
    while (at < markdown.length()) {
      char c = markdown.charAt(at);
      int end = open >= 0 && markdown.startsWith("](", at) ? markdown.indexOf(')', at) : -1;
      // [out of memory](entry:cuda-out-of-memory); array[0] and `a[i](x)` are not links.
      if (end > 0) {
        out.deleteCharAt(open).append(" (").append(addressOf(markdown.substring(at + 2, end)));
        out.append(')');
        at = end + 1;
        open = -1;
        continue;
      }
      code ^= c == '`' && open < 0;
      if (c == '[' && !code) {
        open = out.length();
      } else if (c == ']' || c == '\n') {
        open = -1;
      }
      out.append(c);
      at++;
    }
    return withoutGaps(out.toString());
  }

  private static String addressOf(String target) {
    return target.startsWith(ENTRY) ? ENTRIES + target.substring(ENTRY.length()) : target;
  }

  /** Collapses empty lines between paragraphs, which remain where a command was removed. */
  private static String withoutGaps(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int breaks = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      breaks = c == '\n' ? breaks + 1 : 0;
      if (breaks <= 2) {
        out.append(c);
      }
    }
    return out.toString();
  }
}
