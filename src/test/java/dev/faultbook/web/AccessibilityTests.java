package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.faultbook.TestClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * Verifies that every kind of page passes axe-core's rules for WCAG 2.2 AA, with all details
 * elements open.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.curation.password=" + CuratePageTests.PASSWORD})
class AccessibilityTests extends InChromium {
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  private static final String AXE = axe();

  @ParameterizedTest
  @CsvSource({"1280, en", "390, zh"})
  void noPageBreaksARuleInEitherTheme(int width, String lang) {
    List<String> broken = new ArrayList<>();
    try (BrowserContext context = chromium.context(width, lang, "light", true)) {
      Page page = context.newPage();
      PageKinds.addresses()
          .forEach(
              (name, path) -> {
                page.navigate(at(path));
                broken.addAll(inBothThemes(page, name));
              });
      page.navigate(at("/entries"));
      page.keyboard().press("/");
      page.keyboard().type("shared memory");
      page.locator("#find-hits li").first().waitFor();
      page.keyboard().press("ArrowDown");
      broken.addAll(inBothThemes(page, "suggestions"));
      for (Map.Entry<String, byte[]> log : PageKinds.logs().entrySet()) {
        page.navigate(at("/"));
        page.locator("#log").fill(text(log.getValue()));
        // Submit the form without the page's own script.
        page.waitForNavigation(() -> page.evaluate("document.getElementById('paste').submit()"));
        broken.addAll(inBothThemes(page, log.getKey()));
      }
      broken.addAll(withPlaceholders(page));
      broken.addAll(inEveryStepOfSharing(page));
      for (Map.Entry<String, List<byte[]>> pair : PageKinds.pairs().entrySet()) {
        page.navigate(at("/compare"));
        page.locator("#good").fill(text(pair.getValue().getFirst()));
        page.locator("#bad").fill(text(pair.getValue().getLast()));
        page.waitForNavigation(() -> page.locator("main .button--primary").click());
        broken.addAll(inBothThemes(page, pair.getKey()));
      }
    }
    assertThat(broken).isEmpty();
  }

  /**
   * Checks a command that was copied with a placeholder in it and one whose placeholder was filled
   * in.
   */
  private List<String> withPlaceholders(Page page) {
    page.navigate(at("/"));
    page.locator("#log").fill(text(TestClient.log()));
    page.waitForNavigation(() -> page.evaluate("document.getElementById('paste').submit()"));
    page.locator(".fix .copyable__button").first().click();
    page.locator(".command__warning").first().waitFor();
    List<String> broken = new ArrayList<>(inBothThemes(page, "placeholder left"));
    page.locator(".fix .command__blank").first().fill("registry/train:1");
    page.locator(".command__blank--filled").first().waitFor();
    broken.addAll(inBothThemes(page, "placeholder filled in"));
    return broken;
  }

  /**
   * Checks the preview, the shared diagnosis as its owner and as another reader see it, and both
   * deletion pages.
   */
  private List<String> inEveryStepOfSharing(Page page) {
    List<String> broken = new ArrayList<>();
    page.navigate(at("/"));
    page.locator("#log").fill(text(TestClient.log()));
    page.waitForNavigation(() -> page.evaluate("document.getElementById('paste').submit()"));
    page.waitForNavigation(() -> page.locator("#again button").click());
    broken.addAll(inBothThemes(page, "preview"));
    page.waitForNavigation(() -> page.locator("#again .button--primary").click());
    broken.addAll(inBothThemes(page, "saved"));
    page.waitForNavigation(() -> page.locator("#delete").click());
    broken.addAll(inBothThemes(page, "delete"));
    page.waitForNavigation(() -> page.locator(".button--danger").click());
    broken.addAll(inBothThemes(page, "deleted"));
    return broken;
  }

