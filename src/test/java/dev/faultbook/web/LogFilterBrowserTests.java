package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.KeyboardModifier;
import dev.faultbook.TestClient;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * The viewer with several log files: file names, line numbers, ranks, timestamps and links to
 * lines.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class LogFilterBrowserTests extends InChromium {
  private static final String MESSAGE =
      "NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Q3 (size 9637888),"
          + " error: No space left on device (28)";

  /** Lines before the failure in rank 2's file, which follows two other files of 40 lines each. */
  private static final int STEPS = 40;

  private static FilePayload file(int rank) {
    StringBuilder log = new StringBuilder();
    for (int step = 0; step < STEPS; step++) {
      log.append("2026-03-01 10:%02d:07,250 INFO step %d loss 2.3%n".formatted(step, step));
    }
    if (rank == 2) {
      log.append("2026-03-01 10:41:00,000 ERROR ").append(MESSAGE).append(" x".repeat(300));
    }
    return new FilePayload(
        "rank" + rank + ".log", "text/plain", log.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Page openResult(BrowserContext context) {
    Page page = context.newPage();
    page.navigate(at("/"));
    page.locator("input[type=file]")
        .setInputFiles(new FilePayload[] {file(0), file(1), file(2), file(3)});
    assertThat(page.locator(".answer h1")).isVisible();
    page.waitForLoadState();
    return page;
  }

  @Test
  void aRangeOfLinesHasALinkAndIsCopiedWithoutItsColumns() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
      Page page = openResult(context);
      page.locator("#L119 .ln__number").click();
      page.locator("#L121 .ln__number")
          .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
      assertThat(page).hasURL(Pattern.compile("#L119-L121$"));
      assertThat(page.locator(".ln.is-current")).hasCount(3);
      page.evaluate(
          """
          () => getSelection().setBaseAndExtent(
              document.getElementById('L120'), 0,
              document.getElementById('L121').querySelector('code'), 1)""");
      page.keyboard().press("ControlOrMeta+C");
      String code = page.locator("#L120 code").textContent();
      assertThat(page.locator("#L120 .ln__time")).not().isEmpty();
      assertThat((String) page.evaluate("navigator.clipboard.readText()"))
          .isEqualTo(code + "\n2026-03-01 10:41:00,000 ERROR NCCL WARN ");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en", "390, zh"})
  void linesKeepTheirFilesAndNumbers(int width, String lang) {
    try (BrowserContext context = chromium.context(width, lang, "light", true)) {
      Page page = openResult(context);
      assertThat(page.locator(".answer .proof a").first()).hasText("rank2.log:41");
      assertThat(page.locator(".ranks__first a")).hasText("rank2.log:41");
      assertThat(page.locator("#parts .log__file"))
          .hasText(new String[] {"rank0.log", "rank1.log", "rank2.log", "rank3.log"});
      Locator line = page.locator("#L121");
      assertThat(line.locator(".ln__number")).hasText("41");
      assertThat(line.locator(".ln__lane")).hasText("2");
      assertThat(line.locator(".ln__time")).hasText("10:41:00");
      assertThat(page.locator("#ticket")).hasValue(Pattern.compile("rank2\\.log:41: 2026-03-01"));

      page.locator("#all").click();
      Locator first = page.locator("#whole .ln").first();
      assertThat(first).hasText("rank0.log");
      Locator row = page.locator("#whole .ln[aria-rowindex='1']");
      assertThat(row.locator(".ln__lane")).hasText("0");
      assertThat(row.locator(".ln__time")).hasText("10:00:07.25");
      assertThat(row.locator("code")).containsText("step 0 loss");
      assertThat(AccessibilityTests.violations(page, "several files")).isEmpty();
      assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
    }
  }

  @Test
  void ranksFilterTheWholeLog() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openResult(context);
      Locator second = page.locator(".log__lane[data-lane='2']");
      // Wait until the script shows the button; a hidden button cannot take the focus.
      assertThat(second).isVisible();
      second.focus();
      page.keyboard().press("Enter");
      assertThat(second).hasAttribute("aria-pressed", "true");
      assertThat(page.locator("#said")).hasText("40 lines of 1");
      assertThat(page.locator("#whole .ln[aria-rowindex='41'] .ln__number")).hasText("1");
      assertThat(page.locator("#whole .ln[aria-rowindex='40']")).hasCount(0);
      page.locator("#whole").focus();
      page.keyboard().press("End");
      assertThat(page.locator("#whole .ln[aria-rowindex='80']")).isVisible();
      assertThat(page.locator("#whole .ln[aria-rowindex='81']")).hasCount(0);

      // The search finds only lines of the selected rank.
      page.locator("#lookup").fill("step 7 ");
      assertThat(page.locator("#found")).hasText("1 of 1");
      page.locator(".log__lane[data-lane='4']").click();
      assertThat(page.locator("#found")).hasText("1 of 2");

      // A linked line is shown whichever rank is selected.
      page.locator("#lookup").fill("");
      assertThat(page.locator("#found")).hasText("");
      page.locator(".answer .proof a").first().click();
      assertThat(page.locator("#whole .is-current")).containsText("shared memory segment");
      assertThat(second).hasAttribute("aria-pressed", "false");
      page.locator(".log__lane[data-lane='3']").click();
      assertThat(page.locator("#whole .ln[aria-rowindex='120']")).isVisible();
      assertThat(page.locator("#whole .ln[aria-rowindex='80']")).hasCount(0);
      page.locator("#everylane").click();
      assertThat(page.locator("#said")).hasText("All lines are shown again");
      assertThat(page.locator("#everylane")).isHidden();
    }
  }

  @Test
  void aTimeAroundTheProofNarrowsTheLogOfAllRanks() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openResult(context);
      page.locator("#all").click();
      page.locator("#span").selectOption("600000");
      // Of 10:31 to 10:51: the last nine steps of four ranks, and the failure.
      assertThat(page.locator("#said")).hasText(Pattern.compile("^37 lines of .*10 minutes"));
      assertThat(page.locator("#whole .ln[aria-rowindex='32']")).isVisible();
      assertThat(page.locator("#whole .ln[aria-rowindex='31']")).hasCount(0);
      page.locator("#span").selectOption("0");
      assertThat(page.locator("#said")).hasText("All lines are shown again");
    }
  }

  @Test
  void whatIsLookedForWhileTheLogIsUnpackedIsAnsweredOnceItIsThere() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      // The log stays compressed until the test lets the worker unpack it.
      context.addInitScript(
          """
          const Plain = Worker;
          window.Worker = class extends Plain {
            postMessage(message) {
              if (message.do === "open") {
                window.unpack = () => super.postMessage(message);
              } else {
                super.postMessage(message);
              }
            }
          };
          """);
      Page page = openResult(context);
      page.locator("#lookup").fill("no such words");
      page.locator("#lookup").press("Enter");
      page.locator("#lookup").fill("step 7 ");
      page.locator("#lookup").press("Enter");
      assertThat(page.locator("#whole")).hasText("Unpacking the log…");
      assertThat(page.locator("#found")).hasText("");
      page.evaluate("unpack()");
      assertThat(page.locator("#found")).hasText("1 of 4");
      assertThat(page.locator("#whole .is-current code")).containsText("step 7 loss");
    }
  }

  @Test
  void longLinesWrapAndEveryLineIsReached() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openResult(context);
      page.locator("#wrap").click();
      assertThat(page.locator("#wrap")).hasAttribute("aria-pressed", "true");
      page.locator("#next").click();
      Locator line = page.locator("#whole .ln[aria-rowindex='121']");
      assertThat(line).hasClass(Pattern.compile("current"));
      assertThat(((Number) line.evaluate("e => e.offsetHeight")).intValue()).isGreaterThan(35);
      assertThat(page.evaluate("document.getElementById('whole').scrollWidth"))
          .isEqualTo(page.evaluate("document.getElementById('whole').clientWidth"));
      // Lines do not overlap.
      assertThat(
              page.evaluate(
                  """
                  () => {
                    const at = [...document.querySelectorAll('#whole .ln')]
                        .map(row => row.getBoundingClientRect()).sort((a, b) => a.top - b.top);
                    return at.every((box, i) => i === 0 || box.top >= at[i - 1].bottom - 1);
                  }
                  """))
          .isEqualTo(true);
      page.locator("#whole").focus();
      page.keyboard().press("End");
      assertThat(page.locator("#whole .ln[aria-rowindex='161']")).isVisible();
      page.locator("#wrap").click();
      assertThat(((Number) line.evaluate("e => e.offsetHeight")).intValue()).isLessThan(35);
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aLinkToALineOfASavedDiagnosisOpensAndMarksIt(boolean scripts) {
    String saved;
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = openResult(context);
      page.locator("#again button").click();
      page.locator(".preview .button--primary").click();
      assertThat(page.locator("#link")).isVisible();
      saved = page.url();
      assertThat(page.locator("#linkline")).isDisabled();
      page.locator("#next").click();
      assertThat(page.locator("#linkline")).isEnabled();
      page.locator("#linkline").click();
      assertThat(page.locator("#linkline")).hasText("Copied");
      assertThat(page).hasURL(saved + "#L121");
    }
    try (BrowserContext context = chromium.context(1280, "en", "light", scripts)) {
      Page page = context.newPage();
      page.navigate(saved + "#L121");
      assertThat(page.locator("#L121")).isInViewport();
      if (scripts) {
        assertThat(page.locator("#L121")).hasClass(Pattern.compile("current"));
        // A link to a line outside the excerpts opens the whole log, as does a line number in the
        // address.
        page.locator("#all").click();
        page.evaluate("location.hash = '#L43'");
        assertThat(page.locator("#whole .is-current .ln__number")).hasText("3");
      } else {
        assertThat(page.locator("#L121:target")).hasCount(1);
      }
    }
  }

  @Test
  void aLogOfAChineseWindowsIsReadableInTheWholeLog() {
    String text = "训练开始：共享内存不足，进程退出\n" + MESSAGE + "\n第二步失败\n";
    try (BrowserContext context = chromium.context(1280, "zh", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("input[type=file]")
          .setInputFiles(
              new FilePayload(
                  "train.log", "text/plain", text.getBytes(Charset.forName("GB18030"))));
      page.locator("#all").click();
      assertThat(page.locator("#whole .ln[aria-rowindex='1'] code")).hasText("训练开始：共享内存不足，进程退出");
      assertThat(page.locator("#whole .ln[aria-rowindex='3'] code")).hasText("第二步失败");
      assertThat(page.locator("#parts #L1 code")).hasText("训练开始：共享内存不足，进程退出");
      // The search works in that encoding too.
      page.locator("#lookup").fill("第二步");
      assertThat(page.locator("#found")).hasText(Pattern.compile("1"));
      assertThat(page.locator("#whole .is-current code")).hasText("第二步失败");
    }
  }
}
