package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests of an entry's page, of its Markdown and JSON forms, and of the readers' feedback. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.diagnosis.max-log-size=2MB"})
class EntryPageTests {
  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
    sql.sql("delete from feedback where diagnosis is null").update();
  }

  @Test
  void signaturesAreShownWithTheirCaptures() {
    assertThat(html("/entries/shm-full").body())
        .contains("<span class=\"signatures__capture\">{size:int}</span>");
  }

  @Test
  void theShortCodeOfAnEntryLeadsToItsPage() {
    assertThat(html("/fb-0017").headers().firstValue("Location")).contains("/entries/shm-full");
    assertThat(html("/FB-9999").statusCode()).isEqualTo(404);
  }

  @Test
  void relationsAreDrawnAndListed() {
    assertThat(html("/entries/shm-full").body())
        .contains(
            "aria-label=\"Leads to: ",
            "href=\"/entries/system-error\" class=\"relations__box--symptom\"",
            "The relation in words");
    assertThat(html("/entries/system-error?lang=zh").body())
        .contains("aria-label=\"可能由此引起：/dev/shm 太小\"");
    assertThat(html("/entries/no-plugin").body()).doesNotContain("id=\"related\"");
  }

  @Test
  void thePageIsThereAsMarkdown() {
    HttpResponse<String> markdown = client.get("/entries/shm-full.md?lang=en&v.size=9637888");
    assertThat(markdown.headers().firstValue("Content-Type"))
        .hasValue("text/markdown;charset=UTF-8");
    assertThat(markdown.body())
        .startsWith("# /dev/shm is too small\n")
        .contains("## Fix\n", "--shm-size=9637888", "/entries/system-error)", "## Sources")
        .doesNotContain("entry:", "{{");
    assertThat(client.get("/entries/shm-full.md?lang=zh").body()).startsWith("# /dev/shm 太小\n");
    assertThat(client.get("/entries/nothing.md").statusCode()).isEqualTo(404);
  }

  @Test
  void valuesOfALinkAreCheckedAndNamedAsSuch() {
    assertThat(html("/entries/shm-full?v.size=9637888").body())
        .contains("The link you followed carries values", "9637888")
        .doesNotContain("values of your log");
    assertThat(html("/entries/shm-full?lang=zh&v.size=9637888").body()).contains("链接中携带的值");
    assertThat(html("/entries/shm-full?v.size=1+-v+/:/host+evil.example/miner").body())
        .doesNotContain("carries values", "evil.example/miner");
  }

  @Test
  void aReaderSaysWhetherItWasRight() {
    HttpResponse<String> accepted =
        vote("helpful=yes&comment=" + encoded("mail me@example.com\r\nbye"));
    assertThat(accepted.statusCode()).isEqualTo(303);
    String next = accepted.headers().firstValue("Location").orElseThrow();
    assertThat(next).isEqualTo("/entries/shm-full?thanks=1#feedback");
    assertThat(html("/entries/shm-full?thanks=1").body()).contains("A curator will read it");
    assertThat(vote("helpful=no", "Sec-Fetch-Site", "same-origin").statusCode()).isEqualTo(303);
    assertThat(vote("helpful=no", "Origin", "http://127.0.0.1:" + port).statusCode())
        .isEqualTo(303);
    assertThat(votes()).containsExactly("true mail <email-1>\nbye", "false ", "false ");
  }

  @Test
  void aReaderSaysWhatItWasInstead() {
    vote("helpful=no&actual=system-error&comment=two");
    vote("helpful=no&actual=the+disk&comment=two");
    vote("helpful=yes&actual=system-error");
    assertThat(
            sql.sql("select actual, comment from feedback where diagnosis is null order by id")
                .query((row, i) -> row.getString(1) + " " + row.getString(2))
                .list())
        .containsExactly("system-error two", "null the disk\ntwo", "null system-error");
  }

  @Test
  void whatAnotherSiteSendsIsNotTaken() {
    for (String[] from :
        List.of(
            new String[] {"Sec-Fetch-Site", "cross-site"},
            new String[] {"Sec-Fetch-Site", "same-site"},
            new String[] {"Origin", "https://example.org"},
            new String[] {"Origin", "http://127.0.0.1:1"},
            new String[] {"Origin", "null"},
            new String[] {"Origin", "http://[bad"})) {
      HttpResponse<String> refused = vote("helpful=yes", from);
      assertThat(refused.statusCode()).describedAs(String.join(" ", from)).isEqualTo(403);
      assertThat(refused.body()).contains("another site");
    }
    assertThat(votes()).isEmpty();
  }

  @Test
  void badAnswersAreToldWhatIsWrong() {
    assertThat(vote("comment=x").body()).contains("Choose yes or no");
    assertThat(vote("helpful=perhaps").statusCode()).isEqualTo(400);
    assertThat(vote("helpful=yes&comment=" + "%F0%9F%98%80".repeat(2000)).statusCode())
        .isEqualTo(303);
    HttpResponse<String> longest = vote("helpful=yes&comment=" + "x".repeat(2001));
    assertThat(longest.statusCode()).isEqualTo(400);
    assertThat(longest.body()).contains("The limit is 2,000 characters");
    assertThat(
            client
                .post("/entries/nothing/feedback", bytes("helpful=yes"), headers(new String[0]))
                .statusCode())
        .isEqualTo(404);
    assertThat(votes()).hasSize(1);
  }

  private List<String> votes() {
    return sql.sql("select helpful, comment from feedback where diagnosis is null order by id")
        .query((row, i) -> row.getBoolean(1) + " " + row.getString(2))
        .list();
  }

  private HttpResponse<String> vote(String form, String... more) {
    return client.post("/entries/shm-full/feedback", bytes(form), headers(more));
  }

  private static String[] headers(String[] more) {
    return Stream.concat(
            Stream.of("Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html"),
            Arrays.stream(more))
        .toArray(String[]::new);
  }

  private HttpResponse<String> html(String path) {
    return client.get(path, "Accept", "text/html,*/*;q=0.8");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
