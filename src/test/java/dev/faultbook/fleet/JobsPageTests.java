package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Verifies the page of a fleet's jobs, here with a broker that does not answer. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.fleet.bootstrap-servers=127.0.0.1:1"})
class JobsPageTests {
  @LocalServerPort private int port;
  @Autowired private FleetJobs jobs;

  @Test
  void showsWhatFailedInTheLastHour() {
    assertThat(page("en")).contains("The broker does not answer yet");
    add("lapsed", 1, Duration.ofMinutes(61), "shm-full", "gpu-a09", "eve");
    add("train-1", 1, Duration.ofMinutes(50), "shm-full", "gpu-a02", "ann");
    add("train-2", 2, Duration.ofMinutes(5), "shm-full", "gpu-a02", "<b>bob");
    add("train-3", 1, Duration.ofMinutes(1), null, null, null);
    add("train-0", 1, Duration.ofMinutes(55), "shm-full", "gpu-a02", "ann");
    // A node that failed leaves nothing in the log.
    jobs.add(new FleetJobs.Job("train-4", 1, Instant.now(), null, null, null, null, "ann"));
    String page = page("en");
    assertThat(page)
        .contains("train-1", "train-2 #2", "gpu-a02", "&lt;b&gt;bob", "href=\"/entries/shm-full\"")
        .contains("<code>failure of train-3</code>", "Its log shows nothing")
        .doesNotContain("lapsed", "gpu-a09", "<b>bob");
    assertThat(page)
        .containsSubsequence("train-4</th>", "train-3</th>", "train-1</th>", "train-0</th>");
    assertThat(page("zh")).contains("最近一小时失败的任务", "按节点");
  }

  private void add(
      String name, int attempt, Duration before, String entry, String node, String user) {
    jobs.add(
        new FleetJobs.Job(
            name,
            attempt,
            Instant.now().minus(before),
            entry,
            entry == null ? null : "headline of " + name,
            "failure of " + name,
            node,
            user));
  }

  private String page(String language) {
    return new TestClient(port).get("/jobs?lang=" + language, "Accept", "text/html").body();
  }
}
