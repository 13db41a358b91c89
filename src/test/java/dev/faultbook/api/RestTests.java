package dev.faultbook.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.log.VisibleText;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls the REST interface as clients do, against the real server and database. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-log-size=1MB",
      "faultbook.store.max-log-size=256KB"
    })
class RestTests {
  private static final String CALL = "/api/v1/diagnoses";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  @Test
  void codesAreListedFoundAndExplained() {
    JsonNode families = json(client.get("/api/v1/codes"));
    assertThat(families.at("/total").asInt()).isEqualTo(2);
    assertThat(families.at("/families/0/family").asString()).isEqualTo("xid");
    JsonNode family = json(client.get("/api/v1/codes/xid?lang=zh"));
    assertThat(family.at("/codes/0/code").asString()).isEqualTo("109");
    assertThat(family.at("/codes/0/meaning").asString()).startsWith("切换上下文超时");
    JsonNode code = json(client.get("/api/v1/codes/exit/SIGSEGV"));
    assertThat(code.at("/code").asString()).isEqualTo("139");
    assertThat(code.at("/retry/verdict").asString()).isEqualTo("unknown");
    assertThat(client.get("/api/v1/codes/xid/9999").statusCode()).isEqualTo(404);
    assertThat(client.get("/api/v1/codes/nothing").statusCode()).isEqualTo(404);
    JsonNode hit = json(client.get("/api/v1/search?q=xid109")).at("/hits/0");
    assertThat(hit.at("/url").asString()).isEqualTo("/codes/xid/109");
    assertThat(hit.at("/kind").asString()).isEqualTo("code");
    assertThat(hit.at("/code/action").asString()).isEqualTo("reset_gpu");
  }

  @Test
  void aLogWithNothingButACodeIsAnsweredFromTheTable() {
    byte[] log = "NVRM: Xid (PCI:0000:3b:00): 109, pid=4711\n".getBytes(StandardCharsets.UTF_8);
    JsonNode answer = json(client.post(CALL, log, "Content-Type", "text/plain"));
    assertThat(answer.at("/verdict").asString()).isEqualTo("no_match");
    assertThat(answer.at("/codes/0/family").asString()).isEqualTo("xid");
    assertThat(answer.at("/codes/0/line").asInt()).isEqualTo(1);
    assertThat(answer.at("/codes/0/action").asString()).isEqualTo("reset_gpu");
    assertThat(answer.at("/codes/0/url").asString()).isEqualTo("/codes/xid/109");
    assertThat(answer.at("/retry/action").asString()).isEqualTo("reset_gpu");
  }

  @Test
  void aLogIsDiagnosedAsTheGoldenFileSays() {
    HttpResponse<String> answer = client.post(CALL, TestClient.log(), "Content-Type", "text/plain");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    String json =
        JSON.writeValueAsString(withoutSeen(JSON.readTree(answer.body())))
                .replaceAll("\"took_ms\" : \\d+", "\"took_ms\" : 0")
            + "\n";
    assertThat(json).isEqualTo(TestClient.golden("diagnosis.json", json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain; charset=utf-8",
        "text/plain; charset=no-such-charset",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "application/gzip"
      })
  void aBodyIsTheLogWhateverItIsCalled(String type) {
    assertThat(lead(client.post(CALL, TestClient.log(), "Content-Type", type)))
        .isEqualTo("shm-full");
    assertThat(lead(client.post(CALL, TestClient.gzip(TestClient.log()), "Content-Type", type)))
        .isEqualTo("shm-full");
  }

  /**
   * Regression: JSON allows U+009B in strings, where it begins an escape sequence of a terminal.
   */
  @Test
  void theAnswerHoldsNothingThatControlsATerminal() {
    String hidden = "a\u009b31m\u009d0;t\u007f\u202e\u200b\u2066\udb40\udc41b 显存 \ud83d\ude00";
    byte[] log = ("RuntimeError: " + hidden + "\n").getBytes(StandardCharsets.UTF_8);
    String answer = client.post(CALL, log, "Content-Type", "text/plain").body();
    assertThat(answer.codePoints().filter(c -> c != '\n' && VisibleText.isHidden(c))).isEmpty();
    assertThat(answer)
        .contains("a\\u009b31m\\u009d0;t\\u007f\\u202e\\u200b\\u2066\\udb40\\udc41b 显存");
    assertThat(JSON.readTree(answer).toString()).contains("31m", "\ud83d\ude00");
    JsonNode failure = JSON.readTree(answer).at("/failure/text");
    assertThat(failure.asString()).isEqualTo("RuntimeError: " + hidden);
    String refusal = client.get("/api/v1/entries/x%C2%9B31m%E2%80%AE").body();
    assertThat(refusal.codePoints().filter(c -> c != '\n' && VisibleText.isHidden(c))).isEmpty();
  }

  @Test
  void aLogComesPackedInAFormOrInUtf16() {
    byte[] log = TestClient.log();
    String text = new String(log, StandardCharsets.UTF_8);
    assertThat(lead(client.post(CALL, TestClient.gzip(log), "Content-Encoding", "gzip")))
        .isEqualTo("shm-full");
    assertThat(
            lead(
                client.post(
                    CALL,
                    TestClient.form("x-y", "log", TestClient.gzip(log)),
                    "Content-Type",
                    "multipart/form-data; boundary=x-y")))
        .isEqualTo("shm-full");
    assertThat(lead(client.post(CALL, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE))))
        .isEqualTo("shm-full");
    assertThat(
            lead(
                client.post(
                    CALL,
                    text.getBytes(StandardCharsets.UTF_16BE),
                    "Content-Type",
                    "text/plain; charset=UTF-16BE")))
        .isEqualTo("shm-full");
  }

