package dev.faultbook.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The installed Chromium. Without it, the tests that need it are skipped, except in CI. */
final class Chromium implements AutoCloseable {
  /**
   * A name of this machine that browsers do not treat as local, so its pages are not a secure
   * context.
   */
  static final String PLAIN_HOST = "gpu-tools";

  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
          "--host-resolver-rules=MAP " + PLAIN_HOST + " 127.0.0.1");
  private static final double PATIENCE_MS = 20_000;

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    playwright = Playwright.create();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(FLAGS));
  }

  static Chromium open() {
    Optional<Path> program =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    if (program.isEmpty()) {
      String message =
          "No Chromium was found, so the browser tests are skipped; install it with: apt-get"
              + " install chromium";
      if ("true".equals(System.getenv("CI"))) {
        throw new IllegalStateException(message);
      }
      System.out.println(message);
      Assumptions.abort(message);
    }
    return new Chromium(program.get());
  }

  /**
   * Opens a browser context that shares no cookies or storage with others.
   *
   * @param width in CSS pixels; less than 500 means a phone
   * @param lang en or zh
   * @param theme light or dark
   * @param scripts whether JavaScript is enabled
   */
  BrowserContext context(int width, String lang, String theme, boolean scripts) {
    return browser.newContext(
        new Browser.NewContextOptions()
            .setViewportSize(width, width < 500 ? 844 : 900)
            .setLocale(lang.equals("zh") ? "zh-CN" : "en-US")
            .setColorScheme(theme.equals("dark") ? ColorScheme.DARK : ColorScheme.LIGHT)
            .setJavaScriptEnabled(scripts));
  }

  @Override
  public void close() {
    playwright.close();
  }
}
