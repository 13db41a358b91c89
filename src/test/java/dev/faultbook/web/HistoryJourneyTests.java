package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.faultbook.TestClient;
import java.util.HexFormat;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * Verifies that Back, Forward, Reload and a change of language lose neither the answer nor the
 * input.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class HistoryJourneyTests extends InChromium {
  private static final String LOG = new String(TestClient.log(), UTF_8);
  private static final String TITLE = "/dev/shm is too small";

  @Test
  void backFromAnEntryFindsTheAnswerAndBackOnceMoreThePaste() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = pasted(context);
      page.locator(".fix__page a").click();
      assertThat(page).hasURL(Pattern.compile("/entries/shm-full"));
      page.goBack();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.goBack();
      assertThat(page.locator("#log")).hasValue(LOG);
      page.goForward();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
    }
  }

  @Test
  void reloadKeepsTheAnswerAndWhatWasTyped() {
    try (BrowserContext context = chromium.context(390, "en", "dark", true)) {
      Page page = pasted(context);
      page.reload();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.goBack();
      assertThat(page.locator("#log")).hasValue(LOG);
      page.locator("#log").fill("half a log");
      page.reload();
      assertThat(page.locator("#log")).hasValue("half a log");
    }
  }

  /** Regression: the link to the form restored the previous answer. */
  @Test
  void theLinkToTheFormBeginsAnewAndBackFindsTheAnswer() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = pasted(context);
      page.locator("header a.top__home").click();
      assertThat(page.locator("#log")).isEditable();
      assertThat(page.locator("#log")).hasValue("");
      page.goBack();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
    }
  }

  @Test
  void reloadAfterALinkToALineKeepsTheAnswer() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = pasted(context);
      page.locator(".logs__jump a").first().click();
      assertThat(page).hasURL(Pattern.compile("#L\\d+$"));
      page.reload();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
    }
  }

  @Test
  void theOtherLanguageIsAPageOfItsOwnInTheHistory() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = pasted(context);
      page.locator(".top__language").click();
      assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
      assertThat(page.locator(".answer h1")).not().hasText(TITLE);
      page.goBack();
      assertThat(page.locator("html")).hasAttribute("lang", "en");
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.goForward();
      page.reload();
      assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
      assertThat(page.locator(".answer h1")).not().hasText(TITLE);
    }
  }

  @Test
  void theOtherLanguageOfTheFormKeepsWhatWasTyped() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("#log").fill("what I know so far");
      page.locator(".top__language").click();
      assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
      assertThat(page.locator("#log")).hasValue("what I know so far");
      page.navigate(at("/"));
      assertThat(page.locator("#log")).hasValue("");
    }
  }

  @Test
  void anUploadSurvivesReloadAndAVisitElsewhere() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("#paste input[type=file]")
          .setInputFiles(new FilePayload("train.log", "text/plain", TestClient.log()));
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.reload();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.navigate(at("/entries"));
      page.goBack();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
    }
  }

  /** The log is too large for the storage of a tab, so only the answer is restored. */
  @Test
  void theAnswerForALogThatIsTooLargeToKeepSurvivesReloadAndAVisitElsewhere() {
    byte[] noise = new byte[4_500_000];
    new Random(1).nextBytes(noise);
    String filler = HexFormat.ofDelimiter("\n").formatHex(noise);
    byte[] large = (filler + "\n" + LOG).getBytes(UTF_8);
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("#paste input[type=file]")
          .setInputFiles(new FilePayload("train.log", "text/plain", large));
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.reload();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
      page.navigate(at("/entries"));
      page.goBack();
      assertThat(page.locator(".answer h1")).hasText(TITLE);
    }
  }

  @Test
  void theSearchOfAResultSuggestsWhileTyping() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = pasted(context);
      page.locator("#find").pressSequentially("shared memory");
      assertThat(page.locator("#find-hits li").first()).isVisible();
    }
  }

  private Page pasted(BrowserContext context) {
    Page page = context.newPage();
    page.navigate(at("/"));
    page.locator("#log").fill(LOG);
    page.locator("#log").press("Control+Enter");
    assertThat(page.locator(".answer h1")).hasText(TITLE);
    assertThat(page.url()).isEqualTo(at("/"));
    return page;
  }
}