  @Test
  void severalFilesAreOneLogHoweverTheyCome() {
    byte[] first = "step 1\nstep 2".getBytes(StandardCharsets.UTF_8);
    byte[] form =
        TestClient.form("b", Map.of("rank_10.log", first, "rank_3.log", TestClient.log()));
    JsonNode answer =
        json(client.post(CALL, form, "Content-Type", "multipart/form-data; boundary=b"));
    assertThat(answer.at("/log/sources/0/name").asString()).isEqualTo("rank_3.log");
    long lines = answer.at("/log/sources/0/lines").asLong();
    assertThat(answer.at("/log/sources/1/first_line").asLong()).isEqualTo(lines + 1);
    assertThat(answer.at("/findings/0/evidence/0/source").asString()).isEqualTo("rank_3.log");
    assertThat(answer.at("/findings/0/evidence/0/source_line"))
        .isEqualTo(answer.at("/findings/0/evidence/0/line"));
    assertThat(answer.at("/ranks/by").asString()).isEqualTo("rank");
    assertThat(answer.at("/ranks/first/rank").asInt()).isEqualTo(3);
    assertThat(answer.at("/ranks/lanes").size()).isEqualTo(2);
    JsonNode zipped =
        json(
            client.post(
                CALL,
                TestClient.zip(Map.of("rank_10.log", first, "rank_3.log", TestClient.log())),
                "Content-Type",
                "application/zip"));
    assertThat(zipped.at("/ranks")).isEqualTo(answer.at("/ranks"));
    assertThat(zipped.at("/log")).isEqualTo(answer.at("/log"));
  }

