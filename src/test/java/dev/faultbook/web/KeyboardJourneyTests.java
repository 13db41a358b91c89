package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.TestClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * Walks each page from its first to its last tab stop with the Tab key alone. Every control must be
 * reached exactly once, show its focus and release it.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class KeyboardJourneyTests extends InChromium {
  private static final int MOST_STOPS = 500;

  /**
   * Numbers the tab stops and returns their names. Line numbers of the log are left out: they are
   * links for the mouse and would put hundreds of stops before whatever follows the log. The keys N
   * and P lead to the lines that matter.
   */
  private static final String NUMBER_STOPS =
      """
      () => {
        const all = [...document.querySelectorAll(
            'a[href], button, input, textarea, select, summary, [tabindex="0"]')]
            .filter(e => e.checkVisibility() && !e.disabled && e.type !== 'hidden')
            .filter(e => !e.matches('.ln a[href^="#L"]'))
            // A drawing is for the mouse; the legend below it has the same links.
            .filter(e => !e.closest('svg[aria-hidden]'));
        all.forEach((e, i) => { e.stop = i; });
        // The walk starts before the first tab stop.
        const start = document.createElement('span');
        start.tabIndex = -1;
        document.body.prepend(start);
        start.focus();
        scrollTo(0, 0);
        return all.map(e => e.tagName + '#' + e.id + ' ' + (e.textContent || '').trim().slice(0, 30));
      }
      """;

  /** Returns the focused element and what is wrong with its appearance. */
  private static final String FOCUSED_STOP =
      """
      () => {
        const e = document.activeElement;
        if (e === document.body || e === document.documentElement) return null;
        const at = e.getBoundingClientRect();
        const style = getComputedStyle(e);
        const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
        // The bounding box of a wrapped link has corners outside the link.
        const line = [...e.getClientRects()].find(r => r.bottom > 0 && r.top < innerHeight) ?? at;
        const seen = document.elementFromPoint(
            Math.min(innerWidth - 1, line.left + Math.min(line.width / 2, 8)),
            line.top + line.height / 2);
        const wrong = [];
        if (!ring) wrong.push('no ring');
        if (at.width < 2 || at.height < 2) wrong.push('too small');
        if (at.bottom <= 0 || at.top >= innerHeight) wrong.push('out of sight');
        if (at.left < -1 || at.right > innerWidth + 1) wrong.push('beside the page');
        if (!seen || !(e.contains(seen) || seen.contains(e))) wrong.push('covered');
        const name = e.tagName + '#' + e.id + ' ' + (e.textContent || e.value || '').trim().slice(0, 30);
        return {stop: e.stop ?? -1, name, wrong: wrong.join(', ')};
      }
      """;

  @ParameterizedTest
  @CsvSource({"1280, en, light", "390, zh, dark"})
  void everyControlIsReachedSeenAndLeft(int width, String lang, String theme) {
    List<String> wrong = new ArrayList<>();
    try (BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = context.newPage();
      for (String path :
          List.of(
              "/",
              "/entries?kind=cause",
              "/entries/shm-full",
              "/search?q=shared+memory",
              "/compatibility?gpu=RTX+5090&driver=535.129.03&torch=2.0.0%2Bcu118",
              "/compare",
              "/collect",
              "/stats",
              "/nothing")) {
        page.navigate(at(path));
        wrong.addAll(walk(page, path));
      }
      for (Map.Entry<String, String> log :
          Map.of("a result", text(TestClient.log()), "ranks", ranks()).entrySet()) {
        paste(page, log.getValue());
        wrong.addAll(walk(page, log.getKey()));
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
        wrong.addAll(walk(page, log.getKey() + ", opened"));
      }
      page.locator("#all").focus();
      page.keyboard().press("Enter");
      assertThat(page.locator("#whole .ln").first()).isVisible();
      wrong.addAll(walk(page, "the whole log"));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theWalkSeesWhatIsWrong() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/collect"));
      page.evaluate("document.querySelector('.foot a').tabIndex = -1");
      page.evaluate("document.querySelector('.copyable__button').style.outline = 'none'");
      assertThat(walk(page, "collect"))
          .anyMatch(fault -> fault.contains("is not reached"))
          .anyMatch(fault -> fault.contains("no ring"));
      page.evaluate(
          "document.querySelector('.copyable__button').addEventListener('keydown', e => e.preventDefault())");
      assertThat(walk(page, "collect")).anyMatch(fault -> fault.contains("holds the focus"));
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en", "390, zh"})
  void aDiagnosisIsAskedForReadAndLeftByKeysAlone(int width, String lang) {
    try (BrowserContext context = chromium.context(width, lang, "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      assertThat(page.locator("#log")).isFocused();
      page.keyboard().insertText(ranks());
      page.keyboard().press("Control+Enter");
      assertThat(page.locator(".answer h1")).isVisible();
      // The answer is visible before the script that makes lines focusable has run; it shows the
      // buttons that lead through the evidence.
      assertThat(page.locator(".logbar__steps:not([hidden])")).isAttached();

      // Go from the timeline to the line that it links to, then to the next piece of evidence.
      page.locator(".lanes a").first().focus();
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile("#L\\d+$"));
      assertThat(page.locator("#parts .ln.is-current")).isInViewport();
      assertThat(page.locator("#parts .ln.is-current")).isFocused();
      String first = page.locator("#parts .ln.is-current .ln__number").textContent();
      page.keyboard().press("n");
      assertThat(page.locator("#parts .ln.is-current .ln__number")).not().hasText(first);
      page.keyboard().press("p");
      assertThat(page.locator("#parts .ln.is-current .ln__number")).hasText(first);

      // Open a fold, then the whole log, which must release the focus.
      page.locator("#all").focus();
      page.keyboard().press("Space");
      assertThat(page.locator("#whole")).isVisible();
      page.locator("#whole").focus();
      page.keyboard().press("End");
      page.keyboard().press("Tab");
      assertThat(page.locator("#whole")).not().isFocused();
      page.keyboard().press("Shift+Tab");
      assertThat(page.locator("#whole")).isFocused();

      // The slash key finds in the log, the question mark lists the keys.
      page.keyboard().press("/");
      assertThat(page.locator("#lookup")).isFocused();
      page.keyboard().press("Shift+Tab");
      page.keyboard().press("?");
      assertThat(page.locator("#keyhelp")).isVisible();
      page.keyboard().press("Escape");
      assertThat(page.locator("#keyhelp")).isHidden();

      // Elsewhere it leads to the search; Escape closes its list and keeps the query.
      page.navigate(at("/entries"));
      page.keyboard().press("/");
      assertThat(page.locator("#find")).isFocused();
      assertThat(page.locator("#find")).isInViewport();
      page.keyboard().type("shared");
      assertThat(page.locator("#find-hits")).isVisible();
      page.keyboard().press("Escape");
      assertThat(page.locator("#find-hits")).isHidden();
      assertThat(page.locator("#find")).hasValue("shared");
      page.keyboard().press("Tab");
      assertThat(page.locator("#find")).not().isFocused();
    }
  }

  private List<String> walk(Page page, String where) {
    @SuppressWarnings("unchecked")
    List<String> all = (List<String>) page.evaluate(NUMBER_STOPS);
    assertThat(all).isNotEmpty();
    List<String> wrong = new ArrayList<>();
    Set<Integer> reached = new HashSet<>();
    for (int i = 0; i < MOST_STOPS; i++) {
      page.keyboard().press("Tab");
      @SuppressWarnings("unchecked")
      Map<String, Object> stop = (Map<String, Object>) page.evaluate(FOCUSED_STOP);
      if (stop == null) {
        break;
      }
      String name = stop.get("name").toString();
      int number = ((Number) stop.get("stop")).intValue();
      if (number == 0 && !reached.isEmpty()) {
        // The focus went through the browser's own controls and is back at the start.
        break;
      }
      if (!reached.add(number)) {
        wrong.add(where + ": " + name + " holds the focus or has it twice");
        break;
      }
      if (!stop.get("wrong").equals("")) {
        wrong.add(where + ": " + name + ": " + stop.get("wrong"));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (!reached.contains(i)) {
        wrong.add(where + ": " + all.get(i) + " is not reached");
      }
    }
    return wrong;
  }

  private void paste(Page page, String log) {
    // From a result page, the same address would be a reload, which restores the result.
    page.navigate("about:blank");
    page.navigate(at("/"));
    page.locator("#log").fill(log);
    page.locator("#log").press("Control+Enter");
    assertThat(page.locator(".answer h1")).isVisible();
    // The answer is visible before the script that shows further buttons has run.
    page.waitForLoadState();
    // Wait until the script has shown the controls of the log.
    page.locator("#matters").waitFor();
  }

  /** Returns the log of eight ranks, one of which runs out of shared memory. */
  private static String ranks() {
    StringBuilder log = new StringBuilder();
    for (int step = 0; step < 30; step++) {
      for (int rank = 0; rank < 8; rank++) {
        log.append(
            "2026-03-01 10:00:%02d.%03d [rank%d]: step %d\n".formatted(step, rank, rank, step));
      }
    }
    return log + text(TestClient.log());
  }

  private static String text(byte[] log) {
    return new String(log, StandardCharsets.UTF_8);
  }
}
