package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/** User journeys in a real browser. Screenshots go to {@code target/screenshots}. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class BrowserTests extends InChromium {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  /** Returns the words of commands that are broken although they fit on one line of their box. */
  private static final String BROKEN_WORDS =
      """
      [...document.querySelectorAll('.command .word')].filter(word => {
        const box = word.closest('pre');
        const style = getComputedStyle(box);
        const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const probe = word.cloneNode(true);
        probe.style.cssText = 'position: absolute; white-space: nowrap; max-width: none';
        word.after(probe);
        const need = probe.getBoundingClientRect().width;
        probe.remove();
        const text = document.createRange();
        text.selectNodeContents(word);
        const lines = new Set([...text.getClientRects()].map(line => Math.round(line.top)));
        return lines.size > 1 && need <= room;
      }).map(word => word.textContent)
      """;

  @BeforeAll
  static void makeFolder() throws Exception {
    Files.createDirectories(SCREENSHOTS);
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "1280, zh, dark", "390, en, dark", "390, zh, light"})
  void aLogLeadsToItsPageAndIsSharedAndDeleted(int width, String lang, String theme) {
    List<String> complaints = new ArrayList<>();
    String prefix = width + "-" + lang + "-" + theme + "-";
    boolean zh = lang.equals("zh");
    try (BrowserContext context = context(width, lang, theme, true)) {
      Page page = context.newPage();
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);

      page.navigate(at("/"));
      takeScreenshot(page, prefix + "1-front");
      page.locator("#log").fill(log());
      page.locator("#log").press("Control+Enter");

      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm 太小" : "/dev/shm is too small");
      assertThat(page.locator(".answer__verdict")).hasText(zh ? "根因" : "Root cause");
      assertThat(page.locator("#L4 mark").first()).hasClass("mark--root");
      assertThat(page.locator(".fix .copyable__button").first()).isVisible();
      takeScreenshot(page, prefix + "2-result");

      // Switch the language and back: the log is kept, and nothing is stored.
      page.locator(".top__language").click();
      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm is too small" : "/dev/shm 太小");
      assertThat(page.locator("html")).hasAttribute("lang", zh ? "en" : "zh-CN");
      page.locator(".top__language").click();
      assertThat(page.locator("html")).hasAttribute("lang", zh ? "zh-CN" : "en");

      page.locator("#again button").click();
      assertThat(page.locator("h1")).hasText(zh ? "将要保存的内容" : "What will be stored");
      takeScreenshot(page, prefix + "3-preview");
      page.locator(".top__language").click();
      assertThat(page.locator("h1")).hasText(zh ? "What will be stored" : "将要保存的内容");
      page.locator(".top__language").click();
      page.locator("#again .button--primary").click();
      assertThat(page).hasURL(Pattern.compile("/d/[a-z0-9]{26}$"));
      String link = page.locator("#link").inputValue();
      assertThat(page.locator("#L4 mark").first()).hasClass("mark--root");
      takeScreenshot(page, prefix + "3-shared");

      page.locator(".fix__page a").click();
      assertThat(page).hasURL(Pattern.compile("/entries/shm-full\\?v\\.size=9637888$"));
      assertThat(page.locator("#fix-1 .command")).containsText("--shm-size=9637888");
      takeScreenshot(page, prefix + "4-entry");
      page.navigate(at("/entries"));
      takeScreenshot(page, prefix + "5-browse");
      page.navigate(at("/search?q=shared+memory"));
      takeScreenshot(page, prefix + "6-search");

      // Another user opens the link and sees no way to delete the diagnosis.
      try (BrowserContext other = context(width, lang, theme, true)) {
        Page otherPage = other.newPage();
        otherPage.navigate(link);
        assertThat(otherPage.locator("h1")).isVisible();
        assertThat(otherPage.locator("#delete")).hasCount(0);
      }
      page.navigate(link);
      page.locator("#delete").click();
      takeScreenshot(page, prefix + "7-delete");
      page.locator(".button--danger").click();
      assertThat(page.locator("h1")).hasText(zh ? "已删除" : "Deleted");
      assertThat(complaints).isEmpty();
      assertThat(page.navigate(link).status()).isEqualTo(404);
      takeScreenshot(page, prefix + "8-gone");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "1280, zh, dark", "390, en, dark", "390, zh, light"})
  void everythingWorksWithoutScripts(int width, String lang, String theme) {
    boolean zh = lang.equals("zh");
    String prefix = "noscript-" + width + "-" + lang + "-" + theme + "-";
    try (BrowserContext context = context(width, lang, theme, false)) {
      Page page = context.newPage();
      page.navigate(at("/?sample=1"));
      page.locator("#paste .button--primary").click();
      assertThat(page.locator(".answer h1")).isVisible();
      page.waitForLoadState();
      page.navigate(at("/"));
      takeScreenshot(page, prefix + "1-front");
      page.locator("#paste .button--primary").click();
      assertThat(page.locator(".message__status")).hasText("400");
      takeScreenshot(page, prefix + "2-empty");
      page.goBack();
      page.locator("input[type=file]")
          .setInputFiles(Path.of("src/test/resources/doors/entries/shm-full/logs/docker.log"));
      page.locator("#paste .button--primary").click();
      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm 太小" : "/dev/shm is too small");
      assertThat(page.locator(".copyable__button")).hasCount(0);
      assertThat(page.locator("[hidden]:visible")).hasCount(0);
      page.locator(".logs__jump a").first().click();
      assertThat(page).hasURL(Pattern.compile("#L\\d+$"));
      page.locator(".more summary").first().click();
      assertThat(page.locator(".more .command").first()).isVisible();
      takeScreenshot(page, prefix + "3-result");
      page.locator(".top__language").click();
      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm is too small" : "/dev/shm 太小");
      page.locator(".top__language").click();

      page.locator("#again button").click();
      assertThat(page.locator("h1")).hasText(zh ? "将要保存的内容" : "What will be stored");
      takeScreenshot(page, prefix + "4-preview");
      page.locator("#again .button--link").click();
      assertThat(page.locator(".answer h1")).isVisible();
      page.waitForLoadState();
      page.locator("#again button").click();
      page.locator("#again .button--primary").click();
      assertThat(page).hasURL(Pattern.compile("/d/[a-z0-9]{26}$"));
      String link = page.locator("#link").inputValue();
      assertThat(page.url()).isEqualTo(link);
      takeScreenshot(page, prefix + "5-shared");
      page.locator("#delete").click();
      takeScreenshot(page, prefix + "6-delete");
      page.locator(".message .quiet").click();
      assertThat(page.locator("#link")).hasValue(link);
      page.locator("#delete").click();
      page.locator(".button--danger").click();
      assertThat(page.locator("h1")).hasText(zh ? "已删除" : "Deleted");
      assertThat(page.navigate(link).status()).isEqualTo(404);
    }
  }

  /** An option or a path must not be broken if it fits on one line. */
  @ParameterizedTest
  @CsvSource({"390, true", "390, false", "1280, true"})
  void commandsBreakAtTheirBlanksAlone(int width, boolean scripts) {
    try (BrowserContext context = context(width, "en", "light", scripts)) {
      Page page = context.newPage();
      int words = 0;
      for (String path : List.of("/", "/collect", "/compare", "/entries/shm-full")) {
        page.navigate(at(path));
        assertThat((List<?>) page.evaluate(BROKEN_WORDS)).describedAs(path).isEmpty();
        words += page.locator(".command .word").count();
      }
      assertThat(words).isGreaterThan(10);
      // Verify that the script does detect a broken word.
      page.navigate(at("/collect"));
      page.evaluate("document.querySelector('.command code').style.width = '8ch'");
      page.evaluate("document.querySelector('.command code').style.display = 'block'");
      page.evaluate(
          "document.querySelectorAll('.command .word').forEach(w => w.style.display = 'inline')");
      assertThat((List<?>) page.evaluate(BROKEN_WORDS)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "1280, zh, dark", "390, en, dark", "390, zh, light"})
  void twoRunsAreComparedAndTheFactsOfAMachineAsked(int width, String lang, String theme) {
    List<String> complaints = new ArrayList<>();
    String prefix = width + "-" + lang + "-" + theme + "-";
    boolean zh = lang.equals("zh");
    try (BrowserContext context = context(width, lang, theme, true)) {
      Page page = context.newPage();
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);
      page.navigate(at("/"));
      page.locator("main a[href='/compare']").click();
      takeScreenshot(page, prefix + "9-compare");
      page.locator("#bad").fill("only one");
      page.locator("main .button--primary").click();
      assertThat(page.locator(".compare__warn")).isVisible();
      assertThat(page.locator("#bad")).hasValue("only one");
      page.locator("#bad").fill("");
      page.locator("input[type=file][name=good]")
          .setInputFiles(Path.of("src/test/resources/comparison/barrier-good.log"));
      page.locator("input[type=file][name=bad]")
          .setInputFiles(Path.of("src/test/resources/comparison/barrier-bad.log"));
      page.locator("main .button--primary").click();
      assertThat(page.locator(".answer__verdict")).hasText(zh ? "第一处差异" : "First difference");
      assertThat(page.locator("main")).containsText("rank 3");
      takeScreenshot(page, prefix + "10-compared");
      page.locator(".top__language").click();
      assertThat(page.locator(".answer__verdict")).hasText(zh ? "First difference" : "第一处差异");
      page.locator(".top__language").click();
      page.locator("input[type=file][name=good]")
          .setInputFiles(Path.of("src/test/resources/comparison/fabric-good.log"));
      page.locator("input[type=file][name=bad]")
          .setInputFiles(Path.of("src/test/resources/comparison/fabric-bad.log"));
      page.locator("main .button--primary").click();
      assertThat(page.locator(".pair__bad code").first()).containsText("No device found");
      takeScreenshot(page, prefix + "11-compared");

      page.navigate(at("/collect"));
      takeScreenshot(page, prefix + "12-collect");
      page.navigate(at("/"));
      page.locator("#log").fill("# faultbook collect 1\n\n== gpu ==\nnvidia_smi: not found\n");
      page.locator("#log").press("Control+Enter");
      assertThat(page.locator(".answer__verdict")).hasText(zh ? "本机" : "This machine");
      takeScreenshot(page, prefix + "13-machine");
      // The link opens an empty form; entering the same address again would restore the result.
      page.locator("header a[href='/']").first().click();
      page.locator("#log").fill("step 1\nRuntimeError: shared memory\nbye\n");
      page.locator("#log").press("Control+Enter");
      takeScreenshot(page, prefix + "14-nomatch");
      complaints.removeIf(text -> text.contains("400"));
      assertThat(complaints).isEmpty();
    }
  }

  @Test
  void theKeyboardIsEnough() {
    try (BrowserContext context = context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/entries"));
      page.keyboard().press("Tab");
      assertThat(page.locator(".skip")).isFocused();
      page.keyboard().press("Enter");
      assertThat(page.locator("main")).isFocused();
      page.keyboard().press("/");
      assertThat(page.locator("#find")).isFocused();
      page.keyboard().type("shared memory");
      page.keyboard().press("Enter");
      assertThat(page.locator(".rows a").first()).hasText("/dev/shm is too small");
    }
  }

  @Test
  void theInterfaceCanBeTriedInTheBrowser() {
    List<String> complaints = new ArrayList<>();
    try (BrowserContext context = context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.onConsoleMessage(
          message -> {
            if (message.type().equals("error")) {
              complaints.add(message.text());
            }
          });
      page.navigate(at("/swagger-ui.html"));
      assertThat(page.locator("#operations-diagnoses-diagnose")).isVisible();
      assertThat(complaints).isEmpty();
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

  private static BrowserContext context(int width, String lang, String theme, boolean scripts) {
    return chromium.context(width, lang, theme, scripts);
  }

  private static String log() {
    return new String(TestClient.log(), StandardCharsets.UTF_8);
  }
}