  @Test
  void filesThatAreNoTextAreNamedAndNotRead() {
    byte[] core = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0};
    byte[] zip = TestClient.zip(Map.of("job/core.4711", core, "job/rank_3.log", TestClient.log()));
    JsonNode answer = json(client.post(CALL, zip, "Content-Type", "application/zip"));
    assertThat(lead(client.post(CALL, zip))).isEqualTo("shm-full");
    assertThat(answer.at("/log/skipped").toString()).isEqualTo("[\"job/core.4711\"]");
    assertThat(client.post(CALL, zip, "Accept", "text/plain").body())
        .contains("Not read: 1: job/core.4711");
    assertThat(json(client.post(CALL, TestClient.log())).at("/log/skipped").size()).isZero();
  }

  @Test
  void aHostileArchiveIsAProblem() {
    byte[] zip = TestClient.zip(Map.of("a.log", TestClient.log()));
    zip[6] |= 1;
    HttpResponse<String> encrypted = client.post(CALL, zip);
    assertThat(encrypted.statusCode()).isEqualTo(400);
    assertThat(encrypted.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(encrypted.body()).contains("a.log", "encrypted");
  }

  /** Input above a limit is refused as too large, and the response names the limit. */
  @Test
  void tooManyFilesOrFieldsAndABombAreRefusedWithTheirLimit() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i <= 4096; i++) {
      files.put("rank_" + i + ".log", "x\n".getBytes(StandardCharsets.UTF_8));
    }
    assertTooMuch(client.post(CALL, TestClient.zip(files)), "The limit is 4096");

    String[] form = {"Content-Type", "multipart/form-data; boundary=b"};
    String field = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n";
    byte[] many = (field + "\r\n").repeat(8193).concat("--b--").getBytes(StandardCharsets.UTF_8);
    assertTooMuch(client.post(CALL, many, form), "The limit is 8192");

    byte[] blank = (field + " ".repeat(10 << 20)).getBytes(StandardCharsets.UTF_8);
    assertTooMuch(
        client.post(CALL, TestClient.gzip(blank), form[0], form[1], "Content-Encoding", "gzip"),
        "400 times its size");
  }

  private static void assertTooMuch(HttpResponse<String> refused, String limit) {
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(refused.body()).contains(limit);
  }

  /** How often other tests posted the same log. */
  private static JsonNode withoutSeen(JsonNode answer) {
    ((ObjectNode) answer).remove("seen");
    return answer;
  }

  @Test
  void severalFilesAreSavedRedactedAndKeepTheirNames() {
    byte[] secret = "user password=hunter2hunter2\n".getBytes(StandardCharsets.UTF_8);
    byte[] form =
        TestClient.form("b", Map.of("rank_1.log", secret, "rank_0.log", TestClient.log()));
    HttpResponse<String> saved =
        client.post(CALL + "?save=true", form, "Content-Type", "multipart/form-data; boundary=b");
    assertThat(saved.statusCode()).isEqualTo(201);
    JsonNode answer = json(saved);
    assertThat(answer.at("/log/sources/1/name").asString()).isEqualTo("rank_1.log");
    assertThat(saved.body()).doesNotContain("hunter2");
    JsonNode found = json(client.get(CALL + "/" + answer.at("/id").asString()));
    assertThat(found.at("/ranks")).isEqualTo(answer.at("/ranks"));
    assertThat(found.at("/log")).isEqualTo(answer.at("/log"));
  }

  @Test
  void aTerminalGetsAReport() {
    HttpResponse<String> report = client.post(CALL, TestClient.log(), "Accept", "text/plain");
    assertThat(report.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    assertThat(report.body())
        .startsWith("ROOT CAUSE  /dev/shm is too small")
        .contains("http://127.0.0.1:" + port + "/entries/shm-full");
    assertThat(
            client
                .post(CALL, TestClient.log(), "Accept", "text/plain;q=0.5, application/json")
                .body())
        .startsWith("{");
    assertThat(client.post(CALL, TestClient.log(), "Accept", "*/*").body()).startsWith("{");
  }

  @Test
  void theLanguageIsTheOneAskedForElseThePreferredOne() {
    assertThat(
            json(client.post(CALL + "?lang=zh", TestClient.log()))
                .at("/findings/0/title")
                .asString())
        .isEqualTo("/dev/shm 太小");
    HttpResponse<String> preferred =
        client.post(CALL, TestClient.log(), "Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8");
    assertThat(preferred.headers().firstValue("Content-Language")).hasValue("zh");
    assertThat(
            client
                .post(CALL + "?lang=en", TestClient.log(), "Accept-Language", "zh")
                .headers()
                .firstValue("Content-Language"))
        .hasValue("en");
  }

  @Test
  void nothingMatchesAndThatIsAnAnswer() {
    JsonNode answer =
        json(
            client.post(
                CALL,
                "RuntimeError: NCCL reports a system error, a system call failed\nbye\n"
                    .getBytes(StandardCharsets.UTF_8)));
    assertThat(answer.get("verdict").asString()).isEqualTo("no_match");
    assertThat(answer.get("findings")).isEmpty();
    assertThat(answer.at("/log/error_lines/0/line").asInt()).isEqualTo(1);
    assertThat(answer.get("suggestions")).isNotEmpty();
  }

  @Test
  void wordsOfTheReaderAreRemovedBeforeAnythingIsSaved() {
    byte[] log =
        ("project Falcon on node-alpha\n" + new String(TestClient.log(), StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> saved =
        client.post(
            CALL + "?save=true&redact=falcon&redact=node-alpha&redact=%E5%BC%A0%E4%B8%89", log);
    assertThat(saved.statusCode()).isEqualTo(201);
    assertThat(json(saved).at("/redactions/removed").asInt()).isEqualTo(2);
    String id = json(saved).get("id").asString();
    assertThat(client.get("/d/" + id + "/log").body())
        .startsWith("project <removed> on <removed>\n");
    assertProblem(client.post(CALL + "?save=true&redact=ab", log), 400);
    assertThat(
            client
                .post(
                    CALL + "?save=true" + "&redact=word".repeat(3) + "&redact=" + "x".repeat(201),
                    log)
                .body())
        .contains("200 characters");
  }

  @Test
  void aDiagnosisIsSavedRedactedFoundCommentedAndDeleted() {
    byte[] log =
        ("export HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyz012345\nmail jo@example.com\n"
                + new String(TestClient.log(), StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> saved = client.post(CALL + "?save=true", log);
    assertThat(saved.statusCode()).isEqualTo(201);
    JsonNode answer = json(saved);
    String id = answer.get("id").asString();
    String location = saved.headers().firstValue("Location").orElseThrow();
    assertThat(location).endsWith(CALL + "/" + id);
    assertThat(answer.get("permalink").asString()).endsWith("/d/" + id);
    assertThat(answer.get("redactions").get("email").asInt()).isEqualTo(1);
    assertThat(answer.get("redactions").get("secret").asInt()).isEqualTo(1);
    assertThat(answer.get("expires").asString()).startsWith("20");
    assertThat(lead(saved)).isEqualTo("shm-full");

    HttpResponse<String> found = client.get(location + "?lang=zh");
    assertThat(json(found).at("/findings/0/title").asString()).isEqualTo("/dev/shm 太小");
    assertThat(json(found).has("delete_token")).isFalse();
    assertThat(client.get("/d/" + id, "Accept", "text/html").body())
        .contains("&lt;email-1&gt;")
        .doesNotContain("jo@example.com", "hf_abcdef");

    byte[] helpful =
        "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    String feedback = location + "/feedback";
    assertThat(client.post(feedback, helpful, "Content-Type", "application/json").statusCode())
        .isEqualTo(204);
    assertThat(
            client
                .post(
                    feedback,
                    "{\"entry\": \"nothing\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8),
                    "Content-Type",
                    "application/json")
                .statusCode())
        .isEqualTo(400);

    assertThat(client.call("DELETE", location, null).statusCode()).isEqualTo(400);
    assertThat(client.call("DELETE", location + "?token=wrong", null).statusCode()).isEqualTo(404);
    String token = answer.get("delete_token").asString();
    assertThat(client.call("DELETE", location + "?token=" + token, null).statusCode())
        .isEqualTo(204);
    assertProblem(client.get(location), 404);
    assertProblem(client.post(feedback, helpful, "Content-Type", "application/json"), 404);
  }

  @Test
  void whatAnotherSiteSendsStoresAndDeletesNothing() {
    JsonNode saved = json(client.post(CALL + "?save=true", TestClient.log()));
    String path = CALL + "/" + saved.get("id").asString();
    String gone = path + "?token=" + saved.get("delete_token").asString();
    byte[] vote = "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    for (String[] from :
        List.of(
            new String[] {"Sec-Fetch-Site", "cross-site"},
            new String[] {"Sec-Fetch-Site", "same-site"},
            new String[] {"Origin", "https://example.org"},
            new String[] {"Origin", "null"})) {
      long before = sql.sql("select count(*) from diagnosis").query(Long.class).single();
      assertProblem(client.post(CALL + "?save=true", TestClient.log(), from), 403);
      assertThat(sql.sql("select count(*) from diagnosis").query(Long.class).single())
          .isEqualTo(before);
      assertProblem(client.call("DELETE", gone, null, from), 403);
      assertProblem(
          client.post(
              path + "/feedback", vote, "Content-Type", "application/json", from[0], from[1]),
          403);
      // A diagnosis that stores nothing is allowed from any site.
      assertThat(client.post(CALL, TestClient.log(), from).statusCode()).isEqualTo(200);
      assertThat(client.get(path, from).statusCode()).isEqualTo(200);
    }
    assertThat(
            sql.sql("select count(*) from feedback where diagnosis = ?")
                .param(saved.get("id").asString())
                .query(Long.class)
                .single())
        .isZero();
  }

  @Test
  void ourOwnPagesAndProgramsStoreAndDelete() {
    byte[] vote = "{\"entry\": \"shm-full\", \"helpful\": true}".getBytes(StandardCharsets.UTF_8);
    for (String[] from :
        List.of(
            new String[] {"Sec-Fetch-Site", "same-origin"},
            new String[] {"Sec-Fetch-Site", "none"},
            new String[] {"Origin", "http://127.0.0.1:" + port},
            new String[] {"User-Agent", "curl/8.5.0"})) {
      HttpResponse<String> saved = client.post(CALL + "?save=true", TestClient.log(), from);
      assertThat(saved.statusCode()).describedAs(String.join(" ", from)).isEqualTo(201);
      String path = CALL + "/" + json(saved).get("id").asString();
      assertThat(
              client
                  .post(
                      path + "/feedback",
                      vote,
                      "Content-Type",
                      "application/json",
                      from[0],
                      from[1])
                  .statusCode())
          .isEqualTo(204);
      String token = json(saved).get("delete_token").asString();
      assertThat(client.call("DELETE", path + "?token=" + token, null, from).statusCode())
          .isEqualTo(204);
    }
  }

  @Test
  void whatIsNoLogIsRefused() {
    assertProblem(client.post(CALL, new byte[0]), 400);
    assertProblem(client.post(CALL, " \n\n".getBytes(StandardCharsets.UTF_8)), 400);
    byte[] binary = new byte[5000];
    new Random(7).nextBytes(binary);
    assertThat(assertProblem(client.post(CALL, binary), 400)).contains("not a text file");
    assertProblem(client.post(CALL, TestClient.gzip(binary)), 400);
    assertProblem(client.post(CALL, new byte[5000]), 400);
    assertProblem(client.post(CALL, TestClient.log(), "Content-Encoding", "gzip"), 400);
    assertProblem(
        client.post(CALL, TestClient.log(), "Content-Type", "multipart/form-data; boundary=x"),
        400);
    assertProblem(client.post(CALL, TestClient.log(), "Content-Type", "application/json"), 415);
    assertProblem(client.post(CALL, TestClient.log(), "Content-Type", "image/png"), 415);
    assertProblem(client.post(CALL, TestClient.log(), "Content-Encoding", "br"), 415);
  }

  @Test
  void aLogOverTheLimitIsRefusedBeforeAndAfterUnpacking() {
    byte[] large =
        "a line of a log that is too long by far\n".repeat(30_000).getBytes(StandardCharsets.UTF_8);
    assertThat(assertProblem(client.post(CALL, large), 413))
        .contains("1 MiB", "last part", "tail -n");
    assertProblem(client.post(CALL, TestClient.gzip(large)), 413);
    assertProblem(client.post(CALL, TestClient.gzip(large), "Content-Encoding", "gzip"), 413);
    assertProblem(
        client.post(
            CALL,
            TestClient.form("b", "log", large),
            "Content-Type",
            "multipart/form-data; boundary=b"),
        413);
    byte[] tooLargeToKeep = "a line of a log\n".repeat(30_000).getBytes(StandardCharsets.UTF_8);
    assertThat(client.post(CALL, tooLargeToKeep).statusCode()).isEqualTo(200);
    assertProblem(client.post(CALL + "?save=true", tooLargeToKeep), 413);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api, 404",
    "GET, /api/v1/nothing, 404",
    "GET, /api/v1/entries/nothing, 404",
    "GET, /api/v1/diagnoses/nothing, 404",
    "GET, /api/v1/diagnoses, 405",
    "DELETE, /api/v1/search, 405",
    "GET, /api/v1/search, 400",
    "GET, /api/v1/search?q=x&limit=0, 400",
    "GET, /api/v1/search?q=x&limit=many, 400",
    "GET, /api/v1/search?q=x&lang=fr, 400",
    "GET, /api/v1/entries?kind=nothing, 400",
    "POST, /api/v1/diagnoses?save=perhaps, 400",
    "POST, /api/v1/diagnoses/x/feedback, 415"
  })
  void errorsAreProblems(String method, String path, int status) {
    byte[] body = method.equals("POST") ? TestClient.log() : null;
    assertProblem(client.call(method, path, body), status);
  }

  @Test
  void pagesAreSearched() {
    JsonNode found = json(client.get("/api/v1/search?q=shared+memory&lang=en&limit=2"));
    assertThat(found.get("total").asInt()).isBetween(1, 2);
    assertThat(found.at("/hits/0/entry").asString()).isEqualTo("shm-full");
    assertThat(found.at("/hits/0/snippet").asString()).contains("<mark>");
  }

  @Test
  void entriesAreListedAndShown() {
    assertThat(json(client.get("/api/v1/entries")).get("total").asInt()).isEqualTo(4);
    assertThat(
            json(client.get("/api/v1/entries?component=nccl&kind=cause")).findValuesAsString("id"))
        .isEqualTo(List.of("shm-full"));
    JsonNode entry = json(client.get("/api/v1/entries/shm-full?lang=en"));
    assertThat(entry.get("explains").get(0).asString()).isEqualTo("system-error");
    assertThat(entry.get("signatures").get(0).asString()).contains("(size {size:int})");
    assertThat(entry.at("/remedies/0/command").asString())
        .isEqualTo("docker run --shm-size=1g IMAGE");
    String why = entry.at("/sections/1/html").asString();
    assertThat(why).contains("&lt;b&gt;HTML", "9637888 bytes").doesNotContain("javascript:");
    assertThat(
            json(client.get("/api/v1/entries/system-error")).get("explained_by").get(0).asString())
        .isEqualTo("shm-full");
  }

  @Test
  void theInterfaceIsDescribedAndCanBeTried() {
    JsonNode api = json(client.get("/v3/api-docs"));
    assertThat(api.get("openapi").asString()).startsWith("3.1");
    assertThat(api.get("paths").propertyNames())
        .contains(
            CALL, CALL + "/{id}", CALL + "/{id}/feedback", "/api/v1/search", "/api/v1/entries");
    assertThat(api.at("/paths/~1api~1v1~1diagnoses/post/responses").propertyNames())
        .contains("200", "201", "400", "413", "415", "429", "503");
    assertThat(api.at("/paths/~1api~1v1~1search/get/parameters").get(0).at("/schema/maxLength"))
        .hasToString("4000");
    assertThat(api.at("/paths/~1api~1v1~1diagnoses~1{id}~1feedback/post/responses").propertyNames())
        .contains("204", "403", "404", "413", "429", "503");
    assertThat(client.get("/swagger-ui.html").statusCode()).isEqualTo(302);
    HttpResponse<String> page = client.get("/swagger-ui/index.html");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("http://", "https://");
  }

  @Test
  void aSetUpThatBreaksIsExplained() {
    JsonNode answer =
        json(
            client.get("/api/v1/compatibility?gpu=RTX+5090&driver=535.129.03&torch=2.0.0%2Bcu118"));
    assertThat(answer.get("verdict").asString()).isEqualTo("arch-not-in-build");
    assertThat(answer.at("/remedies/0").asString())
        .contains("torch 2.7.0 from the cu128 index", "570.26");
    assertThat(answer.at("/layers").size()).isEqualTo(3);
    assertThat(answer.at("/layers/0/state").asString()).isEqualTo("broken");
    assertThat(answer.at("/facts/compute_capability/0").asString()).isEqualTo("12.0");
    assertThat(answer.at("/basis/0/sources/0").asString()).startsWith("https://");
  }

  @Test
  void aSetUpThatWorksIsOkAndWhatIsMissingIsUnknown() {
    JsonNode answer =
        json(
            client.get(
                "/api/v1/compatibility?gpu=H100&driver=535.129.03&torch=2.7.1%2Bcu126&lang=zh"));
    assertThat(answer.get("verdict").asString()).isEqualTo("ok");
    assertThat(answer.at("/reasons/0").asString()).contains("可在 NVIDIA H100");
    assertThat(json(client.get("/api/v1/compatibility")).get("verdict").asString())
        .isEqualTo("unknown");
    assertThat(assertProblem(client.get("/api/v1/compatibility?gpu=" + "x".repeat(300)), 400))
        .contains("gpu is longer than");
    assertProblem(client.get("/api/v1/compatibility?lang=xx"), 400);
  }

  private static String lead(HttpResponse<String> answer) {
    return json(answer).at("/findings/0/entry").asString();
  }

  private static JsonNode json(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).describedAs(answer.body()).isBetween(200, 299);
    return JSON.readTree(answer.body());
  }

  private static String assertProblem(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).describedAs(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    JsonNode problem = JSON.readTree(answer.body());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(answer.body()).doesNotContain("Exception", "\tat ", "dev.faultbook", "shmutils");
    return problem.get("detail").asString();
  }
}
