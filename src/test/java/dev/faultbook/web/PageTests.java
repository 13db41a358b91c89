package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.File;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tests of the pages as a browser without JavaScript receives them. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.diagnosis.max-log-size=2MB"})
class PageTests {
  private static final String FORM = "multipart/form-data; boundary=b";
  private static final String HTML = "text/html,*/*";

  @LocalServerPort private int port;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  /** Pages exist as HTML only, cached or not; the REST interface has the same content as JSON. */
  @Test
  void whoWantsNoHtmlIsToldSo() {
    for (String path : List.of("/entries", "/", "/codes/xid", "/search?q=nccl", "/stats")) {
      for (String accept : List.of(HTML, "application/json")) {
        HttpResponse<String> response = client.get(path, "Accept", accept);
        assertThat(response.statusCode()).as(path).isEqualTo(accept.equals(HTML) ? 200 : 406);
        assertThat(response.body().contains("<html")).isEqualTo(accept.equals(HTML));
      }
    }
    assertThat(client.get("/entries", "Accept", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  void codesHaveATableThatIsNarrowedWithoutAScriptAndAPageEach() {
    String table = client.get("/codes/xid", "Accept", HTML).body();
    assertThat(table).contains("id=\"c-109\"", "href=\"/codes/xid/109\"", "id=\"c-154\"");
    String narrowed = client.get("/codes/xid?q=context", "Accept", HTML).body();
    assertThat(narrowed).contains("id=\"c-109\"").doesNotContain("id=\"c-154\"");
    assertThat(client.get("/codes/xid?q=xid154", "Accept", HTML).body()).contains("id=\"c-154\"");
    assertThat(client.get("/codes/xid/109?lang=zh", "Accept", HTML).body())
        .contains("切换上下文超时", "NVIDIA 推荐的处理");
    assertThat(client.get("/codes/exit/SIGSEGV", "Accept", HTML).headers().firstValue("Location"))
        .hasValueSatisfying(address -> assertThat(address).endsWith("/codes/exit/139"));
    assertThat(client.get("/codes/xid/9999", "Accept", HTML).statusCode()).isEqualTo(404);
    assertThat(client.get("/search?q=xid109+timeout+again", "Accept", HTML).body())
        .contains("/codes/xid/109");
  }

  @ParameterizedTest
  @CsvSource({
    "xid109, /codes/xid/109",
    "xid+154, /codes/xid/154",
    "SIGSEGV, /codes/exit/139",
    "FB-0017, /entries/shm-full",
  })
  void aCodeOpensItsPageAtOnce(String query, String page) {
    HttpResponse<String> answer = client.get("/search?q=" + query, "Accept", HTML);
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location"))
        .hasValueSatisfying(address -> assertThat(address).contains(page));
  }

  @ParameterizedTest
  @ValueSource(strings = {"broken+pipe", "permission+denied", "aborted"})
  void wordsOfTheMessageOfACodeAreSearchedFor(String query) {
    assertThat(client.get("/search?q=" + query, "Accept", HTML).statusCode()).isEqualTo(200);
  }

  /** The front page links to the list of entries, and the list links to every entry. */
  @Test
  void everyPageIsTwoClicksFromTheFrontPage() {
    assertThat(client.get("/", "Accept", HTML).body()).contains("href=\"/entries\"");
    String list = client.get("/entries", "Accept", HTML).body();
    String[] ids = new File("src/test/resources/doors/entries").list();
    assertThat(ids)
        .isNotEmpty()
        .allSatisfy(id -> assertThat(list).contains("href=\"/entries/" + id + "\""));
  }

  @Test
  void theResultIsAsTheGoldenFileSays() {
    String page =
        paste(TestClient.log())
            .body()
            .replaceAll("127\\.0\\.0\\.1:\\d+", "HOST")
            .replaceAll("\\d+ ms", "0 ms")
            .replaceAll("(name=\"packed\" form=\"again\" value=)\"[^\"]+\"", "$1\"…\"")
            .replaceAll("-[0-9a-f]{32}\\.", ".")
            // How often other tests posted the same log.
            .replaceAll("(?s)<div class=\"failure__seen\">.*?</div>", "")
            .replaceAll("(?m)[ \\t]+$", "")
            .replaceAll("\\n{2,}", "\n");
    assertThat(page).isEqualTo(TestClient.golden("result.html", page));
  }

  @Test
  void aLogIsTextWhateverItSays() {
    assertThat(paste(TestClient.log()).body())
        .contains("&lt;script&gt;alert(&quot;a log is text&quot;)")
        .doesNotContain("<script>alert")
        .doesNotContain("\u001b");
  }

  /** Regression: each of these was reported as "not text". */
  @Test
  void whatCannotBeUnpackedIsNamed() {
    byte[] gzip = TestClient.gzip("one line\n".repeat(500).getBytes(StandardCharsets.UTF_8));
    byte[] broken = gzip.clone();
    broken[2] = 9; // an unknown compression method
    assertThat(paste(broken).body()).contains("gzip file cannot be unpacked");
    byte[] zip = TestClient.zip(Map.of("a.log", gzip, "b.zip", TestClient.zip(Map.of("c", gzip))));
    assertThat(paste(zip).body()).contains("An archive within an archive");
    assertThat(paste(TestClient.zip(Map.of("a.bin", new byte[5000]))).body())
        .contains("There is no text in the archive");
  }

  @Test
  void curlGetsTheReport() {
    assertThat(
            client
                .post(
                    "/",
                    TestClient.log(),
                    "Accept",
                    "*/*",
                    "Content-Type",
                    "application/x-www-form-urlencoded")
                .body())
        .startsWith("ROOT CAUSE  /dev/shm is too small");
    assertThat(client.post("/?lang=zh", TestClient.log(), "Content-Type", "text/plain").body())
        .startsWith("根因  /dev/shm 太小");
    HttpResponse<String> empty = client.post("/", new byte[0], "Accept", "*/*");
    assertThat(empty.statusCode()).isEqualTo(400);
    assertThat(empty.body()).startsWith("No log given. Paste a log");
  }

  @Test
  void oneLineThatNothingMatchesIsAQuestion() {
    HttpResponse<String> answer = paste("shared memory".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location")).hasValue("/search?q=shared+memory");
    HttpResponse<String> error =
        paste(
            "The NVIDIA driver on your system is too old (found version 11080)"
                .getBytes(StandardCharsets.UTF_8));
    assertThat(error.body()).contains("The driver is too old");
  }

  /**
   * Regression: a secret on a single line was put into the URL, and so into browser histories and
   * proxy logs.
   */
  @Test
  void neitherASecretNorAFailureGoesIntoTheAddress() {
    for (String pasted :
        List.of("export DB_PASSWORD=hunter2secret", "ValueError: x\u202eevil\u0007\u009b2J")) {
      HttpResponse<String> answer =
          client.post(
              "/",
              TestClient.form("b", "log", pasted.getBytes(StandardCharsets.UTF_8)),
              "Content-Type",
              "multipart/form-data; boundary=b",
              "Accept",
              HTML);
      assertThat(answer.statusCode()).isEqualTo(200);
      // Bidirectional overrides and control characters never reach the page.
      assertThat(answer.body()).doesNotContain("\u202e", "\u0007", "\u009b");
    }
  }

  /** Regression: the two search boxes repeated control characters and overrides of a query. */
  @Test
  void aQueryIsRepeatedWithoutControlCharacters() {
    String page =
        client.get("/search?q=%1b%5b31m%e2%80%aesh%07ared%08&lang=en", "Accept", HTML).body();
    assertThat(page)
        .contains("value=\"shared\"")
        .doesNotContain("\u001b", "\u0007", "\b", "\u202e");
  }

  @Test
  void noMatchSaysWhatWasRead() {
    assertThat(
            paste(
                    "step 1\nRuntimeError: NCCL reports a system error, a system call failed\nbye\n"
                        .getBytes(StandardCharsets.UTF_8))
                .body())
        .contains(
            "No known fault in this log",
            "All 3 lines",
            "RuntimeError: NCCL reports",
            "Similar pages");
  }

  @Test
  void aLongLogIsShownAroundItsEvidence() {
    String ordinary = "step 17 loss 2.31 lr 0.0003\n";
    byte[] log =
        (ordinary.repeat(20_000)
                + new String(TestClient.log(), StandardCharsets.UTF_8)
                + ordinary.repeat(20_000))
            .getBytes(StandardCharsets.UTF_8);
    String page = paste(log).body();
    assertThat(page).contains("id=\"L20004\"", "lines not shown").doesNotContain("id=\"L10000\"");
    assertThat(page.length()).isLessThan(120_000);
  }

  @Test
  void aDiagnosisIsSharedAndDeletedWithoutScripts() {
    HttpResponse<String> shared =
        client.post(
            "/share",
            TestClient.form("b", "log", TestClient.log()),
            "Content-Type",
            FORM,
            "Accept",
            "text/html");
    assertThat(shared.statusCode()).isEqualTo(302);
    String link = shared.headers().firstValue("Location").orElseThrow();
    String cookie = shared.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=" + link);

    HttpResponse<String> ownPage = html(link, "Cookie", cookie.substring(0, cookie.indexOf(';')));
    assertThat(ownPage.headers().firstValue("X-Robots-Tag")).hasValue("noindex, nofollow");
    String token = find("delete\\?token=([a-z0-9]+)", ownPage.body());
    assertThat(html(link).body()).contains("/dev/shm is too small").doesNotContain("delete?token=");

    assertThat(html(link + "/delete?token=" + token).body()).contains(token);
    String type = "application/x-www-form-urlencoded";
    HttpResponse<String> wrong =
        client.post(
            link + "/delete",
            "token=x".getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            type,
            "Accept",
            "text/html");
    assertThat(wrong.statusCode()).isEqualTo(404);
    HttpResponse<String> otherPage =
        client.post(
            link + "/delete",
            ("token=" + token).getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            type,
            "Origin",
            "https://evil.example");
    assertThat(otherPage.statusCode()).isEqualTo(403);
    assertThat(html(link).statusCode()).isEqualTo(200);
    HttpResponse<String> deleted =
        client.post(
            link + "/delete",
            ("token=" + token).getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            type,
            "Accept",
            "text/html");
    assertThat(deleted.statusCode()).isEqualTo(200);
    assertThat(html(link).statusCode()).isEqualTo(404);
  }

  private void assertWordsOfTheReaderGo(String packed) {
    String remove = "--b\r\nContent-Disposition: form-data; name=\"remove\"\r\n\r\n%s\r\n";
    String rest =
        "--b\r\nContent-Disposition: form-data; name=\"packed\"\r\n\r\n" + packed + "\r\n--b--";
    HttpResponse<String> struck = postForm("/share/preview", remove.formatted("Step") + rest);
    assertThat(struck.statusCode()).isEqualTo(200);
    assertThat(struck.body())
        .contains("one word of yours", "The 3 lines that change", "&lt;removed&gt;</mark> 1")
        .contains(">Step</textarea>");
    HttpResponse<String> refused = postForm("/share", remove.formatted("a") + rest);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("at most 100 words, each of 3 to 200 characters");
    HttpResponse<String> shared = postForm("/share", remove.formatted("step 1, from") + rest);
    String link = shared.headers().firstValue("Location").orElseThrow();
    assertThat(html(link + "/log").body())
        .startsWith("token <secret-1>\n<removed>\n<removed> <email-1>\n");
  }

  private HttpResponse<String> postForm(String path, String form) {
    return client.post(
        path, form.getBytes(StandardCharsets.UTF_8), "Content-Type", FORM, "Accept", "text/html");
  }

  @Test
  void sharingShowsFirstWhatIsTakenOut() {
    byte[] log =
        ("token hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567\nstep 1\nfrom jane@example.com\n"
                + new String(TestClient.log(), StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    String preview =
        client
            .post(
                "/share/preview",
                TestClient.form("b", "log", log),
                "Content-Type",
                FORM,
                "Accept",
                "text/html")
            .body();
    assertThat(preview)
        .contains(
            "one secret",
            "one e-mail address",
            "The 2 lines that change",
            "Nothing has been stored yet")
        .contains("<mark class=\"mark--taken\">&lt;secret-1&gt;</mark>")
        .contains("Also remove:", "name=\"remove\"")
        .doesNotContain("hf_AbCd", "jane@example.com");
    String packed = find("name=\"packed\" form=\"again\" value=\"([^\"]+)\"", preview);
    assertWordsOfTheReaderGo(packed);
    HttpResponse<String> shared =
        client.post(
            "/share",
            ("--b\r\nContent-Disposition: form-data; name=\"packed\"\r\n\r\n"
                    + packed
                    + "\r\n--b--")
                .getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            FORM,
            "Accept",
            "text/html");
    assertThat(shared.statusCode()).isEqualTo(302);
    String link = shared.headers().firstValue("Location").orElseThrow();
    assertThat(html(link).body()).contains("Redacted:", "one secret");
    HttpResponse<String> whole = html(link + "/log");
    assertThat(whole.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    assertThat(whole.headers().firstValue("X-Robots-Tag")).hasValue("noindex, nofollow");
    assertThat(whole.body())
        .startsWith("token <secret-1>\nstep 1\nfrom <email-1>\n")
        .doesNotContain("hf_AbCd");
    assertThat(html("/d/nothing/log").statusCode()).isEqualTo(404);
  }

  @Test
  void whatAnotherSiteSendsIsNotShared() {
    byte[] form = TestClient.form("b", "log", TestClient.log());
    for (String[] from :
        List.of(
            new String[] {"Sec-Fetch-Site", "cross-site"},
            new String[] {"Sec-Fetch-Site", "same-site"},
            new String[] {"Origin", "https://example.org"},
            new String[] {"Origin", "null"})) {
      for (String path : List.of("/share", "/share/preview")) {
        HttpResponse<String> refused = share(path, form, from);
        assertThat(refused.statusCode()).describedAs(String.join(" ", from)).isEqualTo(403);
        assertThat(refused.body()).contains("sent from another site", "Nothing was stored");
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
      }
    }
    // Our own pages over HTTPS and over HTTP, and a client that sends neither header.
    for (String[] from :
        List.of(
            new String[] {"Sec-Fetch-Site", "same-origin"},
            new String[] {"Origin", "http://127.0.0.1:" + port},
            new String[] {"User-Agent", "curl/8"})) {
      assertThat(share("/share/preview", form, from).statusCode()).isEqualTo(200);
      assertThat(share("/share", form, from).statusCode()).isEqualTo(302);
    }
    // Otherwise a browser would identify the origin of our forms over HTTPS only.
    assertThat(paste(TestClient.log()).headers().firstValue("Referrer-Policy"))
        .hasValue("same-origin");
    assertThat(share("/share/preview", form, "Sec-Fetch-Site", "none").headers().map())
        .containsEntry("referrer-policy", List.of("same-origin"));
  }

  private HttpResponse<String> share(String path, byte[] form, String... header) {
    List<String> headers = new ArrayList<>(List.of("Content-Type", FORM, "Accept", "text/html"));
    headers.addAll(List.of(header));
    return client.post(path, form, headers.toArray(String[]::new));
  }

  @Test
  void anEntryHasItsSectionsAndTheValuesOfTheLog() {
    String page = html("/entries/shm-full").body();
    assertThat(page)
        .contains(
            "id=\"see\"",
            "id=\"fix-1\"",
            "id=\"signatures\"",
            "--shm-size=1g",
            "href=\"/entries/system-error\"")
        .contains("&lt;b&gt;HTML", "https://example.org/docs/shm", "21 November 2026")
        .doesNotContain("javascript:", "<b>HTML");
    assertThat(html("/entries/shm-full?v.size=9637888").body()).contains("--shm-size=9637888");
    assertThat(html("/entries/shm-full?v.size=%24%28reboot%29").body()).contains("--shm-size=1g");
  }

  @Test
  void theLanguageIsChosenAndKept() {
    assertThat(html("/", "Accept-Language", "zh-CN,zh;q=0.9").body())
        .contains("<html lang=\"zh-CN\"", "粘贴失败任务的日志");
    HttpResponse<String> chinese = html("/entries?lang=zh&kind=cause", "Accept-Language", "en");
    assertThat(chinese.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("lang=zh;");
    assertThat(chinese.body())
        .contains("hreflang=\"en\"", "hreflang=\"zh\"", "/entries?kind=cause&amp;lang=en");
    assertThat(html("/entries", "Cookie", "lang=zh", "Accept-Language", "en").body())
        .contains("故障库");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/entries",
        "/entries/shm-full",
        "/search?q=shm",
        "/nothing",
        "/api/v1/entries"
      })
  void browsersAreToldWhatPagesMayDo(String path) {
    HttpResponse<String> answer = html(path);
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    // These pages contain forms, and the server checks which site sent a form.
    assertThat(answer.headers().firstValue("Referrer-Policy"))
        .hasValue(path.equals("/") || path.startsWith("/entries/") ? "same-origin" : "no-referrer");
    assertThat(answer.body()).doesNotContain(" style=", " onclick=", "<style");
  }

  @Test
  void errorsHavePagesInBothLanguages() {
    assertThat(html("/nothing").statusCode()).isEqualTo(404);
    assertThat(html("/nothing?lang=zh").body()).contains("找不到页面", "<html lang=\"zh-CN\"");
    assertThat(html("/entries/nothing?lang=en").body()).contains("Entry not found");
    assertThat(html("/d/nothing").statusCode()).isEqualTo(404);
    assertThat(paste(new byte[0]).statusCode()).isEqualTo(400);
    assertThat(client.call("DELETE", "/entries", null, "Accept", "text/html").statusCode())
        .isEqualTo(405);
    HttpResponse<String> large =
        paste("a line of a log\n".repeat(200_000).getBytes(StandardCharsets.UTF_8));
    assertThat(large.statusCode()).isEqualTo(413);
    assertThat(large.body()).contains("The limit is 2 MiB", "tail -n");
    Map<String, byte[]> files = new TreeMap<>();
    for (int i = 0; i <= 4096; i++) {
      files.put("rank_" + i + ".log", new byte[] {'x', '\n'});
    }
    HttpResponse<String> many = paste(TestClient.zip(files));
    assertThat(many.statusCode()).isEqualTo(413);
    assertThat(many.body()).contains("Too many files", "The limit is 4096.");
  }

  @Test
  void everyWordIsThereInBothLanguages() throws Exception {
    Properties en = new Properties();
    Properties zh = new Properties();
    en.load(
        new java.io.InputStreamReader(
            getClass().getResourceAsStream("/messages.properties"), StandardCharsets.UTF_8));
    zh.load(
        new java.io.InputStreamReader(
            getClass().getResourceAsStream("/messages_zh.properties"), StandardCharsets.UTF_8));
    assertThat(zh.stringPropertyNames()).isEqualTo(en.stringPropertyNames());
    for (String lang : List.of("en", "zh")) {
      for (String path :
          List.of(
              "/",
              "/entries",
              "/entries/shm-full",
              "/search?q=shm",
              "/nothing",
              "/compare",
              "/compatibility",
              "/compatibility?gpu=RTX+5090&driver=535.129.03&torch=2.0.0%2Bcu118",
              "/compatibility?gpu=RTX+9090&torch=2.7.1%2Bcpu",
              "/compatibility?gpu=H100&driver=470.1&torch=2.7.1",
              "/compatibility?gpu=H100&driver=570.26&torch=2.7.1",
              "/compatibility?driver=x")) {
        assertThat(html(path, "Cookie", "lang=" + lang).body()).doesNotContain("??");
      }
    }
  }

  @Test
  void anUnchangedPageIsNotSentAgain() {
    for (String path : List.of("/", "/entries", "/entries/shm-full", "/codes", "/compatibility")) {
      String tag = html(path).headers().firstValue("ETag").orElseThrow();
      HttpResponse<String> again = html(path, "If-None-Match", tag);
      assertThat(again.statusCode()).as(path).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(html(path, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aKeptPageIsTheRenderedOne() {
    String path = "/entries/nccl-shared-memory?lang=zh";
    HttpResponse<String> first = html(path);
    HttpResponse<String> second = html(path);
    assertThat(second.body()).isEqualTo(first.body());
    for (String name : List.of("Content-Type", "Content-Language", "Referrer-Policy", "ETag")) {
      assertThat(second.headers().allValues(name))
          .as(name)
          .isEqualTo(first.headers().allValues(name));
    }
    assertThat(second.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("lang=zh;");
    assertThat(second.headers().allValues("Vary")).isEqualTo(first.headers().allValues("Vary"));
  }

  @Test
  void eachLanguageAndHostHasItsOwnPage() {
    String english = html("/", "Accept-Language", "en").body();
    assertThat(html("/", "Accept-Language", "zh-CN").body()).isNotEqualTo(english);
    assertThat(html("/", "Accept-Language", "en").body()).isEqualTo(english);
    assertThat(new TestClient(port).get("/").body()).contains("127.0.0.1:" + port);
  }

  @Test
  void whatDependsOnMoreIsRenderedEachTime() {
    assertThat(html("/stats").headers().firstValue("ETag")).isEmpty();
    assertThat(html("/entries/nccl-shared-memory?v.size=4").headers().firstValue("ETag")).isEmpty();
    assertThat(html("/entries/no-such-entry").headers().firstValue("ETag")).isEmpty();
  }

  @Test
  void theFrontPageIsSmall() {
    HttpResponse<String> front = html("/");
    List<String> assets = new ArrayList<>();
    var matcher = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"").matcher(front.body());
    while (matcher.find()) {
      assets.add(matcher.group(1));
    }
    assertThat(assets).hasSizeGreaterThanOrEqualTo(4);
    long bytes = TestClient.gzip(front.body().getBytes(StandardCharsets.UTF_8)).length;
    for (String asset : assets) {
      HttpResponse<String> got = client.get(asset);
      assertThat(got.statusCode()).isEqualTo(200);
      assertThat(got.headers().firstValue("Cache-Control").orElseThrow())
          .contains("max-age=31536000", "immutable");
      bytes += TestClient.gzip(got.body().getBytes(StandardCharsets.UTF_8)).length;
    }
    assertThat(bytes).isLessThan(60_000);
  }

  @Test
  void theCheckerDrawsWhereItBreaks() {
    HttpResponse<String> empty = html("/compatibility");
    assertThat(empty.statusCode()).isEqualTo(200);
    assertThat(empty.body()).contains("name=\"gpu\"", "name=\"driver\"", "name=\"torch\"");
    assertThat(empty.body()).doesNotContain("class=\"stack\"");
    String page =
        html("/compatibility?gpu=RTX+5090&driver=570.124.06&torch=2.0.0%2Bcu118&lang=en").body();
    assertThat(page)
        .contains("The build has no code for this GPU", "Install torch 2.7.1 from the cu128 index")
        .contains("value=\"2.0.0+cu118\"")
        .doesNotContain(" style=", "<style");
    assertThat(joined(page))
        .contains("<code>pip install &quot;torch==2.7.1+cu128&quot; --index-url");
    assertThat(
            Pattern.compile("<li class=\"stack__layer--broken\">").matcher(page).results().count())
        .isEqualTo(2);
    assertThat(html("/compatibility?gpu=%3Cscript%3Ealert(1)&lang=zh").body())
        .contains("无法判断", "&lt;script&gt;alert(1)")
        .doesNotContain("<script>alert");
  }

  @Test
  void twoRunsAreComparedWithoutScripts() {
    assertThat(html("/compare").body()).contains("name=\"good\"", "name=\"bad\"");
    byte[] good = "start of it\n<b>x</b>\nall went well\n".getBytes(StandardCharsets.UTF_8);
    String page = pair(good, TestClient.log()).body();
    assertThat(page)
        .contains("First difference", "all went well")
        .contains("/entries/shm-full", "&lt;b&gt;x&lt;/b&gt;", "name=\"good-packed\"")
        .doesNotContain("<b>x", "<script>alert", "??");
    String form = find("name=\"good-packed\" value=\"([^\"]+)\"", page);
    assertThat(form).isNotEmpty();
    assertThat(pair(good, good).body()).contains("No difference");
    HttpResponse<String> half = pair(good, new byte[0]);
    assertThat(half.statusCode()).isEqualTo(400);
    assertThat(half.body()).contains("The bad run is missing", "all went well\n</textarea>");
  }

  @Test
  void theLogOfAnAnswerIsTakenToTheComparison() {
    String answer = paste(TestClient.log()).body();
    assertThat(answer).contains("form=\"again\"", "formaction=\"/compare?carried\"");
    String packed = find("name=\"packed\" form=\"again\" value=\"([^\"]+)\"", answer);
    byte[] form = TestClient.form("b", "packed", packed.getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> page =
        client.post("/compare?carried", form, "Content-Type", FORM, "Accept", "text/html,*/*");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(find("name=\"bad\"[^>]*>([^<]+)<", page.body())).contains("shared memory");
    assertThat(page.body()).doesNotContain("role=\"alert\"");
  }

  @Test
  void theFactsOfAMachineAreNoLogOfAJob() {
    String collect =
        "# faultbook collect 1\n\n== gpu ==\nnvidia_smi: not found\n\n== pytorch ==\n"
            + "PyTorch version: 2.3.1+cu121\n";
    String page = paste(collect.getBytes(StandardCharsets.UTF_8)).body();
    assertThat(page)
        .contains("This machine", "None of the collected lines is a known fault")
        .contains("<pre class=\"command\"><code><span class=\"word\">nvidia-smi</span>")
        .doesNotContain("No known fault in this log", "<dt>collect</dt>");
    for (String lang : List.of("en", "zh")) {
      assertThat(joined(html("/collect", "Cookie", "lang=" + lang).body()))
          .contains("/collect.sh | sh | curl", "#!/bin/sh")
          .doesNotContain("??collect", "??front");
    }
    assertThat(joined(html("/").body())).contains("/collect.sh | sh | curl");
  }

  private HttpResponse<String> pair(byte[] good, byte[] bad) {
    byte[] first = TestClient.form("b", "good", good);
    byte[] second = TestClient.form("b", "bad", bad);
    int kept = first.length - "--b--\r\n".length();
    byte[] both = Arrays.copyOf(first, kept + second.length);
    System.arraycopy(second, 0, both, kept, second.length);
    return client.post("/compare", both, "Content-Type", FORM, "Accept", "text/html,*/*");
  }

  private HttpResponse<String> paste(byte[] log) {
    return client.post(
        "/", TestClient.form("b", "log", log), "Content-Type", FORM, "Accept", "text/html,*/*");
  }

  /** Removes the span elements that wrap the words of a command. */
  private static String joined(String page) {
    return page.replaceAll("</?span[^>]*>", "");
  }

  private HttpResponse<String> html(String path, String... headers) {
    List<String> all = new ArrayList<>(List.of("Accept", "text/html,*/*;q=0.8"));
    all.addAll(List.of(headers));
    return client.get(path, all.toArray(String[]::new));
  }

  private static String find(String pattern, String text) {
    var matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
