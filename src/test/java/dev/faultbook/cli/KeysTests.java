package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Keys are created by the command beside a running server that listens beyond its own machine. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "server.address=0.0.0.0",
      "faultbook.test.database=own",
      "faultbook.mcp.enabled=true"
    })
@EnabledOnOs(OS.LINUX)
@DirtiesContext
class KeysTests {
  private static final String DIAGNOSES = "/api/v1/diagnoses";
  private static final String CODES = "/api/v1/codes";
  private static final byte[] PING =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8);

  @TempDir private static Path data;
  @TempDir private Path folder;
  @LocalServerPort private int port;

  @DynamicPropertySource
  static void ownDatabase(DynamicPropertyRegistry settings) {
    settings.add("faultbook.database.directory", data::toString);
  }

  private record Ended(int status, String out) {}

  /** Runs a script of bash in which {@code faultbook} is the command. */
  private Ended bash(String script) throws Exception {
    Path err = folder.resolve("stderr");
    ProcessBuilder shell =
        new ProcessBuilder(
            "bash",
            "-c",
            "faultbook() { \"${java[@]}\" \"$@\"; }; " + "java=(\"$@\"); " + script,
            "bash");
    shell.command().addAll(CommandProcessTests.faultbook());
    shell.environment().put("FAULTBOOK_DATA", data.toString());
    Process process = shell.directory(folder.toFile()).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), out + Files.readString(err));
  }

  private String create(String name, String options) throws Exception {
    Ended ended = bash("faultbook keys create " + name + " " + options + " 2>/dev/null");
    assertThat(ended.status()).isZero();
    return ended.out().strip();
  }

  @Test
  void fromTheFirstKeyOnCallsNeedOneAndPagesDoNot() throws Exception {
    TestClient client = new TestClient(port);
    byte[] log = TestClient.log();
    assertThat(client.call("POST", DIAGNOSES, log).statusCode()).isEqualTo(200);

    String key = create("ci", "--rate 5/min");
    String reader = create("monitoring", "--scope read");
    assertThat(key).matches("fbk_[a-z2-9]{52}").isNotEqualTo(reader);
    HttpResponse<String> refused = client.call("POST", DIAGNOSES, log);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow()).startsWith("Bearer");
    assertThat(refused.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/problem+json");
    assertThat(refused.body()).contains("faultbook keys create");
    assertThat(client.get(CODES, "Accept-Language", "zh").body()).contains("需要密钥");
    assertThat(client.call("POST", "/mcp", PING).statusCode()).isEqualTo(401);
    assertThat(client.call("POST", "/", log, "Accept", "*/*").statusCode()).isEqualTo(401);
    assertThat(client.call("POST", "/", log, "Accept", "text/html").statusCode()).isEqualTo(200);
    for (String page : List.of("/", "/docs/keys", "/search.json?q=shm", "/actuator/health")) {
      assertThat(client.get(page, "Accept", "*/*").statusCode()).as(page).isEqualTo(200);
    }

    String[] byReader = {"Authorization", "Bearer " + reader};
    assertThat(client.get(CODES, byReader).statusCode()).isEqualTo(200);
    assertThat(client.call("POST", DIAGNOSES, log, byReader).statusCode()).isEqualTo(403);
    assertThat(client.get(CODES, "Authorization", "Bearer " + key + "x").body())
        .contains("revoked");
    assertThat(client.get(CODES, "Authorization", "Basic " + key).statusCode()).isEqualTo(401);

    String[] byKey = {"Authorization", "bearer " + key};
    assertThat(client.call("POST", "/mcp", PING, byKey).statusCode()).isEqualTo(200);
    assertThat(client.call("POST", "/", log, "Authorization", "Bearer " + key).statusCode())
        .isEqualTo(200);
    for (int i = 0; i < 3; i++) {
      assertThat(client.call("POST", DIAGNOSES, log, byKey).statusCode()).isEqualTo(200);
    }
    HttpResponse<String> often = client.call("POST", DIAGNOSES, log, byKey);
    assertThat(often.statusCode()).isEqualTo(429);
    assertThat(often.headers().firstValue("Retry-After")).isPresent();

    assertThat(bash("faultbook keys create ci").status()).isEqualTo(1);
    assertThat(bash("faultbook keys revoke monitoring").status()).isZero();
    assertThat(bash("faultbook keys revoke monitoring").status()).isEqualTo(1);
    assertThat(client.get(CODES, byReader).statusCode()).isEqualTo(401);
    String list = bash("faultbook keys list").out();
    assertThat(list).doesNotContain(key, reader).hasLineCount(3);
    assertThat(list.lines().toList().get(1)).matches("ci +diagnose,read +5/min +20.*Z +20.*Z +-");
    assertThat(list.lines().toList().get(2)).matches("monitoring +read +60/min( +20\\S*Z){3}");

    for (String language : List.of("en", "zh")) {
      commandsOfTheDocumentationWork(language, log);
    }
  }

  private void commandsOfTheDocumentationWork(String language, byte[] log) throws Exception {
    String page = Files.readString(Path.of("src/main/resources/docs/keys." + language + ".md"));
    String block = page.substring(page.indexOf("```bash\n") + 8, page.indexOf("\n```\n"));
    Files.write(folder.resolve("train.log"), log);
    String quiet = "curl() { command curl -sS \"$@\"; }\nset -e\n";
    // A key named ci is left from above, and one revoked by the page of the other language.
    bash("faultbook keys revoke ci");
    Ended ended = bash(quiet + block.replace("localhost:8080", "127.0.0.1:" + port));
    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(ended.out()).contains("\"entry\":\"shm-full\"", "600/min");
  }

  @Test
  void badUsageIsToldInALine() throws Exception {
    for (String bad :
        List.of(
            "", "create", "create x --rate 0/min", "create x --rate many", "revoke", "lend x")) {
      Ended ended = bash("faultbook keys " + bad);
      assertThat(ended.status()).as(bad).isEqualTo(2);
      assertThat(ended.out()).startsWith("faultbook: ");
    }
    Ended away =
        bash(
            "SPRING_DATASOURCE_URL=jdbc:postgresql://127.0.0.1:1/x; export SPRING_DATASOURCE_URL;"
                + " faultbook keys list");
    assertThat(away.status()).isEqualTo(2);
    assertThat(away.out()).startsWith("faultbook: cannot reach the database: ").hasLineCount(1);
  }
}
