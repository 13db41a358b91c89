package dev.faultbook.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the call that compares two logs, and of the download of the collection script. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.diagnosis.max-log-size=1MB",
      "faultbook.store.max-log-size=256KB"
    })
class ComparisonsTests {
  private static final String CALL = "/api/v1/comparisons";
  private static final String FORM = "multipart/form-data; boundary=x-y";
  private static final byte[] GOOD =
      "start of it\nPyTorch version: 2.3.1+cu121\nstep 1\nstep 2\nsaved the model\n"
          .getBytes(UTF_8);

  @LocalServerPort private int port;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private static byte[] bad() {
    ByteArrayOutputStream bad = new ByteArrayOutputStream();
    bad.writeBytes("start of it\nPyTorch version: 2.4.0+cu124\nstep 1\n".getBytes(UTF_8));
    bad.writeBytes(TestClient.log());
    return bad.toByteArray();
  }

  private static byte[] form(byte[] good, byte[] bad) {
    byte[] first = TestClient.form("x-y", "good", good);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(first, 0, first.length - "--x-y--\r\n".length());
    both.writeBytes(TestClient.form("x-y", "bad", bad));
    return both.toByteArray();
  }

  private HttpResponse<String> compare(byte[] body, String... more) {
    String[] headers = new String[more.length + 2];
    headers[0] = "Content-Type";
    headers[1] = FORM;
    System.arraycopy(more, 0, headers, 2, more.length);
    return client.post(CALL, body, headers);
  }

  @Test
  void twoLogsAreCompared() {
    HttpResponse<String> answer = compare(form(GOOD, TestClient.gzip(bad())));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    JsonNode json = JsonMapper.builder().build().readTree(answer.body());
    assertThat(json.get("same").asBoolean()).isFalse();
    assertThat(json.at("/first/after/text").asString()).isEqualTo("step 1");
    assertThat(json.at("/next/text").asString()).isEqualTo("saved the model");
    assertThat(json.at("/next/line").asInt()).isEqualTo(5);
    assertThat(json.at("/reached/good_line").asInt()).isEqualTo(3);
    assertThat(json.at("/missing/total").asInt()).isEqualTo(1);
    assertThat(json.at("/facts/0/fact").asString()).isEqualTo("torch");
    assertThat(json.at("/facts/0/bad/0").asString()).isEqualTo("2.4.0+cu124");
    assertThat(json.at("/diagnosis/findings/0/entry").asString()).isEqualTo("shm-full");
    assertThat(json.get("complete").asBoolean()).isTrue();
  }

  @Test
  void aTerminalGetsAReport() {
    String report = compare(form(GOOD, bad()), "Accept", "text/plain").body();
    assertThat(report)
        .startsWith("FIRST DIFFERENCE\n  both     3 | 3: step 1\n  good run 5: saved the model\n")
        .contains("NEVER REACHED", "  torch  good 2.3.1+cu121  bad 2.4.0+cu124\n")
        .contains("DIAGNOSIS OF THE BAD RUN\n\nROOT CAUSE  /dev/shm is too small");
    assertThat(
            client
                .post(
                    CALL + "?lang=zh",
                    form(GOOD, GOOD),
                    "Content-Type",
                    FORM,
                    "Accept",
                    "text/plain")
                .body())
        .startsWith("没有差异");
  }

  @Test
  void whatCannotBeComparedIsRefusedAndNamed() {
    assertProblem(compare(form(new byte[0], bad())), 400, "The part `good` is missing");
    assertProblem(compare(TestClient.form("x-y", "good", GOOD)), 400, "The part `bad` is missing");
    assertProblem(
        client.post(CALL, GOOD, "Content-Type", "text/plain"), 415, "curl -F good=@good.log");
    assertProblem(client.post(CALL, GOOD, "Content-Type", "application/json"), 415, "multipart");
    assertProblem(compare(form(GOOD, new byte[5000])), 400, "not a text file");
    byte[] large = "a line of a log\n".repeat(80_000).getBytes(UTF_8);
    assertProblem(compare(form(GOOD, large)), 413, "");
    assertProblem(compare("no form at all".getBytes(UTF_8)), 400, "form cannot be read");
    assertThat(client.get(CALL).statusCode()).isEqualTo(405);
  }

  @Test
  void theScriptKnowsWhereItCameFrom() {
    HttpResponse<String> script = client.get("/collect.sh");
    assertThat(script.statusCode()).isEqualTo(200);
    assertThat(script.headers().firstValue("Content-Type"))
        .hasValue("text/x-shellscript;charset=UTF-8");
    assertThat(script.headers().firstValue("Cache-Control")).hasValue("no-cache, private");
    assertThat(script.headers().firstValue("Vary").orElse("")).doesNotContain("Cookie");
    assertThat(script.body())
        .startsWith("#!/bin/sh\n")
        .contains("curl -fsS http://127.0.0.1:" + port + "/collect.sh | sh")
        .doesNotContain("@BASE@");
    String tag = script.headers().firstValue("ETag").orElseThrow();
    assertThat(client.get("/collect.sh", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
    assertThat(answer.statusCode()).describedAs(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains(detail);
  }
}
