package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.diagnosis.Editions;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.util.FileSystemUtils;

/** Tests of publishing from the desk, into a real git checkout. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "faultbook.curation.password=" + CuratePageTests.PASSWORD,
      "faultbook.curation.publish=true",
      "faultbook.curation.author=Ada Desk <ada@example.org>"
    })
class PublishTests {
  static final String LOG = "step 1\nFATAL: the flux of loader 7 collapsed\n";

  /** The folder of content, which is the whole checkout. */
  @TempDir static Path folder;

  @LocalServerPort private int port;
  @Autowired private Editions editions;
  private TestClient client;

  @DynamicPropertySource
  static void content(DynamicPropertyRegistry properties) throws IOException {
    FileSystemUtils.copyRecursively(Path.of("src/test/resources/doors"), folder);
    FileSystemUtils.deleteRecursively(folder.resolve("golden"));
    git("init", "-q", "-b", "book");
    git("add", "-A");
    git("-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "Begin");
    properties.add("faultbook.content", folder::toString);
  }

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private static String git(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream said = git.getInputStream()) {
      return new String(said.readAllBytes(), UTF_8);
    }
  }

  private HttpResponse<String> post(Map<String, String> fields) {
    return client.post(
        "/curate?lang=en",
        CuratePageTests.form(fields),
        "Authorization",
        CuratePageTests.credentials(CuratePageTests.PASSWORD),
        "Accept",
        "text/html",
        "Content-Type",
        CuratePageTests.FORM);
  }

  static Map<String, String> entry(String action, String id, String cause) {
    Map<String, String> fields = CuratePageTests.fields(action, id, CuratePageTests.YAML, LOG);
    String body =
        """

        It stops.

        ## %s
        A line.

        ## %s
        The %s.

        ## %s
        ### 1. %s [safe]
        ```bash
        nvidia-smi
        ```

        ## %s
        Look.

        ## %s
        - [The segment](entry:shm-full): another line.

        ## %s
        Look.

        ## %s
        To wait.
        """;
    fields.put(
        "en",
        "# The flux collapsed\n"
            + body.formatted(
                "What you see",
                "Why it happens",
                cause,
                "Fix",
                "Look",
                "Check that it worked",
                "Tell it apart from",
                "Prevent",
                "What does not help"));
    fields.put(
        "zh",
        "# 磁通塌缩\n" + body.formatted("现象", "原因", cause, "解决办法", "看一看", "验证", "如何区分", "预防", "无效的做法"));
    fields.put(
        "others",
        "--- second.log\nFATAL: the flux of loader 12 collapsed, password=hunter2secret\n"
            + "--- a.not.log\nstep 1 loss 2.3\n--- b.not.log\nthe flux is fine\n");
    return fields;
  }

  private String lead() {
    return client.post("/api/v1/diagnoses", LOG.getBytes(UTF_8)).body();
  }

  @Test
  void anEntryIsPublishedAsACommitAndRolledBack() throws IOException {
    HttpResponse<String> published = post(entry("publish", "flux", "first reason"));
    assertThat(published.body()).contains("Published, and in force: ", " (book)");
    assertThat(lead()).contains("\"entry\":\"flux\"");
    assertThat(git("log", "-1", "--format=%an|%ae|%s", "--", "entries/flux"))
        .isEqualTo("Ada Desk|ada@example.org|Publish the entry flux\n");
    assertThat(git("show", "HEAD:entries/flux/logs/second.log"))
        .contains("loader 12")
        .doesNotContain("hunter2");
    assertThat(git("status", "--porcelain")).isEmpty();

    post(entry("publish", "flux", "second reason"));
    assertThat(Files.readString(folder.resolve("entries/flux/en.md"))).contains("second reason");
    assertThat(post(entry("rollback", "flux", "")).body()).contains("in force again");
    assertThat(Files.readString(folder.resolve("entries/flux/en.md"))).contains("first reason");
    assertThat(git("status", "--porcelain")).isEmpty();

    assertThat(post(entry("withdraw", "flux", "")).body()).contains("Withdrawn: ");
    assertThat(folder.resolve("entries/flux")).doesNotExist();
    assertThat(editions.current().findEntry("flux")).isEmpty();
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(git("log", "--format=%s", "--", "entries/flux").lines()).hasSize(4);
    assertThat(lead()).doesNotContain("\"entry\":\"flux\"");
  }

  @Test
  void whatCheckRefusesIsNotPublishedAndShown() throws IOException {
    String before = git("rev-parse", "HEAD");
    Map<String, String> few = entry("publish", "few-logs", "reason");
    few.put("others", "");
    HttpResponse<String> refused = post(few);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("Not published", "found 1 and 0");
    Map<String, String> wrong = entry("publish", "wrong", "reason");
    wrong.merge("yaml", "", (yaml, x) -> yaml.replace("n:int", "n:foo"));
    assertThat(post(wrong).body()).contains("Not published", "is not a capture type");
    Map<String, String> taking = entry("publish", "taking", "reason");
    taking.merge("yaml", "", (yaml, x) -> yaml.replace("flux of", "NCCL WARN'\n  - 'flux of"));
    assertThat(post(taking).body()).contains("Not published", "shm-full/logs/docker.log");
    assertThat(post(entry("publish", "../evil", "reason")).statusCode()).isEqualTo(400);
    assertThat(git("rev-parse", "HEAD")).isEqualTo(before);
    assertThat(git("status", "--porcelain")).isEmpty();
  }

  /** Another entry names it; the edition in force stays whole. */
  @Test
  void whatTheEditionNeedsIsNotWithdrawn() throws IOException {
    HttpResponse<String> refused = post(entry("withdraw", "system-error", ""));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("Nothing was changed.");
    assertThat(folder.resolve("entries/system-error/entry.yaml")).exists();
    assertThat(editions.problem()).isEmpty();
    assertThat(editions.current().findEntry("system-error")).isPresent();
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(post(entry("withdraw", "nothing", "")).body()).contains("has no entry nothing");
  }
}
