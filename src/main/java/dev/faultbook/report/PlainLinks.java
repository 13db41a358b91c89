package dev.faultbook.report;

import dev.faultbook.content.Markdown;

/** Rewrites links of a page's Markdown for use outside of the page. Linear in the text. */
public final class PlainLinks {
  private PlainLinks() {}

  /**
   * Replaces the targets of links to entries by their addresses: {@code [out of
   * memory](/entries/cuda-out-of-memory)}.
   */
  public static String withAddresses(String markdown) {
    String text = Markdown.addressEntries(markdown, "/entries/");
    // Empty lines remain where a command was removed.
    while (text.contains("\n\n\n")) {
      text = text.replace("\n\n\n", "\n\n");
    }
    return text;
  }

  /** Writes links as plain text: {@code out of memory (/entries/cuda-out-of-memory)}. */
  static String plainText(String page) {
    String markdown = withAddresses(page);
    StringBuilder out = new StringBuilder();
    boolean code = false;
    int open = -1;
    int at = 0;
    while (at < markdown.length()) {
      char c = markdown.charAt(at);
      int end = open >= 0 && markdown.startsWith("](", at) ? markdown.indexOf(')', at) : -1;
      // [out of memory](entry:cuda-out-of-memory); array[0] and `a[i](x)` are not links.
      if (end > 0) {
        out.deleteCharAt(open).append(" (").append(markdown, at + 2, end + 1);
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
    return out.toString();
  }
}
