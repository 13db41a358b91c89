package dev.faultbook.content;

import java.net.URI;

/** Tells web addresses from other texts. */
final class WebAddress {
  private WebAddress() {}

  static boolean is(String text) {
    try {
      URI uri = URI.create(text);
      return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
