package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.FilePayload;
import dev.faultbook.TestClient;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/** Large logs in a real browser: upload, cancellation, refusal, and reading the whole log. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class LogBrowserTests extends InChromium {
  /** Timeout in milliseconds for the answer to a large, throttled upload. */
  private static final double TIMEOUT_MS = 120_000;

  private static final String LINE =
      "[2026-03-01 10:00:00,000] \u001b[32m[rank%d]\u001b[0m step %d loss 2.31 grad_norm 0.71 lr"
          + " 3.0e-04 tokens/s 51200\n";

  /** Returns whether the rendered lines fill the viewport without a gap. */
  private static final String VIEWPORT_IS_FULL =
      """
      () => {
        const whole = document.getElementById('whole');
        const top = whole.getBoundingClientRect().top + whole.clientTop;
        const box = {top, bottom: top + whole.clientHeight};
        const seen = [...document.querySelectorAll('#whole .ln')]
            .map(row => [Number(row.getAttribute('aria-rowindex')), row.getBoundingClientRect()])
            .filter(([, at]) => at.bottom > box.top && at.top < box.bottom)
            .sort(([a], [b]) => a - b);
        return seen.length > 5
            && seen[0][1].top <= box.top + 2
            && seen.at(-1)[1].bottom >= box.bottom - 2
            && seen.at(-1)[0] - seen[0][0] === seen.length - 1;
      }
      """;

  @TempDir private static Path folder;

  @Test
  void aLogOf40MegabytesShowsItsProgress() throws Exception {
    Path log = log("large.log", 400_000);
    assertThat(Files.size(log)).isGreaterThan(40_000_000);
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      page.evaluate(
          """
          () => {
            window.told = [];
            const size = document.getElementById('sentsize');
            new MutationObserver(() => told.push(size.textContent)).observe(size, {childList: true});
          }
          """);
      throttle(context, page, 20_000_000);
      page.locator("#paste input[type=file]").setInputFiles(log);
      assertThat(page.locator("#sending")).isVisible();
      assertThat(page.locator("#cancel")).isFocused();
      assertThat(page.locator(".answer h1")).hasText("/dev/shm is too small", withLongTimeout());
      assertThat(page.locator("main")).isFocused();
      assertThat(page.locator("#said")).containsText("/dev/shm is too small");
      @SuppressWarnings("unchecked")
      List<String> progress = (List<String>) page.evaluate("told");
      assertThat(progress).anyMatch(text -> text.matches("[1-9]\\d?\\.\\d MiB of 4\\d\\.\\d MiB"));
      assertThat(progress).hasSizeGreaterThan(3);

      // Back restores the form with its file; Forward restores the answer.
      page.goBack();
      assertThat(page.locator("#paste")).isVisible();
      assertThat(page.evaluate("document.querySelector('input[type=file]').files[0].name"))
          .isEqualTo("large.log");
      page.goForward();
      assertThat(page.locator(".answer h1")).isVisible();
      page.waitForLoadState();
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "390, zh, dark"})
  void anUploadOf40MegabytesIsCancelledAndNothingIsLost(int width, String lang, String theme)
      throws Exception {
    Path log = log("slow.log", 400_000);
    assertThat(Files.size(log)).isGreaterThan(40_000_000);
    List<String> ended = new ArrayList<>();
    try (BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = openFrontPage(context);
      page.onRequestFailed(request -> ended.add(request.method() + " " + request.failure()));
      page.onResponse(
          response -> {
            if (response.request().method().equals("POST")) {
              ended.add("POST answered");
            }
          });
      throttle(context, page, 2_000_000);
      page.locator("#log").fill("what I know so far");
      page.locator("#paste input[type=file]").setInputFiles(log);
      page.locator("#log").press("Control+Enter");
      // Part of the file has been sent, as the bar and the text show, and Cancel has the focus.
      assertThat(page.locator("#sentsize"))
          .hasText(Pattern.compile("[1-9]\\d?\\.\\d MiB.*4\\d\\.\\d MiB"));
      assertThat((double) page.locator("#sent").evaluate("bar => bar.value")).isBetween(1.0, 99.0);
      assertThat(page.locator("#paste")).hasAttribute("aria-busy", "true");
      assertThat(page.locator("#paste .button--primary")).isDisabled();
      assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
      assertThat(page.locator("#cancel")).isFocused();
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(Path.of("target/screenshots", "sending-" + width + ".png")));
      page.keyboard().press("Enter");
      assertThat(page.locator("#refused")).containsText(lang.equals("zh") ? "已取消" : "Cancelled");
      page.waitForCondition(() -> !ended.isEmpty());
      assertThat(ended).containsExactly("POST net::ERR_ABORTED");
      assertThat(page.locator("#sending")).isHidden();
      assertThat(page.locator("#log")).hasValue("what I know so far");
      assertThat(page.locator("#log")).isFocused();
      assertThat(page.locator("#log")).isEditable();
      assertThat(page.evaluate("document.querySelector('input[type=file]').files[0].name"))
          .isEqualTo("slow.log");

      // The same form accepts the next log.
      throttle(context, page, -1);
      page.locator("#paste input[type=file]").setInputFiles(new Path[0]);
      page.locator("#log").fill(new String(TestClient.log(), StandardCharsets.UTF_8));
      page.locator("#paste .button--primary").click();
      assertThat(page.locator(".answer h1"))
          .hasText(lang.equals("zh") ? "/dev/shm 太小" : "/dev/shm is too small");
    }
  }

  @Test
  void aLogAboveTheLimitIsNotSentButItsEndCanBe() throws Exception {
    Path log = log("huge.log", 700_000);
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      assertThat(page.locator("#kinds")).containsText("up to 64 MiB");
      page.locator("#paste input[type=file]").setInputFiles(log);
      assertThat(page.locator("#refused")).containsText(Pattern.compile("That is 7\\d\\.\\d MiB"));
      assertThat(page.locator("#sending")).isHidden();
      page.locator("#refused button").click();
      assertThat(page.locator(".answer h1")).hasText("/dev/shm is too small", withLongTimeout());
    }
  }

  @Test
  void whatIsRefusedIsKept() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      page.locator("#paste .button--primary").click();
      assertThat(page.locator("#refused")).containsText("Paste a log");
      page.locator("#log").fill("kept");
      page.locator("#paste input[type=file]")
          .setInputFiles(new FilePayload("core", "application/octet-stream", new byte[5000]));
      page.locator("#paste .button--primary").click();
      assertThat(page.locator("#refused")).containsText("This is not a text file");
      assertThat(page.locator("#log")).hasValue("kept");

      page.locator("#log").fill("shared memory");
      page.locator("#paste input[type=file]").setInputFiles(new Path[0]);
      page.locator("#log").press("Control+Enter");
      assertThat(page).hasURL(Pattern.compile("/search\\?q=shared\\+memory$"));
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "390, zh, dark"})
  void ofAHundredThousandLinesThoseInSightAreDrawn(int width, String lang, String theme)
      throws Exception {
    Path log = log("long.log", 100_000);
    try (BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = openFrontPage(context);
      page.locator("#paste input[type=file]").setInputFiles(log);
      page.locator("#all").click();
      assertThat(page.locator("#whole .ln").first()).isVisible();
      assertThat(page.locator("#whole")).hasAttribute("aria-rowcount", "100008");
      // Once scrolling stops, the viewport is filled with lines, whether a wheel or a key moved it.
      page.locator("#whole").hover();
      for (int turn = 0; turn < 6; turn++) {
        page.mouse().wheel(0, turn % 2 == 0 ? 90_000 : -2_000);
        page.waitForFunction(VIEWPORT_IS_FULL);
        // The number of rendered lines bounds the work per frame, whatever the log's length.
        assertThat(countRenderedLines(page)).isLessThan(300);
      }
      page.locator("#whole").focus();
      for (String key : List.of("PageDown", "End", "PageUp", "ArrowDown", "Home")) {
        page.keyboard().press(key);
        page.waitForFunction(VIEWPORT_IS_FULL);
      }
      assertThat(page.locator("#whole .ln[aria-rowindex='1']")).containsText("step 0 ");
      assertThat(countRenderedLines(page)).isLessThan(300);
      page.locator("#next").click();
      // Finding 18: the first press goes to the lead's proof, not to the harmless line above it.
      assertThat(page.locator("#whole .is-current")).containsText("shared memory segment");
      assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(Path.of("target/screenshots", "whole-log-" + width + ".png")));
      assertThat(AccessibilityTests.violations(page, "whole log")).isEmpty();
    }
  }

  @Test
  void theWholeLogIsReadByKeyboardSearchedAndCopied() throws Exception {
    Path log = log("read.log", 5_000);
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      page.locator("#paste input[type=file]").setInputFiles(log);
      assertThat(page.locator("#where")).hasText("– of 3");
      // First, navigate within the excerpts of the lines that matter.
      page.keyboard().press("n");
      assertThat(page.locator("#parts .is-current")).hasAttribute("id", "L2504");
      assertThat(page.locator("#where")).hasText("2 of 3");
      assertThat(page.locator("#said")).containsText("line 2504:");
      page.keyboard().press("p");
      assertThat(page.locator("#where")).hasText("1 of 3");
      page.locator("#parts .log__gap button").first().click();
      assertThat(page.locator("#whole")).isFocused();
      assertThat(page.locator("#whole .is-current .ln__number")).hasText("4");
      page.keyboard().press("n");
      assertThat(page.locator("#whole .is-current mark")).hasClass("mark--harmless");
      page.keyboard().press("n");
      assertThat(page.locator("#whole .is-current mark").first()).hasClass("mark--root");

      page.keyboard().press("End");
      assertThat(page.locator("#whole .ln[aria-rowindex='5008']")).containsText("step 4999 ");
      page.keyboard().press("PageUp");
      page.keyboard().press("Home");
      assertThat(page.locator("#whole .ln[aria-rowindex='1']")).containsText("step 0 ");
      assertThat(page.locator("#whole .ln[aria-rowindex='1'] .ansi--green")).hasText("[rank0]");
      page.keyboard().press("PageDown");
      page.keyboard().press("ArrowDown");
      assertThat(page.evaluate("document.getElementById('whole').scrollTop > 100")).isEqualTo(true);

      page.locator("#lookup").fill("STEP 49");
      assertThat(page.locator("#found")).hasText("12 of 111");
      assertThat(page.locator("#whole .is-current")).containsText("step 4900 ");
      page.locator("#lookup").press("Enter");
      assertThat(page.locator("#found")).hasText("13 of 111");
      page.locator("#lookup").press("Shift+Enter");
      assertThat(page.locator("#found")).hasText("12 of 111");
      page.locator("#lookup").fill("no such words");
      assertThat(page.locator("#found")).hasText("not found");

      // A selection survives when the viewport moves away from it.
      page.locator("#whole").focus();
      page.keyboard().press("Home");
      assertThat(page.locator("#whole .ln[aria-rowindex='3']")).isVisible();
      page.evaluate(
          """
          () => {
            const line = (n) => document.querySelector(`#whole .ln[aria-rowindex='${n}'] code`);
            getSelection().setBaseAndExtent(line(1).firstChild, 0, line(3), 1);
          }
          """);
      page.keyboard().press("End");
      assertThat(page.locator("#whole .ln[aria-rowindex='5008']")).isVisible();
      assertThat((String) page.evaluate("getSelection().toString()"))
          .contains("step 0 ", "step 1 ");

      // Keyboard shortcuts can be switched off and stay off.
      page.locator("#keys").uncheck();
      page.keyboard().press("n");
      assertThat(page.locator("#where")).hasText("– of 3");
    }
  }

  /** Regression: the whole log showed marks of direction and C1 controls, unlike the excerpts. */
  @Test
  void theWholeLogShowsNoMarksOfDirection() throws Exception {
    Path log = log("marks.log", 3_000);
    String hostile = "file \u202egpj.exe\u202c \u2066iso\u200b \u009b31m \u00ad \udb40\udc41 end\n";
    Files.writeString(log, hostile + Files.readString(log));
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      page.locator("#paste input[type=file]").setInputFiles(log);
      page.locator("#all").click();
      assertThat(page.locator("#whole .ln[aria-rowindex='1'] code"))
          .hasText("file gpj.exe iso \ufffd31m   end");
      assertThat((String) page.evaluate("document.getElementById('whole').textContent"))
          .contains("file gpj.exe iso \ufffd31m")
          .doesNotContainPattern(
              "[\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]");
    }
  }

  @Test
  void aSharedLogIsReadWholeToo() throws Exception {
    Path log = log("shared.log", 3_000);
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openFrontPage(context);
      page.locator("#paste input[type=file]").setInputFiles(log);
      page.locator("#again button").click();
      page.locator("#again .button--primary").click();
      assertThat(page.locator("#link")).isVisible();
      page.locator("#all").click();
      assertThat(page.locator("#whole .ln").first()).containsText("step 0 ");
      page.locator(".logs__jump a").first().click();
      assertThat(page.locator("#whole .is-current .ln__number")).hasText("1503");
      page.reload();
      assertThat(page.locator("#L1503")).hasClass(Pattern.compile("current"));
    }
  }

  private static int countRenderedLines(Page page) {
    return ((Number) page.evaluate("document.querySelectorAll('#whole .ln').length")).intValue();
  }

  private Page openFrontPage(BrowserContext context) {
    Page page = context.newPage();
    page.navigate(at("/"));
    return page;
  }

  /** Limits the upload rate to that of a real network; -1 removes the limit. */
  private static void throttle(BrowserContext context, Page page, long bytesPerSecond) {
    CDPSession devtools = context.newCDPSession(page);
    com.google.gson.JsonObject line = new com.google.gson.JsonObject();
    line.addProperty("offline", false);
    line.addProperty("latency", 0);
    line.addProperty("downloadThroughput", -1);
    line.addProperty("uploadThroughput", bytesPerSecond);
    devtools.send("Network.enable");
    devtools.send("Network.emulateNetworkConditions", line);
  }

  private static LocatorAssertions.HasTextOptions withLongTimeout() {
    return new LocatorAssertions.HasTextOptions().setTimeout(TIMEOUT_MS);
  }

  /** Writes ordinary lines with the failure, eight lines long, in the middle. */
  private static Path log(String name, int lines) throws IOException {
    Path file = folder.resolve(name);
    try (Writer out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < lines; i++) {
        if (i == lines / 2) {
          out.write(new String(TestClient.log(), StandardCharsets.UTF_8));
        }
        out.write(LINE.formatted(i % 8, i));
      }
    }
    return file;
  }
}
