package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

/**
 * Tests of the result page for jobs with many ranks. Screenshots go to {@code target/screenshots}.
 */
@Import(RankPages.class)
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class RankPageTests {
  @LocalServerPort private int port;

  @ParameterizedTest
  @CsvSource({"8, true, en", "8, false, zh", "512, true, zh", "512, false, en"})
  void thePageIsWholeAndValid(int count, boolean timed, String lang) throws Exception {
    HttpResponse<String> page =
        new TestClient(port)
            .get(
                "/test/ranks?count=" + count + "&timed=" + timed,
                "Accept",
                "text/html",
                "Cookie",
                "lang=" + lang);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("??", " style=").contains("href=\"#L12\"");
    assertThat(ValidityTests.complaints(page.body())).isEmpty();
  }

  @Test
  void whatIsDrawnIsSaidToo() {
    String page =
        new TestClient(port).get("/test/ranks?count=8&timed=true", "Accept", "text/html").body();
    assertThat(page)
        .contains(
            "Rank 5 on node0 failed first",
            "at 10:30:34",
            "went silent",
            "Differences between ranks")
        .contains("Its last line is 21 minutes before the others&#39;.")
        .contains("2 of 10 do not appear in the log");
  }

  @ParameterizedTest
  @CsvSource({
    "8, 1280, en, light",
    "8, 390, zh, dark",
    "512, 1280, zh, dark",
    "512, 390, en, light"
  })
  void itIsReadableAndNothingSticksOut(int count, int width, String lang, String theme) {
    try (Chromium chromium = Chromium.open();
        BrowserContext context = chromium.context(width, lang, theme, true)) {
      Page page = context.newPage();
      page.navigate("http://127.0.0.1:" + port + "/test/ranks?count=" + count + "&timed=true");
      assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
      assertThat(page.locator(".lanes tbody tr").count()).isEqualTo(5);
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(
                  Path.of(
                      "target/screenshots",
                      "ranks-%d-%d-%s-%s.png".formatted(count, width, lang, theme)))
              .setFullPage(true));
      assertThat(AccessibilityTests.violations(page, "ranks")).isEmpty();
    }
  }
}
