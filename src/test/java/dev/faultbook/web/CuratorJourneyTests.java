package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.faultbook.TestClient;
import dev.faultbook.server.signin.UserFile;
import dev.faultbook.server.signin.UserRole;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The way of a curator in a browser: from a log that no page explains, which somebody shared, to a
 * page that answers the same log. Where the time would go to writing, the texts are filled in.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.database.layer=true"})
class CuratorJourneyTests extends InChromium {
  private static final String PASSWORD = "correct horse é";
  private static final Duration MOST = Duration.ofMinutes(5);

  @TempDir static Path folder;

  @DynamicPropertySource
  static void users(DynamicPropertyRegistry properties) throws IOException {
    Path file = folder.resolve("users");
    new UserFile(file).put("bob", PASSWORD, UserRole.CURATOR);
    properties.add("faultbook.users", file::toString);
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "390, zh, dark"})
  void aLogWithoutAPageGetsOne(int width, String lang, String theme) {
    boolean zh = lang.equals("zh");
    // No earlier run has met it.
    String what = "flux" + UUID.randomUUID().toString().replaceAll("[^a-f]", "");
    String log =
        """
        gpu-a02: step 1 loss 2.3
        gpu-a02: Traceback (most recent call last):
        gpu-a02:   File "/home/alice/train.py", line 40, in %s
        gpu-a02: ValueError: the %s of loader 7 collapsed
        """
            .formatted(what, what);
    long began = System.nanoTime();
    try (BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = context.newPage();
      share(page, log);

      page.navigate(at("/curate"));
      assertThat(page).hasURL(Pattern.compile("/login\\?to="));
      page.locator("#name").fill("bob");
      page.locator("#password").fill(PASSWORD);
      shoot(page, width, lang, "1-login");
      page.locator(".login .button--primary").click();
      assertThat(page).hasURL(at("/curate"));

      // Counts are written every ten seconds.
      for (int i = 0; i < 60 && !page.content().contains(what); i++) {
        page.waitForTimeout(500);
        page.reload();
      }
      Locator failure =
          page.locator(".rows li").filter(new Locator.FilterOptions().setHasText(what));
      assertThat(failure).containsText("gpu-a02");
      shoot(page, width, lang, "2-desk");
      failure.locator("button").click();
      assertThat(page.locator("#yaml")).hasValue(Pattern.compile("exception: 'ValueError'"));
      fill(page, what, log);
      page.locator("button[value=try]").click();
      assertThat(page.locator(".answer__verdict"))
          .hasText(zh ? "可以通过 check" : "check would accept it");
      assertThat(page.locator(".curate__page")).hasCount(2);
      assertThat(page.locator(".curate__page[lang=en] h3")).hasText("The " + what + " collapsed");
      assertThat(page.locator(".curate__page[lang=zh] h3")).hasText(what + " 塌缩");
      assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
      shoot(page, width, lang, "3-preview");
      page.locator("button[value=publish]").click();
      assertThat(page.locator(".curate__notice")).containsText("PostgreSQL, v1");
      page.navigate(at("/curate"));
      assertThat(page.locator("tr").filter(new Locator.FilterOptions().setHasText(what)))
          .containsText("bob");
      shoot(page, width, lang, "4-published");

      page.navigate(at("/"));
      page.locator("#log").fill(log);
      page.locator("#log").press("Control+Enter");
      assertThat(page.locator(".answer h1"))
          .hasText(zh ? what + " 塌缩" : "The " + what + " collapsed");
      shoot(page, width, lang, "5-answer");
      page.locator(".top__language").click();
      assertThat(page.locator(".answer h1"))
          .hasText(zh ? "The " + what + " collapsed" : what + " 塌缩");

      page.navigate(at("/curate?entry=" + what));
      page.locator("button[value=withdraw]").click();
      assertThat(page.locator(".curate__notice")).containsText("PostgreSQL, v2");
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    System.out.printf("curator: from a log to its page in %s at %d px: %s%n", lang, width, took);
    assertThat(took).isLessThan(MOST);
  }

  private void share(Page page, String log) {
    // It came with every restart, so that it is among the most frequent.
    for (int i = 0; i < 20; i++) {
      new TestClient(port).post("/api/v1/diagnoses", log.getBytes(UTF_8));
    }
    page.navigate(at("/"));
    page.locator("#log").fill(log);
    page.locator("#log").press("Control+Enter");
    page.locator("#again button").click();
    page.locator("input[name=findable]").check();
    page.locator("#again .button--primary").click();
    assertThat(page).hasURL(Pattern.compile("/d/[a-z0-9]{26}$"));
  }

  /** What a curator writes. */
  private static void fill(Page page, String what, String log) {
    page.locator("#id").fill(what);
    String yaml = page.locator("#yaml").inputValue();
    for (String empty : new String[] {"en", "zh", "title", "supports", "checked"}) {
      yaml = yaml.replace(empty + ": \"\"", empty + ": known");
    }
    page.locator("#yaml")
        .fill(
            yaml.replace("url: \"\"", "url: https://example.org/")
                .replace("date: \"\"", "date: 2026-11-23"));
    page.locator("#en")
        .fill(
            page.locator("#en")
                .inputValue()
                .replaceFirst("# .*", "# The " + what + " collapsed")
                .replace("TODO:", "Known:"));
    page.locator("#zh")
        .fill(
            page.locator("#zh")
                .inputValue()
                .replaceFirst("# .*", "# " + what + " 塌缩")
                .replace("TODO:", "Known:"));
    page.locator("#others")
        .fill(
            "--- second.log\n"
                + log.replace("loader 7", "loader 11")
                + "--- a.not.log\nstep 1\n--- b.not.log\nValueError: the loader collapsed\n");
  }

  private static void shoot(Page page, int width, String lang, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(
                Path.of("target/screenshots/curator-" + width + "-" + lang + "-" + name + ".png"))
            .setFullPage(true));
  }
}
