package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.cli.FaultbookCli;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.util.HtmlUtils;

/** Tests of the curators' desk, through the real server. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.curation.password=" + CuratePageTests.PASSWORD})
class CuratePageTests {
  static final String PASSWORD = "correct: horse é";
  static final String FORM = "multipart/form-data; boundary=b";
  private static final Path DOORS = Path.of("src/test/resources/doors");

  static final String YAML =
      """
      kind: cause
      component: application
      layer: program
      severity: fatal
      signatures:
        - 'flux of loader {n:int} collapsed'
      sources:
        - {url: "https://example.org/", title: t, supports: s}
      reviewed: 2026-11-21
      """;

  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  static String credentials(String password) {
    return "Basic "
        + Base64.getEncoder().encodeToString(("ada:" + password).getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<String> get(String path, String lang) {
    return client.get(
        path,
        "Authorization",
        credentials(PASSWORD),
        "Accept",
        "text/html",
        "Cookie",
        "lang=" + lang);
  }

  private HttpResponse<String> post(Map<String, String> fields, String... headers) {
    String[] all = new String[headers.length + 6];
    System.arraycopy(headers, 0, all, 6, headers.length);
    all[0] = "Authorization";
    all[1] = credentials(PASSWORD);
    all[2] = "Accept";
    all[3] = "text/html";
    all[4] = "Content-Type";
    all[5] = FORM;
    return client.post("/curate?lang=en", form(fields), all);
  }

  static byte[] form(Map<String, String> fields) {
    StringBuilder form = new StringBuilder();
    fields.forEach(
        (name, value) ->
            form.append("--b\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value.replace("\n", "\r\n"))
                .append("\r\n"));
    return form.append("--b--\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  static Map<String, String> fields(String action, String id, String yaml, String log) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("do", action);
    fields.put("id", id);
    fields.put("yaml", yaml);
    fields.put("log", log);
    return fields;
  }

  private static String main(HttpResponse<String> page) {
    return page.body().substring(page.body().indexOf("<main"), page.body().indexOf("</main>"));
  }

  /** The text of a field of the form. */
  private static String field(HttpResponse<String> page, String name) {
    Matcher area =
        Pattern.compile("<textarea id=\"" + name + "\"[^>]*>(.*?)</textarea>", Pattern.DOTALL)
            .matcher(page.body());
    assertThat(area.find()).as(name).isTrue();
    return HtmlUtils.htmlUnescape(area.group(1));
  }

  @Test
  void onlyThePasswordOpensTheDesk() {
    HttpResponse<String> asked = client.get("/curate?lang=en", "Accept", "text/html");
    assertThat(asked.statusCode()).isEqualTo(401);
    assertThat(asked.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic realm="));
    assertThat(asked.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(asked.body()).contains("Sign in").doesNotContain("textarea");
    for (String header :
        new String[] {credentials("wrong"), "Basic %%%", "Basic YWJj", "Bearer " + PASSWORD, "x"}) {
      assertThat(client.get("/curate", "Authorization", header).statusCode())
          .as(header)
          .isEqualTo(401);
    }
    HttpResponse<String> desk = get("/curate", "en");
    assertThat(desk.statusCode()).isEqualTo(200);
    assertThat(desk.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(desk.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
    assertThat(desk.body()).contains("desk</h1>");
    assertThat(get("/curate", "zh").body()).contains("维护台</h1>");
  }

  @Test
  void everythingBelowItIsBehindThePassword() {
    for (String path : new String[] {"/curate/", "/curate/x", "/curate/a/b", "/curate;x=1"}) {
      assertThat(client.get(path, "Accept", "text/html").statusCode()).as(path).isEqualTo(401);
    }
    assertThat(get("/curate/x", "en").statusCode()).isEqualTo(404);
    assertThat(
            client
                .post("/curate", form(fields("try", "a", YAML, "x")), "Content-Type", FORM)
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void anotherSitesPageCannotSendTheForm() {
    Map<String, String> fields = fields("try", "my-fault", YAML, "");
    assertThat(post(fields, "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
    assertThat(post(fields, "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(post(fields, "Sec-Fetch-Site", "same-origin").statusCode()).isEqualTo(200);
  }

  @Test
  void mistakesAreShownWithFileAndLine() {
    HttpResponse<String> page =
        post(fields("try", "my-fault", YAML.replace("n:int", "n:foo"), "x\n"));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(main(page))
        .contains(
            "Mistakes: 1",
            "It has no signature yet",
            "<code>entry.yaml</code></td><td class=\"curate__line\">6</td>")
        .contains("is not a capture type", "The page is missing");
    assertThat(field(page, "yaml")).isEqualTo(YAML.replace("n:int", "n:foo"));
  }

  @Test
  void aMatchIsShownWithItsLines() {
    HttpResponse<String> page =
        post(fields("try", "my-fault", YAML, "step 1\nFATAL: the flux of loader 7 collapsed\n"));
    assertThat(main(page))
        .contains("No mistakes, but something is missing", "It leads this log")
        .contains("class=\"mark--root\">flux of loader 7 collapsed</mark>")
        .contains("Signature: flux of loader {n:int} collapsed")
        .contains("It matches none of the other");
    HttpResponse<String> none = post(fields("try", "", YAML, "step 1\nFATAL: lost\n"));
    assertThat(main(none))
        .contains("None of its signatures matches this log", "value=\"new-fault\"");
  }

  @Test
  void bothLanguagesAreShownAsReadersWillSeeThem() {
    Map<String, String> fields = PublishTests.entry("try", "flux", "<script>first</script> reason");
    String page = main(post(fields));
    String preview = page.substring(page.indexOf("id=\"preview\""));
    assertThat(preview)
        .containsSubsequence(
            "<div class=\"curate__page\" lang=\"en\">",
            "The flux collapsed",
            "nvidia-smi",
            "&lt;script&gt;first",
            "lang=\"zh\">",
            "磁通塌缩")
        .doesNotContain("<script");
    assertThat(main(post(fields("try", "flux", "kind: [", "")))).doesNotContain("id=\"preview\"");
  }

  @Test
  void aLogOfAnotherEntryIsNotTakenSilently() {
    String broad = YAML.replace("flux of loader {n:int} collapsed", "NCCL WARN");
    String log = new String(TestClient.log(), StandardCharsets.UTF_8);
    assertThat(main(post(fields("try", "my-fault", broad, log))))
        .contains("/dev/shm is too small")
        .contains("<code>shm-full/logs/docker.log</code>")
        .containsAnyOf("takes the lead", "is a second cause");
  }

  @Test
  void theOtherLanguageRepeatsTheTrial() {
    Map<String, String> fields = fields("try", "my-fault", YAML, "x\n");
    fields.put("last", fields.remove("do"));
    HttpResponse<String> page =
        client.post(
            "/curate?lang=zh",
            form(fields),
            "Authorization",
            credentials(PASSWORD),
            "Accept",
            "text/html",
            "Content-Type",
            FORM);
    assertThat(main(page)).contains("没有任何特征与这份日志匹配", "还缺");
    assertThat(field(page, "yaml")).isEqualTo(YAML);
  }

  @Test
  void hostileTextIsText() {
    String evil = "</textarea><script>alert(1)</script>";
    Map<String, String> fields = fields("try", "\"><script>", "kind: " + evil + "\n", evil + "\n");
    fields.put("en", "# " + evil + "\n");
    HttpResponse<String> page = post(fields);
    assertThat(main(page)).doesNotContain("<script").contains("&lt;script&gt;");
    assertThat(field(page, "en")).isEqualTo("# " + evil + "\n");
    fields.put("do", "draft");
    fields.put("en", "");
    assertThat(main(post(fields))).doesNotContain("<script");
  }

  @Test
  void textsHaveLimits() {
    HttpResponse<String> page =
        post(fields("try", "my-fault", "# " + "x".repeat(64 * 1024), "the log\n"));
    assertThat(page.statusCode()).isEqualTo(413);
    assertThat(main(page)).contains("entry.yaml is larger than 64 KiB");
    assertThat(field(page, "log")).as("the other texts stay").isEqualTo("the log\n");
    HttpResponse<String> all =
        post(fields("try", "my-fault", YAML, "x".repeat(CurateForm.MAX_BYTES)));
    assertThat(all.statusCode()).isEqualTo(413);
    assertThat(all.body()).contains("The form is too large", "2,048 KB");
  }

  @Test
  void aFormThatSaysTooLittleIsRefused() {
    assertThat(main(post(fields("draft", "", "", "")))).contains("Paste the log first");
    assertThat(main(post(fields("download", "../x", YAML, ""))))
        .contains("The archive needs an id");
    assertThat(main(post(fields("download", "a", "", "")))).contains("nothing to download");
    assertThat(post(fields("download", "a", "", "")).statusCode()).isEqualTo(400);
    assertThat(
            client
                .post(
                    "/curate",
                    "do=try".getBytes(StandardCharsets.UTF_8),
                    "Authorization",
                    credentials(PASSWORD),
                    "Content-Type",
                    "application/x-www-form-urlencoded")
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void aDraftLeavesWhatWasWritten() {
    HttpResponse<String> page =
        post(fields("draft", "", YAML, "ValueError: bad flux\npassword=hunter2secret\n"));
    assertThat(main(page)).contains("Drafted from the log");
    assertThat(field(page, "yaml")).isEqualTo(YAML);
    assertThat(field(page, "en")).startsWith("# ValueError: bad flux\n");
    assertThat(field(page, "log")).doesNotContain("hunter2");
  }

  /** The way of a curator: draft, fill the gaps, download, unpack, check. */
  @Test
  void aFilledDraftUnpacksIntoContentThatCheckAccepts(@TempDir Path root) throws Exception {
    String log =
        """
        [rank0]: Traceback (most recent call last):
        [rank0]:   File "/home/alice/train.py", line 40, in <module>
        [rank0]: ValueError: the flux of loader 7 collapsed
        """;
    HttpResponse<String> draft = post(fields("draft", "", "", log));
    Matcher id =
        Pattern.compile("id=\"id\".*?value=\"([^\"]*)\"", Pattern.DOTALL).matcher(draft.body());
    assertThat(id.find()).isTrue();
    Map<String, String> filled =
        fields("download", id.group(1), field(draft, "yaml"), field(draft, "log"));
    for (String empty : new String[] {"en", "zh", "title", "supports", "checked"}) {
      filled.merge("yaml", "", (yaml, x) -> yaml.replace(empty + ": \"\"", empty + ": known"));
    }
    filled.merge("yaml", "", (yaml, x) -> yaml.replace("url: \"\"", "url: https://example.org/"));
    filled.merge("yaml", "", (yaml, x) -> yaml.replace("date: \"\"", "date: 2026-11-23"));
    filled.put("en", field(draft, "en").replace("TODO:", "Known:"));
    filled.put("zh", field(draft, "zh").replace("TODO:", "Known:"));
    unzip(download(filled), root);
    Path content = root.resolve("content");
    copy(DOORS, content);
    Path logs = content.resolve("entries").resolve(id.group(1)).resolve("logs");
    assertThat(logs.resolve("reported.log")).content().contains("/home/<user-1>/");
    assertThat(check(content)).as("the other logs are still missing").contains("found 1 and 0");
    Files.writeString(logs.resolve("second.log"), "ValueError: the flux of loader 11 collapsed\n");
    Files.writeString(logs.resolve("a.not.log"), "step 1\n");
    Files.writeString(logs.resolve("b.not.log"), "ValueError: the loader collapsed\n");
    assertThat(check(content)).contains("5 entries").endsWith(": clean\n");
  }

  /** From last night's failures to a draft, without anybody sending the log again. */
  @Test
  void theMostFrequentFailureWithoutAPageComesFirstAndIsDraftedFrom() {
    sql.sql("delete from sighting").update();
    String log =
        """
        %1$s: step 1 loss 2.3
        %1$s: Traceback (most recent call last):
        %1$s:   File "/home/alice/frequent.py", line 40, in reload
        %1$s: OSError: the flux of loader %2$s <b>collapsed</b>, password=hunter2secret
        """;
    byte[] shared = log.formatted("gpu-a02", "7").getBytes(StandardCharsets.UTF_8);
    String answer = client.post("/api/v1/diagnoses?save=true&findable=true", shared).body();
    Matcher saved = Pattern.compile("\"id\":\"([A-Za-z0-9_-]+)\"").matcher(answer);
    Matcher print = Pattern.compile("\"fingerprint\":\"([0-9a-f]{16})\"").matcher(answer);
    assertThat(saved.find() && print.find()).isTrue();
    sql.sql(
            "insert into sighting values (?, current_date - 3, 'gpu-b01', '', 5),"
                + " ('00aa', current_date - 1, '', '', 4),"
                + " ('00bb', current_date - 9, '', '', 90), ('00bb', current_date, '', 'shm-full', 1),"
                + " ('00cc', current_date - 40, '', '', 90)")
        .param(print.group(1))
        .update();
    HttpResponse<String> desk = get("/curate", "en");
    String listed = main(desk).substring(main(desk).indexOf("id=\"unmatched\""));
    assertThat(listed)
        .containsSubsequence(
            "OSError: the flux of loader 7 &lt;b&gt;collapsed&lt;/b&gt;",
            "met ",
            "gpu-b01",
            "/d/" + saved.group(1),
            "fingerprint 00aa",
            "met 4×")
        .doesNotContain("hunter2", "00bb", "00cc");
    assertThat(main(get("/curate", "zh"))).contains("没有页面的故障", "由它起草条目");
    Map<String, String> fields = fields("draft", "", "", "");
    fields.put("from", saved.group(1));
    HttpResponse<String> draft = post(fields);
    assertThat(main(draft)).contains("Drafted from the log");
    assertThat(field(draft, "log"))
        .contains("gpu-a02: OSError: the flux")
        .doesNotContain("hunter2");
    fields.put("from", "nobody");
    assertThat(main(post(fields))).contains("Paste the log first");
  }

  @Test
  void aDraftNamesTheEntriesThatAreClose() {
    String log = new String(TestClient.log(), StandardCharsets.UTF_8);
    assertThat(main(post(fields("draft", "", "", log))))
        .contains("Close to: ", "href=\"/entries/shm-full\" title=\"/dev/shm is too small");
  }

  private byte[] download(Map<String, String> fields) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/curate"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(form(fields)))
            .headers("Authorization", credentials(PASSWORD), "Content-Type", FORM)
            .build();
    try (HttpClient plain = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> zip = plain.send(request, HttpResponse.BodyHandlers.ofByteArray());
      assertThat(zip.statusCode()).isEqualTo(200);
      assertThat(zip.headers().firstValue("Content-Type")).hasValue("application/zip");
      assertThat(zip.headers().firstValue("Cache-Control")).hasValue("no-store");
      assertThat(zip.headers().firstValue("Content-Disposition"))
          .hasValue("attachment; filename=\"" + fields.get("id") + ".zip\"");
      return zip.body();
    }
  }

  private static void unzip(byte[] archive, Path root) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = root.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    FileSystemUtils.copyRecursively(from, to);
  }

  private static String check(Path content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    new FaultbookCli(InputStream.nullInputStream(), print, print)
        .run(new String[] {"check", content.toString()});
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatReadersSayIsListedByEntry() {
    sql.sql("delete from feedback").update();
    assertThat(main(get("/curate", "en"))).contains("No reader has complained");
    HttpResponse<String> shared = client.post("/api/v1/diagnoses?save=true", TestClient.log());
    String id = shared.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");
    vote("driver-old", false, "", "now() - interval '2 days'", null);
    vote("shm-full", false, "no <b>use</b>", "now()", id);
    vote("shm-full", true, "", "now()", null);
    vote("gone-entry", false, "", "now() - interval '3 days'", null);
    String list = main(get("/curate", "en"));
    assertThat(list)
        .contains("no &lt;b&gt;use&lt;/b&gt;", "href=\"/d/" + id + "\"", "gone-entry")
        .contains("did not help: 1 · helped: 1", "This entry no longer exists")
        .doesNotContain("/entries/gone-entry");
    assertThat(list.indexOf("/entries/shm-full"))
        .isPositive()
        .isLessThan(list.indexOf("/entries/driver-old"));
    assertThat(main(get("/curate", "zh"))).contains("没有帮助：1 · 有帮助：1");
  }

  @Test
  void atMostFiftyAnswersAreListed() {
    sql.sql("delete from feedback").update();
    for (int i = 0; i < 60; i++) {
      vote("shm-full", false, "comment-" + i, "now() - interval '" + i + " hours'", null);
    }
    assertThat(main(get("/curate", "en")))
        .contains("comment-0<", "comment-49<")
        .doesNotContain("comment-50");
  }

  private void vote(String entry, boolean helpful, String comment, String when, String diagnosis) {
    sql.sql(
            "insert into feedback (entry, helpful, comment, created, diagnosis) values (?, ?, ?, "
                + when
                + ", ?)")
        .params(entry, helpful, comment, diagnosis)
        .update();
  }

  @Test
  void onlyTheStatisticsLinkToTheDesk() {
    assertThat(client.get("/stats", "Accept", "text/html").body()).contains("href=\"/curate\"");
    assertThat(client.get("/", "Accept", "text/html").body()).doesNotContain("/curate");
  }
}
