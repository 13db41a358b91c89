package dev.faultbook.web;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Base class of browser tests: one Chromium per test class, and the URLs of the server. */
abstract class InChromium {
  static Chromium chromium;

  @LocalServerPort int port;

  @BeforeAll
  static void openChromium() {
    chromium = Chromium.open();
  }

  @AfterAll
  static void closeChromium() {
    // Without Chromium, the class was skipped before it was opened.
    if (chromium != null) {
      chromium.close();
      chromium = null;
    }
  }

  /** Returns the URL of a path on the server. */
  final String at(String path) {
    return "http://127.0.0.1:" + port + path;
  }
}
