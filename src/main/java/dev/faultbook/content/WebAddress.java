package dev.faultbook.content;

import java.net.URI;

/** Recognizes web addresses. */
public final class WebAddress {
  private WebAddress() {}

  public static boolean isValid(String text) {
    try {
      URI uri = URI.create(text);
      return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
