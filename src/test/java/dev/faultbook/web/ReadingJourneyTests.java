package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.faultbook.TestClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** User journeys in a real browser: finding, reading and rating entries. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class ReadingJourneyTests extends InChromium {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  @Autowired private JdbcClient sql;

  @BeforeAll
  static void makeFolder() throws Exception {
    Files.createDirectories(SCREENSHOTS);
  }

  @BeforeEach
  void empty() {
    sql.sql("delete from feedback where diagnosis is null").update();
  }

  /** Regression: "No" opened a text field without a button to send the comment. */
  @ParameterizedTest
  @ValueSource(ints = {390, 1280})
  void whoSaysNoToAnAnswerCanSendWhatWasWrong(int width) {
    try (BrowserContext context = chromium.context(width, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("#log").fill(new String(TestClient.log(), UTF_8));
      page.locator("#log").press("Control+Enter");
      Locator send = page.getByText("Send", new Page.GetByTextOptions().setExact(true));
      assertThat(page.locator(".answer h1")).isVisible();
      assertThat(send).isHidden();
      page.locator(".verdictvote button[value=no]").first().click();
      page.locator("#actual").fill("shared memory");
      assertThat(page.locator("#actuals option[value=shm-full]")).hasCount(1);
      page.locator("#actual").fill("shm-full");
      page.locator("#wrong").fill("it was the disk");
      send.click();
      assertThat(page.locator(".verdictvote__thanks")).isVisible();
      assertThat(
              sql.sql(
                      "select actual || ': ' || comment from feedback"
                          + " where diagnosis is null and not helpful")
                  .query(String.class)
                  .list())
          .containsExactly("shm-full: it was the disk");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1280, en, light, true",
    "1280, zh, dark, false",
    "390, en, dark, false",
    "390, zh, light, true"
  })
  void anEntryIsFoundReadAndJudged(int width, String lang, String theme, boolean scripts) {
    List<String> complaints = new ArrayList<>();
    boolean zh = lang.equals("zh");
    String prefix = "reading-" + width + "-" + lang + "-" + theme + "-";
    try (BrowserContext context = chromium.context(width, lang, theme, scripts)) {
      Page page = context.newPage();
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);

      // Browse: set two filters, then remove one.
      page.navigate(at("/entries"));
      page.locator("[aria-labelledby=n-kind] a").first().click();
      page.locator("[aria-labelledby=n-component] a").last().click();
      assertThat(page).hasURL(Pattern.compile("kind=cause&component="));
      assertThat(page.locator(".narrowings [aria-current]")).hasCount(2);
      takeScreenshot(page, prefix + "1-narrowed");
      page.locator("[aria-labelledby=n-component] [aria-current]").click();
      assertThat(page).hasURL(Pattern.compile("/entries\\?kind=cause$"));

      // Search and open the first result.
      page.locator("#find").fill("shared memory");
      page.locator("#find").press("Enter");
      assertThat(page.locator(".rows a").first()).isVisible();
      takeScreenshot(page, prefix + "2-hits");
      page.locator(".rows a").first().click();
      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm 太小" : "/dev/shm is too small");
      page.locator(".entry__contents a[href='#related']").click();
      assertThat(page).hasURL(Pattern.compile("#related$"));
      takeScreenshot(page, prefix + "3-entry");

      // Follow an arrow of the diagram, then go back.
      page.locator(".relations__side a").first().click();
      assertThat(page).hasURL(Pattern.compile("/entries/system-error$"));
      page.goBack();

      page.locator("#comment").fill("ask me@example.com");
      page.locator(".vote button[value=no]").click();
      assertThat(page).hasURL(Pattern.compile("thanks=1#feedback$"));
      assertThat(page.locator(".vote__thanks")).isVisible();
      assertThat(
              sql.sql("select comment from feedback where diagnosis is null")
                  .query(String.class)
                  .list())
          .containsExactly("ask <email-1>");

      page.locator(".foot a[href='/stats']").click();
      assertThat(page.locator("h1")).hasText(zh ? "哪些故障最常见" : "What fails most");
      takeScreenshot(page, prefix + "4-stats");
      assertThat(complaints).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void hitsAppearWhileTypingAndTheKeyboardIsEnough(String lang) {
    try (BrowserContext context = chromium.context(1280, lang, "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries"));
      Locator field = page.locator("#find");
      Locator list = page.locator("#find-hits");
      page.keyboard().press("/");
      assertThat(field).isFocused();
      assertThat(field).hasAttribute("role", "combobox");
      // Wait for the results of the whole query. Those of a prefix may arrive first, and the
      // selection is lost when they are replaced.
      page.waitForResponse(
          answer -> answer.url().contains("mem"), () -> page.keyboard().type("shared mem"));
      assertThat(list).isVisible();
      assertThat(field).hasAttribute("aria-expanded", "true");
      if (lang.equals("en")) {
        assertThat(list.locator("mark").first()).isVisible();
      }
      assertThat(page.locator("#said")).not().isEmpty();
      assertThat(list.locator("[aria-selected=true]")).hasCount(0);

      page.keyboard().press("ArrowDown");
      assertThat(field).hasAttribute("aria-activedescendant", "find-hits-0");
      assertThat(list.locator("[aria-selected=true]")).hasCount(1);
      assertThat(field).isFocused();
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(SCREENSHOTS.resolve("reading-suggest-" + lang + ".png")));
      page.keyboard().press("ArrowUp");
      assertThat(list.locator("[aria-selected=true]")).hasCount(0);
      page.keyboard().press("ArrowUp");
      assertThat(list.locator("li").last()).hasAttribute("aria-selected", "true");

      page.keyboard().press("Escape");
      assertThat(list).isHidden();
      assertThat(field).hasAttribute("aria-expanded", "false");
      assertThat(field).hasValue("shared mem");
      page.keyboard().press("ArrowDown");
      assertThat(list).isVisible();
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile("/entries/shm-full$"));

      // Without a selection, Enter searches. If nothing is found, the page says so.
      page.keyboard().press("/");
      page.keyboard().type("qqqqqq");
      assertThat(page.locator("#said")).hasText(lang.equals("zh") ? "没有找到相关条目。" : "No results.");
      assertThat(list).isHidden();
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile("/search\\?q=qqqqqq$"));
    }
  }

  @Test
  void anEntryIsPrintedWithoutWhatPaperCannotDo() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries/shm-full"));
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      for (String gone :
          List.of(".top", ".entry__contents", ".copyable__button", "#feedback", ".foot")) {
        assertThat(page.locator(gone).first()).isHidden();
      }
      assertThat(page.locator("#fix-1 .command")).isVisible();
      assertThat(((String) page.locator("#revision").evaluate("e => e.innerText")).strip())
          .doesNotEndWith("·");
      // Print uses light colours even if the screen uses the dark theme.
      page.emulateMedia(
          new Page.EmulateMediaOptions().setMedia(Media.PRINT).setColorScheme(ColorScheme.DARK));
      assertThat(page.locator(".tag--cause")).hasCSS("color", "rgb(168, 32, 26)");
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(SCREENSHOTS.resolve("reading-print.png"))
              .setFullPage(true));
    }
  }

  /** Takes a screenshot and verifies that the page does not overflow horizontally. */
  private static void takeScreenshot(Page page, String name) {
    Object overflow =
        page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assertThat(overflow).describedAs(name).isEqualTo(0);
    page.screenshot(
        new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")).setFullPage(true));
  }
}
