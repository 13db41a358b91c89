package dev.faultbook.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tests of the short answers that are meant for chats and bots. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class ShortFormTests {
  @LocalServerPort private int port;
  @TempDir private Path folder;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private HttpResponse<String> diagnose(String query, String accept) {
    return client.post(
        "/api/v1/diagnoses" + query,
        TestClient.log(),
        "Content-Type",
        "text/plain",
        "Accept",
        accept);
  }

  @Test
  void aDiagnosisIsAnsweredInMarkdown() {
    HttpResponse<String> answer = diagnose("?lang=en", "text/markdown");
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/markdown");
    assertThat(answer.body())
        .contains("**Root cause: [/dev/shm is too small](http://127.0.0.1:" + port)
        .contains("```text\n4: ", "```bash\n");
  }

  @Test
  void shortFormsHaveAtMostTwelveLines() {
    for (String accept : new String[] {"text/markdown", "text/plain"}) {
      String body = diagnose("?detail=short&lang=en", accept).body();
      assertThat(body.lines().count()).as(accept).isBetween(4L, 12L);
      assertThat(body).contains("/entries/shm-full", "Error while creating shared memory segment");
    }
    assertThat(diagnose("?detail=long", "text/plain").statusCode()).isEqualTo(400);
  }

  @Test
  void evidenceIsBounded() {
    String none = diagnose("?evidence=0", "application/json").body();
    assertThat(none).contains("\"evidence\":[]").doesNotContain("\"signature\"");
    assertThat(diagnose("?evidence=1", "application/json").body()).contains("\"signature\"");
    assertThat(diagnose("?evidence=-1", "application/json").statusCode()).isEqualTo(400);
  }

  @Test
  void aSearchIsAnsweredInMarkdown() {
    HttpResponse<String> answer =
        client.get("/api/v1/search?q=shared+memory&lang=en", "Accept", "text/markdown");
    assertThat(answer.body())
        .startsWith("- [/dev/shm is too small](http://127.0.0.1:" + port + "/entries/shm-full): ")
        .doesNotContain("<mark>");
  }

  /** Runs the bot exactly as the page lists it. */
  @Test
  void theBotOfTheDocumentationAnswers() throws IOException, InterruptedException {
    String page = Files.readString(Path.of("src/main/resources/docs/rest.en.md"));
    int from = page.indexOf("```python\n") + "```python\n".length();
    String bot = page.substring(from, page.indexOf("```", from));
    assertThat(bot.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(20);
    Path script = Files.writeString(folder.resolve("bot.py"), bot);
    Path log = Files.write(folder.resolve("train.log"), TestClient.log());
    ProcessBuilder builder =
        new ProcessBuilder("python3", script.toString(), log.toString()).redirectErrorStream(true);
    builder.environment().put("FAULTBOOK", "http://127.0.0.1:" + port);
    builder.environment().remove("WEBHOOK");
    Process process;
    try {
      process = builder.start();
    } catch (IOException noPython) {
      Assumptions.abort("python3 is not installed");
      return;
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(out).contains("**[`/dev/shm is too small`](", "- `4: ");
    assertThat(process.exitValue()).isZero();
  }
}
