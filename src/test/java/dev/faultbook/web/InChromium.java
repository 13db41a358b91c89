package dev.faultbook.web;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What every test in a browser needs: one Chromium for all tests of a class, and the addresses. */
abstract class InChromium {
  static Chromium chromium;

  @LocalServerPort int port;

  @BeforeAll
  static void openChromium() {
    chromium = Chromium.open();
  }

  @AfterAll
  static void closeChromium() {
    // Where there is no Chromium, the class was skipped before it was opened.
    if (chromium != null) {
      chromium.close();
      chromium = null;
    }
  }

  /** The address of a page. */
  final String at(String path) {
    return "http://127.0.0.1:" + port + path;
  }
}
