package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestClient;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;

/**
 * Verifies on a phone, for an example log of every entry, that the first screen holds what is
 * needed at once: the cause, the telling line and the first command.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class FirstScreenTests extends InChromium {
  /** Height that an iPhone or a Pixel leaves to a page below the browser's own bars. */
  private static final int SCREEN = 780;

  private static final String SHOW =
      """
      html => {
        const page = new DOMParser().parseFromString(html, 'text/html');
        document.body.replaceWith(page.body);
        const bottom = s => {
          const of = document.querySelector(s);
          return of === null ? 0 : Math.round(of.getBoundingClientRect().bottom);
        };
        const top = s => {
          const of = document.querySelector(s);
          return of === null ? 0 : Math.round(of.getBoundingClientRect().top);
        };
        return {title: bottom('.answer h1'), proof: bottom('.answer > .proof li'),
          command: top('.answer > .fix pre.command') + 40,
          wide: document.documentElement.scrollWidth};
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void aPhoneShowsCauseProofAndFirstCommandAtOnce(String language) {
    TestClient client = new TestClient(port);
    List<String> late = new ArrayList<>();
    int seen = 0;
    try (BrowserContext context = chromium.context(390, language, "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      List<Entry> entries = ShippedCatalogue.knowledge().entries();
      // Half of them in each language.
      for (int i = language.equals("zh") ? 1 : 0; i < entries.size(); i += 2) {
        Entry entry = entries.get(i);
        ExampleLog log = entry.logs().stream().filter(ExampleLog::hit).findFirst().orElse(null);
        if (log == null) {
          continue;
        }
        String html =
            client
                .post(
                    "/",
                    TestClient.form("b", "log", log.bytes()),
                    "Content-Type",
                    "multipart/form-data; boundary=b",
                    "Accept",
                    "text/html,*/*",
                    "Accept-Language",
                    language)
                .body();
        @SuppressWarnings("unchecked")
        Map<String, Integer> at = (Map<String, Integer>) page.evaluate(SHOW, html);
        // A harmless message leads nowhere.
        if (at.get("proof") == 0) {
          continue;
        }
        seen++;
        if (at.get("proof") > SCREEN || at.get("command") > SCREEN || at.get("wide") > 390) {
          late.add(entry.id() + " " + at);
        }
      }
    }
    assertThat(seen).isGreaterThan(200);
    assertThat(late).isEmpty();
  }
}
