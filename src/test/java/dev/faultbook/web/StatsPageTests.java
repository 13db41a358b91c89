package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.store.FaultCounts;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests of the diagnosis counts and of the page that shows them. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.diagnosis.max-log-size=2MB"})
class StatsPageTests {
  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  @Autowired private FaultCounts counts;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  @Test
  void everyDiagnosisIsCountedOnce() {
    long shm = counted("shm-full");
    long none = counted("");
    byte[] unknown = "step 1\nRuntimeError: what\nbye\n".getBytes(UTF_8);
    PageKinds.paste(client, TestClient.log(), "en");
    PageKinds.paste(client, unknown, "en");
    client.post("/", TestClient.log(), "Accept", "*/*");
    client.post("/api/v1/diagnoses", TestClient.log());
    client.post("/api/v1/diagnoses?save=true", TestClient.log());
    assertThat(counted("shm-full")).isEqualTo(shm + 4);
    assertThat(counted("")).isEqualTo(none + 1);
    // The same result in another language, a shared diagnosis and a search are not new diagnoses.
    client.post(
        "/?again=1&lang=zh",
        TestClient.form("b", "log", TestClient.log()),
        "Content-Type",
        "multipart/form-data; boundary=b",
        "Accept",
        "text/html");
    client.post(
        "/share",
        TestClient.form("b", "log", TestClient.log()),
        "Content-Type",
        "multipart/form-data; boundary=b",
        "Accept",
        "text/html");
    PageKinds.paste(client, "shared memory".getBytes(UTF_8), "en");
    client.post("/api/v1/diagnoses", new byte[0]);
    assertThat(counted("shm-full")).isEqualTo(shm + 4);
    assertThat(counted("")).isEqualTo(none + 1);
  }

  @Test
  void theCountsAreDrawnAndTold() {
    LocalDate today = counts.today();
    sql.sql("truncate diagnosis_count").update();
    insert(today, "shm-full", 12_000);
    insert(today.minusDays(3), "driver-old", 30);
    insert(today.minusDays(3), "", 7);
    insert(today.minusDays(200), "system-error", 500);
    String month = page("/stats", "en");
    assertThat(month)
        .contains(
            "/dev/shm is too small",
            "The driver is too old",
            "12,0",
            "<rect class=\"timeline__named\"")
        .contains("<rect class=\"timeline__unknown\"", "href=\"/entries?layer=container\"")
        .doesNotContain("/entries/system-error", " style=");
    assertThat(page("/stats?days=365", "zh")).contains("/entries/system-error", "每周的诊断次数");
    assertThat(page("/stats?days=%3Cb%3E", "en")).contains("30 days").doesNotContain("<b>");
    // An entry that no longer exists counts in the totals but has no page to link to.
    insert(today, "gone-entry", 1);
    assertThat(page("/stats", "en")).doesNotContain("gone-entry");
  }

  /** A log in which nothing failed needs no page; one that failed without a page does. */
  @Test
  void healthyLogsAreToldFromFailuresWithoutAPage() {
    long healthy = counted("-");
    long none = counted("");
    client.post("/api/v1/diagnoses", "step 1 loss 2.3\nTraining finished.\n".getBytes(UTF_8));
    client.post("/api/v1/diagnoses", "step 1\nRuntimeError: what\nbye\n".getBytes(UTF_8));
    assertThat(counted("-")).isEqualTo(healthy + 1);
    assertThat(counted("")).isEqualTo(none + 1);
    LocalDate today = counts.today();
    insert(today.minusDays(2), "shm-full", 70);
    insert(today.minusDays(2), "", 30);
    insert(today.minusDays(2), "-", 1100);
    String month = page("/stats", "en");
    assertThat(month)
        .contains("<rect class=\"timeline__healthy\"", "Failures without a page")
        .containsPattern("<td>70</td><td>30</td><td>1,1\\d\\d</td>");
    assertThat(page("/stats", "zh")).contains("没有故障的日志");
  }

