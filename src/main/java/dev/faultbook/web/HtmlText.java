package dev.faultbook.web;

import org.jspecify.annotations.Nullable;

/**
 * Escapes text for HTML, in elements and in attributes between double or single quotes. Spring's
 * {@code HtmlUtils} gives the same, but asks for each character whether the encoding is UTF-8.
 */
final class HtmlText {
  private HtmlText() {}

  /** Appends text, escaped. */
  static void appendText(String text, StringBuilder html) {
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      String reference = referenceTo(text.charAt(i));
      if (reference != null) {
        html.append(text, done, i).append(reference);
        done = i + 1;
      }
    }
    html.append(text, done, text.length());
  }

  private static @Nullable String referenceTo(char c) {
    return switch (c) {
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '"' -> "&quot;";
      case '&' -> "&amp;";
      case '\'' -> "&#39;";
      default -> null;
    };
  }
}
