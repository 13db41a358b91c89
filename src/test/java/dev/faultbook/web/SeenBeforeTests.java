package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of what an answer says about earlier occurrences of the same failure. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class SeenBeforeTests {
  private static final String CALL = "/api/v1/diagnoses";
  private static final JsonMapper JSON = JsonMapper.shared();

  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  private TestClient client;

  /** A file name that no other test and no earlier run uses. */
  private final String program = "t" + UUID.randomUUID().toString().replace('-', 'x') + ".py";

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private byte[] log(String node, String key) {
    String text =
        """
        Nov 21 03:43:10 %1$s train[77]: step 12 loss 2.1
        Nov 21 03:43:11 %1$s train[77]: Traceback (most recent call last):
        Nov 21 03:43:11 %1$s train[77]:   File "/srv/%2$s", line 88, in collate
        Nov 21 03:43:11 %1$s train[77]:     row = table[key]
        Nov 21 03:43:11 %1$s train[77]: KeyError: '%3$s'
        """
            .formatted(node, program, key);
    return text.getBytes(UTF_8);
  }

  private JsonNode post(String query, byte[] log) {
    return JSON.readTree(client.post(CALL + query, log).body());
  }

  @Test
  void theAnswerSaysHowOftenAndWhere() {
    JsonNode first = post("", log("gpu-a02", "a"));
    assertThat(first.at("/failure/node").asString()).isEqualTo("gpu-a02");
    assertThat(first.has("seen")).isFalse();
    post("", log("gpu-b07", "b"));
    post("", log("gpu-a02", "c"));
    assertThat(client.post(CALL, log("gpu-a02", "d"), "Accept", "text/plain").body())
        .contains("SEEN BEFORE  4th time this week, 3 of them on gpu-a02");
    JsonNode fifth = post("", log("gpu-c01", "e"));
    assertThat(fifth.at("/fingerprint")).isEqualTo(first.at("/fingerprint"));
    assertThat(fifth.at("/seen").toString())
        .isEqualTo(
            "{\"times\":5,\"days\":7,\"nodes\":{\"gpu-a02\":3,\"gpu-b07\":1,\"gpu-c01\":1},"
                + "\"earlier\":[]}");
    assertThat(PageKinds.paste(client, log("gpu-a02", "f"), "en").body())
        .contains("6th time this week, 4 of them on gpu-a02");
    assertThat(PageKinds.paste(client, log("gpu-a02", "f"), "zh").body())
        .contains("本周第 7 次，其中 5 次在 gpu-a02 上");
  }

  @Test
  void shortAnswersBatchesAndAssistantsSayItAsWell() {
    post("", log("gpu-a02", "a"));
    assertThat(client.post(CALL + "?detail=short", log("gpu-a02", "b"), "Accept", "text/markdown"))
        .extracting(HttpResponse::body)
        .asString()
        .contains("2nd time this week, all on gpu-a02");
    String line =
        JSON.writeValueAsString(Map.of("id", 1, "log", new String(log("gpu-b07", "c"), UTF_8)));
    String batch =
        client
            .post(CALL + ":batch", line.getBytes(UTF_8), "Content-Type", "application/x-ndjson")
            .body();
    assertThat(JSON.readTree(batch).at("/diagnosis/seen/times").asInt()).isEqualTo(3);
    Map<String, Object> call =
        Map.of(
            "jsonrpc",
            "2.0",
            "id",
            1,
            "method",
            "tools/call",
            "params",
            Map.of(
                "name",
                "diagnose_log",
                "arguments",
                Map.of("text", new String(log("gpu-b07", "d"), UTF_8))));
    for (int i = 0; i < 2; i++) {
      assertThat(
              client
                  .post("/mcp", JSON.writeValueAsBytes(call), "Content-Type", "application/json")
                  .body())
          .as("a tool counts nothing")
          .contains("3rd time this week, 2 of them on gpu-a02");
    }
  }

  @Test
  void oldOccurrencesDoNotCountForTheWeek() {
    String fingerprint = post("", log("gpu-a02", "a")).at("/fingerprint").asString();
    sql.sql("insert into sighting values (?, current_date - 7, 'gpu-a02', '', 40)")
        .param(fingerprint)
        .update();
    sql.sql("insert into sighting values (?, current_date - 3, 'gpu-a02', '', 20)")
        .param(fingerprint)
        .update();
    assertThat(client.post(CALL, log("gpu-a02", "a"), "Accept", "text/plain").body())
        .contains("22nd time this week, all on gpu-a02");
  }

  /** The address of a shared diagnosis is its only protection. */
  @Test
  void onlyADiagnosisWhoseOwnerAgreedIsLinkedWithItsNotes() {
    String hidden = post("?save=true", log("gpu-a02", "a")).at("/id").asString();
    String open = post("?save=true&findable=true", log("gpu-a02", "b")).at("/id").asString();
    client.post(
        CALL + "/" + open + "/feedback",
        "{\"entry\": \"shm-full\", \"helpful\": false, \"comment\": \"the column was renamed\"}"
            .getBytes(UTF_8),
        "Content-Type",
        "application/json");
    JsonNode seen = post("", log("gpu-a02", "c")).at("/seen");
    assertThat(seen.at("/earlier").size()).isEqualTo(1);
    assertThat(seen.at("/earlier/0/url").asString()).isEqualTo("/d/" + open);
    assertThat(seen.at("/earlier/0/notes/0").asString()).isEqualTo("the column was renamed");
    String page = PageKinds.paste(client, log("gpu-a02", "d"), "en").body();
    assertThat(page)
        .contains("href=\"/d/" + open + "\"", "<q>the column was renamed</q>")
        .doesNotContain(hidden);
    assertThat(client.post(CALL, log("gpu-a02", "e"), "Accept", "text/plain").body())
        .contains("http://127.0.0.1:" + port + "/d/" + open);
    String own = client.get("/d/" + open, "Accept", "text/html").body();
    assertThat(own).contains("time this week").doesNotContain("href=\"/d/" + open + "\"");
  }

  @Test
  void theShareFormAsksWhetherOthersMayFindIt() {
    byte[] log = log("gpu-a02", "a");
    byte[] form = TestClient.form("b", "log", log);
    String type = "multipart/form-data; boundary=b";
    String preview =
        client.post("/share/preview", form, "Content-Type", type, "Accept", "text/html").body();
    assertThat(preview).contains("<input type=\"checkbox\" name=\"findable\" value=\"yes\">");
    client.post("/share", form, "Content-Type", type, "Accept", "text/html");
    assertThat(findable()).isZero();
    byte[] agreed =
        ("--b\r\nContent-Disposition: form-data; name=\"findable\"\r\n\r\nyes\r\n"
                + new String(form, UTF_8))
            .getBytes(UTF_8);
    client.post("/share", agreed, "Content-Type", type, "Accept", "text/html");
    assertThat(findable()).isEqualTo(1);
  }

  private long findable() {
    String fingerprint = post("", log("gpu-a02", "z")).at("/fingerprint").asString();
    return sql.sql("select count(*) from diagnosis where fingerprint = ?")
        .param(fingerprint)
        .query(Long.class)
        .single();
  }
}