  @Test
  void theNodesWithTheMostFailuresComeFirst() {
    insert(counts.today(), "shm-full", 1);
    sql.sql("delete from sighting").update();
    sighting("aaaa", "gpu-a02", 0, 3);
    sighting("bbbb", "gpu-a02", 2, 4);
    sighting("aaaa", "gpu-b01", 1, 6);
    sighting("aaaa", "", 1, 90);
    sighting("aaaa", "gpu-old", 200, 80);
    String month = page("/stats", "en");
    String nodes = month.substring(month.indexOf("id=\"h-nodes\""));
    assertThat(nodes)
        .containsSubsequence("gpu-a02</th><td>7</td><td>2</td>", "gpu-b01</th><td>6</td><td>1</td>")
        .doesNotContain("gpu-old", "<td>90</td>");
    assertThat(page("/stats?days=365", "en")).contains("gpu-old</th><td>80</td>");
  }

  @Test
  void thePagesThatDidNotHelpComeFirst() {
    insert(counts.today(), "shm-full", 1);
    sql.sql("delete from feedback").update();
    vote("shm-full", true, "now()");
    vote("driver-old", false, "now()");
    vote("driver-old", false, "now() - interval '3 days'");
    vote("system-error", false, "now() - interval '200 days'");
    vote("gone-entry", false, "now()");
    String month = page("/stats", "en");
    String votes = month.substring(month.indexOf("id=\"h-votes\""));
    assertThat(votes.indexOf("/entries/driver-old"))
        .isPositive()
        .isLessThan(votes.indexOf("/entries/shm-full"));
    assertThat(votes)
        .contains("<td>2</td><td>0</td>", "<td>0</td><td>1</td>")
        .doesNotContain("system-error", "gone-entry");
    assertThat(page("/stats?days=365", "zh")).contains("读者反馈", "/entries/system-error");
  }

  @Test
  void aTimelineHasAColumnForEveryDay() {
    LocalDate last = LocalDate.of(2026, 3, 31);
    LocalDate first = last.minusDays(29);
    StatsTimeline timeline =
        StatsTimeline.fromCounts(
            List.of(
                new FaultCounts.Count(first, "a", 3),
                new FaultCounts.Count(first, "", 1),
                new FaultCounts.Count(last, "b", 15),
                new FaultCounts.Count(last.plusDays(1), "b", 99)),
            first,
            last,
            1);
    assertThat(timeline.columns()).hasSize(30);
    assertThat(timeline.top()).isEqualTo(20);
    assertThat(timeline.best().day()).isEqualTo(last);
    assertThat(timeline.height(timeline.columns().getFirst().named())).isEqualTo(15);
    assertThat(timeline.height(timeline.columns().getFirst().all())).isEqualTo(20);
    assertThat(StatsTimeline.fromCounts(List.of(), last.minusDays(364), last, 7).columns())
        .hasSize(53);
  }

  private void insert(LocalDate day, String entry, long n) {
    // Diagnoses of other tests may be counted at the same time.
    sql.sql(
            "insert into diagnosis_count as c values (?, ?, ?) on conflict (day, entry) do update"
                + " set n = c.n + excluded.n")
        .params(day, entry, n)
        .update();
  }

  private void sighting(String fingerprint, String node, int daysAgo, long n) {
    sql.sql("insert into sighting values (?, ?, ?, '', ?)")
        .params(fingerprint, counts.today().minusDays(daysAgo), node, n)
        .update();
  }

  private void vote(String entry, boolean helpful, String when) {
    sql.sql(
            "insert into feedback (entry, helpful, comment, created) values (?, ?, '', "
                + when
                + ")")
        .params(entry, helpful)
        .update();
  }

  private long counted(String entry) {
    return counts.countsSince(counts.today().minusDays(1)).stream()
        .filter(count -> count.entry().equals(entry))
        .mapToLong(FaultCounts.Count::n)
        .sum();
  }

  private String page(String path, String lang) {
    return client.get(path, "Accept", "text/html", "Cookie", "lang=" + lang).body();
  }
}
