package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Verifies that every way in has a page in both languages that the list links, and what language
 * models are told.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class DocsPagesTests {
  private static final Path FOLDER = Path.of("src/main/resources/docs");

  @LocalServerPort private int port;

  @Test
  void theListLinksAPageForEachWayIn() throws IOException {
    TestClient client = new TestClient(port);
    List<String> doors;
    try (var files = Files.list(FOLDER)) {
      doors =
          files
              .map(file -> file.getFileName().toString())
              .map(name -> name.substring(0, name.indexOf('.')))
              .filter(name -> !name.equals("index"))
              .distinct()
              .toList();
    }
    assertThat(doors).contains("rest", "chat");
    for (String lang : List.of("en", "zh")) {
      String list = client.get("/docs", "Accept", "text/html", "Cookie", "lang=" + lang).body();
      for (String door : doors) {
        assertThat(list).contains("href=\"/docs/" + door + "\"");
        String title = Files.readAllLines(FOLDER.resolve(door + "." + lang + ".md")).getFirst();
        String page =
            client.get("/docs/" + door, "Accept", "text/html", "Cookie", "lang=" + lang).body();
        assertThat(page).contains("<h1>" + title.substring(2) + "</h1>", "href=\"/docs\"");
      }
    }
  }

  @Test
  void commandsNameThisServer() {
    String page = new TestClient(port).get("/docs/rest", "Accept", "text/html").body();
    assertThat(page).contains("http://127.0.0.1:" + port).doesNotContain("localhost:8080");
  }

  @Test
  void anythingElseIsNoPage() {
    TestClient client = new TestClient(port);
    for (String path : List.of("/docs/nothing", "/docs/rest.en.md", "/docs/..%2fmessages")) {
      assertThat(client.get(path, "Accept", "text/html").statusCode()).isIn(400, 404);
    }
  }

  @Test
  void modelsAreToldWhatThereIsAndEveryPageOfItExists() {
    TestClient client = new TestClient(port);
    String base = "http://127.0.0.1:" + port;
    String text = client.get("/llms.txt").body();
    assertThat(text).startsWith("# Faultbook\n\n> ").doesNotContain("localhost:8080");
    List<String> links =
        text.lines()
            .filter(line -> line.startsWith("- ["))
            .map(
                line ->
                    line.substring(line.indexOf("](") + 2, line.indexOf(')', line.indexOf("]("))))
            .toList();
    assertThat(links).hasSizeGreaterThan(8).allMatch(link -> link.startsWith(base));
    for (String link : links) {
      String path = link.substring(base.length());
      assertThat(client.get(path, "Accept", "text/html,*/*").statusCode()).as(link).isEqualTo(200);
    }
  }

  /** The prompt goes elsewhere, so it holds no secret; the page shows its reader the whole line. */
  @Test
  void thePromptIsRedacted() {
    String secret = "hf_" + "QwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUi";
    String log = "step 1\nRuntimeError: no access with token=" + secret + "\n";
    String page =
        PageKinds.paste(new TestClient(port), log.getBytes(StandardCharsets.UTF_8), "en").body();
    int from = page.indexOf("<textarea id=\"prompt\"");
    assertThat(from).isPositive();
    String prompt = page.substring(from, page.indexOf("</textarea>", from));
    assertThat(prompt).contains("RuntimeError: no access", "CERTAINTY").doesNotContain(secret);
    assertThat(page).contains(secret);
  }
}
