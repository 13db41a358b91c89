package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.Doors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Every kind of page passes axe-core's rules for WCAG 2.2 AA, folds opened. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = Doors.CONTENT)
class AccessibilityTests {
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  private static Chromium chromium;

  @LocalServerPort private int port;

  @BeforeAll
  static void start() {
    chromium = Chromium.open();
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1280, en, light", "1280, en, dark", "1280, zh, light", "1280, zh, dark",
    "390, en, light", "390, en, dark", "390, zh, light", "390, zh, dark"
  })
  void noPageBreaksARule(int width, String lang, String theme) {
    List<String> broken = new ArrayList<>();
    try (BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = context.newPage();
      PageKinds.addresses()
          .forEach(
              (name, path) -> {
                page.navigate(at(path));
                broken.addAll(violations(page, name));
              });
      page.navigate(at("/entries"));
      page.keyboard().press("/");
      page.keyboard().type("shared memory");
      page.locator("#find-hits li").first().waitFor();
      page.keyboard().press("ArrowDown");
      broken.addAll(violations(page, "suggestions"));
      for (Map.Entry<String, byte[]> log : PageKinds.logs().entrySet()) {
        page.navigate(at("/"));
        page.locator("#log").fill(new String(log.getValue(), StandardCharsets.UTF_8));
        // Without the page's own script, as a browser sends the form.
        page.waitForNavigation(() -> page.evaluate("document.getElementById('paste').submit()"));
        broken.addAll(violations(page, log.getKey()));
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theRulesSeeWhatIsBroken() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries"));
      page.evaluate("document.querySelector('main').append(document.createElement('input'))");
      assertThat(violations(page, "browse")).anyMatch(v -> v.contains("label"));
    }
  }

  static List<String> violations(Page page, String name) {
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    return new AxeBuilder(page)
        .withTags(RULES).analyze().getViolations().stream()
            .flatMap(
                rule ->
                    rule.getNodes().stream()
                        .map(
                            node ->
                                name
                                    + ": "
                                    + rule.getId()
                                    + " "
                                    + node.getTarget()
                                    + " "
                                    + node.getFailureSummary()))
            .toList();
  }

  private String at(String path) {
    return "http://127.0.0.1:" + port + path;
  }
}