  @ParameterizedTest
  @CsvSource({"1280, en", "390, zh"})
  void theDeskOfCuratorsBreaksNoRuleEither(int width, String lang) {
    List<String> broken = new ArrayList<>();
    try (BrowserContext context = chromium.context(width, lang, "light", true)) {
      context.setExtraHTTPHeaders(
          Map.of("Authorization", CuratePageTests.credentials(CuratePageTests.PASSWORD)));
      Page page = context.newPage();
      page.navigate(at("/curate?lang=" + lang));
      broken.addAll(inBothThemes(page, "desk"));
      page.locator("#log").fill(text(TestClient.log()));
      page.waitForNavigation(() -> page.locator("button[value=draft]").click());
      page.locator(".curate__notice").waitFor();
      broken.addAll(inBothThemes(page, "draft"));
      page.waitForNavigation(() -> page.locator("button[value=try]").click());
      page.locator(".curate .answer").waitFor();
      broken.addAll(inBothThemes(page, "trial"));
      String written = page.locator("#yaml").inputValue();
      page.waitForNavigation(() -> page.locator("header .top__language").click());
      page.locator(".curate .answer").waitFor();
      assertThat(page.locator("#yaml").inputValue()).isEqualTo(written);
    }
    assertThat(broken).isEmpty();
  }

  /** Stacked links without other text must not rely on the height of the font. */
  @Test
  void linksAloneInACellAreTallEnoughInAnyFont() {
    try (BrowserContext context = chromium.context(390, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("#log").fill(text(PageKinds.logs().get("result-code")));
      page.waitForNavigation(() -> page.evaluate("document.getElementById('paste').submit()"));
      page.locator(".codes__table").waitFor();
      List<?> heights =
          (List<?>)
              page.evaluate(
                  """
                  () => [...document.querySelectorAll('.codes__table tbody th a')].map((link) => {
                    link.style.lineHeight = 1;
                    return link.getBoundingClientRect().height;
                  })
                  """);
      assertThat(heights)
          .isNotEmpty()
          .allSatisfy(
              height -> assertThat(((Number) height).doubleValue()).isGreaterThanOrEqualTo(24));
    }
  }

  @Test
  void theRulesSeeAButtonThatIsCalledOtherThanItReads() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries"));
      page.evaluate(
          """
          () => {
            const button = document.createElement('button');
            button.textContent = 'Send';
            button.ariaLabel = 'Forward';
            document.querySelector('main').append(button);
          }
          """);
      assertThat(violations(page, "browse"))
          .anyMatch(v -> v.contains("label-content-name-mismatch"));
    }
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

  @Test
  void theRulesSeeWhatIsBrokenInOneThemeOnly() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries"));
      for (String colour : List.of("#222", "#eee")) {
        page.evaluate(
            "colour => document.querySelector('main .lead').style.color = colour", colour);
        assertThat(inBothThemes(page, "browse"))
            .isNotEmpty()
            .allMatch(v -> v.contains("color-contrast"))
            .allMatch(v -> v.contains(colour.equals("#222") ? "in dark" : "in light"));
      }
    }
  }

  /**
   * Checks the page in both themes without a reload: the theme depends on the style sheet alone.
   */
  private static List<String> inBothThemes(Page page, String name) {
    List<String> broken = new ArrayList<>();
    for (ColorScheme theme : ColorScheme.values()) {
      if (theme == ColorScheme.LIGHT || theme == ColorScheme.DARK) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
        broken.addAll(violations(page, name + " in " + theme.name().toLowerCase(Locale.ROOT)));
      }
    }
    return broken;
  }

  /**
   * Returns the violations that axe-core finds. Calls its JavaScript API directly, because its
   * builder for Playwright opens a second page each time to collect results from frames, and these
   * pages have no frames.
   */
  @SuppressWarnings("unchecked")
  static List<String> violations(Page page, String name) {
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    assertThat(page.frames()).hasSize(1);
    if ((boolean) page.evaluate("window.axe === undefined")) {
      page.evaluate(AXE);
    }
    List<String> broken =
        (List<String>)
            page.evaluate(
                """
                async (tags) => {
                  const found = await axe.run(document, {
                    runOnly: {type: 'tag', values: tags},
                    // WCAG 2.5.3; axe-core marks it as experimental, so no tag enables it.
                    rules: {'label-content-name-mismatch': {enabled: true}},
                  });
                  if (found.passes.length === 0) throw new Error('no rule was run');
                  return found.violations.flatMap((rule) => rule.nodes.map(
                      (node) => `${rule.id} ${node.target} ${node.failureSummary}`));
                }
                """,
                RULES);
    return broken.stream().map(what -> name + ": " + what).toList();
  }

  private static String axe() {
    try (InputStream script = AccessibilityTests.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(byte[] log) {
    return new String(log, StandardCharsets.UTF_8);
  }
}
