package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * User journeys through the set-up check, and the preferences that a browser keeps: with and
 * without scripts, on a phone and on a desktop.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class SetUpJourneyTests extends InChromium {
  @ParameterizedTest
  @CsvSource({
    "1280, en, light, true", "1280, zh, dark, false",
    "390, en, dark, false", "390, zh, light, true"
  })
  void aSetUpIsCheckedAndMended(int width, String lang, String theme, boolean scripts) {
    boolean zh = lang.equals("zh");
    String prefix = "fit-" + width + "-" + lang + "-" + theme + "-";
    try (BrowserContext context = chromium.context(width, lang, theme, scripts)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator(".top nav a[href='/compatibility']").click();
      page.locator("#gpu").fill("RTX 5090");
      page.locator("#driver").fill("570.124.06");
      page.locator("#torch").fill("2.0.0+cu118");
      page.locator("#torch").press("Enter");
      assertThat(page.locator("#said-so"))
          .hasText(zh ? "该构建没有这块 GPU 的代码" : "The build has no code for this GPU");
      assertThat(page.locator(".stack__layer--broken")).hasCount(2);
      assertThat(page.locator(".copyable__button")).hasCount(scripts ? 1 : 0);
      takeScreenshot(page, width, prefix + "1-broken");
      page.locator("#torch").fill("2.7.1+cu128");
      page.locator(".fit__form .button--primary").click();
      assertThat(page.locator(".answer--ok")).isVisible();
      assertThat(page.locator("#gpu")).hasValue("RTX 5090");
      takeScreenshot(page, width, prefix + "2-ok");
      page.navigate(at("/compatibility?gpu=H100&driver=470.1&torch=2.7.1"));
      takeScreenshot(page, width, prefix + "3-driver");
      page.navigate(at("/compatibility?gpu=H100&torch=2.7.1%2Bcpu"));
      takeScreenshot(page, width, prefix + "4-cpu");
      page.navigate(at("/compatibility?gpu=RTX+9090"));
      assertThat(page.locator(".answer--unknown")).isVisible();
      takeScreenshot(page, width, prefix + "5-unknown");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, en, light", "390, zh, dark"})
  void twoRunsAreComparedAndAMachineAskedWithoutScripts(int width, String lang, String theme) {
    try (BrowserContext context = chromium.context(width, lang, theme, false)) {
      Page page = context.newPage();
      page.navigate(at("/compare"));
      page.locator("input[name=good][type=file]")
          .setInputFiles(Path.of("src/test/resources/comparison/barrier-good.log"));
      page.locator("input[name=bad][type=file]")
          .setInputFiles(Path.of("src/test/resources/comparison/barrier-bad.log"));
      page.locator("main .button--primary").click();
      assertThat(page.locator(".answer__verdict"))
          .hasText(lang.equals("zh") ? "第一处差异" : "First difference");
      page.locator(".top__language").click();
      assertThat(page.locator(".answer__verdict"))
          .hasText(lang.equals("zh") ? "First difference" : "第一处差异");
      page.locator(".foot a[href='/collect']").click();
      assertThat(page.locator(".command").first()).containsText("/collect.sh | sh | curl");
    }
  }

  @ParameterizedTest
  @CsvSource({"en, true", "zh, false"})
  void theLanguageThatWasChosenStays(String lang, boolean scripts) {
    boolean zh = lang.equals("zh");
    try (BrowserContext context = chromium.context(1280, lang, "light", scripts)) {
      Page page = context.newPage();
      page.navigate(at("/entries?kind=cause"));
      assertThat(page.locator("html")).hasAttribute("lang", zh ? "zh-CN" : "en");
      assertThat(page.locator("link[hreflang=zh]"))
          .hasAttribute("href", Pattern.compile("^http://.*/entries\\?.*lang=zh"));
      page.locator(".top__language").click();
      assertThat(page).hasURL(Pattern.compile("kind=cause"));
      Page later = context.newPage();
      for (String path : List.of("/", "/compatibility", "/nothing", "/d/none", "/stats")) {
        later.navigate(at(path));
        assertThat(later.locator("html")).hasAttribute("lang", zh ? "en" : "zh-CN");
      }
      later.navigate(at("/"));
      later.locator("#log").fill(new String(TestClient.log(), StandardCharsets.UTF_8));
      later.locator("#paste .button--primary").click();
      assertThat(later.locator("h1")).hasText(zh ? "/dev/shm is too small" : "/dev/shm 太小");
    }
  }

  /**
   * The page has different colours in the two themes and follows the system's theme without a
   * reload.
   */
  @Test
  void theThemeIsTheSystems() {
    List<Object> backgrounds = new ArrayList<>();
    for (String theme : List.of("light", "dark")) {
      try (BrowserContext context = chromium.context(1280, "en", theme, false)) {
        Page page = context.newPage();
        page.navigate(at("/"));
        backgrounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"));
      }
    }
    assertThat(backgrounds).containsExactly("rgb(247, 247, 245)", "rgb(20, 22, 26)");
  }

  /**
   * Uses plain HTTP and a host name, as most closed networks do. There, only the {@code Origin}
   * header tells the server where a form comes from.
   */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aLogIsSharedOverPlainHttp(boolean scripts) {
    try (BrowserContext context = chromium.context(390, "en", "light", scripts)) {
      Page page = context.newPage();
      List<String> sites = new ArrayList<>();
      page.onRequest(
          request -> {
            if (request.method().equals("POST")) {
              sites.add(String.valueOf(request.allHeaders().get("sec-fetch-site")));
            }
          });
      page.navigate("http://" + Chromium.PLAIN_HOST + ":" + port + "/");
      page.locator("#log").fill(new String(TestClient.log(), StandardCharsets.UTF_8));
      page.locator("#paste .button--primary").click();
      page.locator("#again button").click();
      page.locator("#again .button--primary").click();
      assertThat(page.locator("#link")).isVisible();
      assertThat(sites).hasSize(3).containsOnly("null");
    }
  }

  private static void takeScreenshot(Page page, int width, String name) {
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target/screenshots", name + ".png"))
            .setFullPage(true));
  }
}
