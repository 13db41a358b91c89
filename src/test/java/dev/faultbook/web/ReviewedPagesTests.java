package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestClient;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.Report;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/** Regression tests for faults that a review found on pages; each test name says what was wrong. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class ReviewedPagesTests extends InChromium {
  private static final String HTML = "text/html,*/*";

  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  private String paste(String log) {
    return client
        .post(
            "/",
            TestClient.form("b", "log", log.getBytes(StandardCharsets.UTF_8)),
            "Content-Type",
            "multipart/form-data; boundary=b",
            "Accept",
            HTML)
        .body();
  }

  private static String plain(String page) {
    return page.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  @Test
  void aLogAndAMarkdownAreSetInFixedWidth() {
    try (BrowserContext context = chromium.context(1280, "en", "light", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      assertThat(fontOf(page, "#log")).contains("mono");
      page.locator("#log").fill(new String(TestClient.log(), StandardCharsets.UTF_8));
      page.locator("#log").press("Control+Enter");
      page.locator(".ticket summary").waitFor();
      assertThat(fontOf(page, "#ticket")).contains("mono");
    }
  }

  private static String fontOf(Page page, String selector) {
    return page.evaluate("s => getComputedStyle(document.querySelector(s)).fontFamily", selector)
        .toString();
  }

  @Test
  void theRefusalOfABinaryNamesTheArchivesThatAreRead() {
    String page = paste("\u0000\u0001\u0002\u0003".repeat(500));
    assertThat(page).contains("This is not a text file", ".zip, .tar or .tar.gz");
    assertThat(page).doesNotContain("have to be unpacked first");
  }

  @Test
  void oneLineIsNotSeveralLines() {
    String page =
        plain(
            paste(
                new String(TestClient.log(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(3)
                    .findFirst()
                    .orElseThrow()));
    assertThat(page).contains("1 line ·").doesNotContain("1 lines");
  }

  @Test
  void aRunThatEndedWellIsNotAskedWhichRankFailedFirst() {
    String log =
        "[rank0]: step 99/100 loss 1.93\n[rank1]: step 99/100 loss 1.93\n"
            + "[rank0]: step 100/100 loss 1.91\n[rank1]: step 100/100 loss 1.91\n";
    for (String end : List.of("[rank0]: training finished\n", "")) {
      assertThat(plain(paste(log + end)))
          .contains("Rank timeline")
          .doesNotContain("which rank failed first");
    }
    assertThat(plain(paste(log + "[rank1]: KeyError: 'labels'\n"))).contains("failed first");
  }

  /** Regression: four empty rows with "nothing wrong" pushed the log off the first screen. */
  @Test
  void ranksThatAreAllWellNeedNoRowEachUnlessTheirTimesAreKnown() {
    String untimed = "[rank0]: step 1\n[rank1]: step 1\n[rank2]: step 1\ntraining finished\n";
    assertThat(paste(untimed))
        .contains("3 with nothing wrong")
        .doesNotContain("<table class=\"lanes\"");
    assertThat(paste("[rank0]: RuntimeError: NCCL error\n" + untimed))
        .contains("<table class=\"lanes\"");
  }

  @Test
  void aSearchWithoutResultsAsksForTheWholeLog() {
    String page = client.get("/search?q=qqqqqq", "Accept", "text/html").body();
    assertThat(page).contains("<a href=\"/\">Paste the whole log</a>");
  }

  @Test
  void evidenceThatIsNotMarkedIsCounted() {
    String log = new String(TestClient.log(), StandardCharsets.UTF_8);
    assertThat(plain(paste(log.repeat(60)))).contains("more such lines are not marked");
  }

  @Test
  void noPageIsWiderThanANarrowPhoneAndNoLandmarkHasTheNameOfAnother() {
    List<String> wrong = new ArrayList<>();
    try (BrowserContext context = chromium.context(320, "en", "light", true)) {
      Page page = context.newPage();
      for (Map.Entry<String, String> kind : PageKinds.addresses().entrySet()) {
        page.navigate(at(kind.getValue()));
        collectFaults(page, kind.getKey(), wrong);
      }
      for (Map.Entry<String, byte[]> log : PageKinds.logs().entrySet()) {
        if (log.getValue().length == 0) {
          continue;
        }
        page.navigate(at("/"));
        page.locator("#log").fill(new String(log.getValue(), StandardCharsets.UTF_8));
        page.locator("#log").press("Control+Enter");
        page.locator(".answer").first().waitFor();
        collectFaults(page, log.getKey(), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void collectFaults(Page page, String name, List<String> wrong) {
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    int width = (int) page.evaluate("document.documentElement.scrollWidth");
    if (width > 320) {
      wrong.add(name + " is " + width + " px wide");
    }
    long named =
        ((Number)
                page.evaluate(
                    """
                    () => {
                      const names = [...document.querySelectorAll('[role=search], search')]
                          .map(form => form.getAttribute('aria-label') ?? '');
                      return names.length - new Set(names).size;
                    }
                    """))
            .longValue();
    if (named > 0) {
      wrong.add(name + " has search landmarks of one name");
    }
  }

  @Test
  void aLineHasOneNumberOnThePage() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 2731; i++) {
      log.append("step ").append(i).append(" loss 2.5\n");
    }
    log.append(new String(TestClient.log(), StandardCharsets.UTF_8));
    String page = plain(paste(log.toString()));
    assertThat(page).contains("2735").doesNotContain("line 2,7", "lines 2,7");
    byte[] good = log.toString().getBytes(StandardCharsets.UTF_8);
    byte[] bad = (log + "stopped here\n").getBytes(StandardCharsets.UTF_8);
    String compared = plain(PageKinds.compare(client, List.of(good, bad), "en").body());
    assertThat(compared).contains("stopped here").doesNotContain("line 2,7");
  }

  @Test
  void theReasonNamesTheLineThatCameFirst() {
    String page =
        paste(
            """
            node1:146:146 [0] include/shm.h:48 NCCL WARN Error while creating shared memory segment \
            /dev/shm/nccl-Q3 (size 9637888), error: No space left on device (28)
            The NVIDIA driver on your system is too old (found version 11040).
            Traceback (most recent call last):
              File "/workspace/train.py", line 88, in collate
                raise ValueError("no batch")
            ValueError: no batch
            """);
    String sure = page.substring(page.indexOf("rail__sure\""));
    assertThat(sure.substring(0, sure.indexOf("</p>")))
        .contains("because it appears first (line 1)");
  }

  private static final String WAITING =
      "[rank%d]:[E1120 08:00:0%d.123 ProcessGroupNCCL.cpp:616] [Rank %d] Watchdog caught collective "
          + "operation timeout: WorkNCCL(SeqNum=88, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
          + "Timeout(ms)=600000) ran for 600044 milliseconds before timing out.\n";

  private static final String OUT_OF_MEMORY =
      "[rank5]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.42 GiB. GPU 5 has a "
          + "total capacity of 79.11 GiB of which 1.06 GiB is free.\n";

  private static String waiting(int ranks) {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      log.append(rank == 5 ? "" : WAITING.formatted(rank, rank, rank));
    }
    return log.toString();
  }

  /** Finding 17: every lead with watchdog lines offered "It hangs. What now?". */
  @Test
  void whatToDoAboutAHangIsNotOfferedWhereTheCauseIsProven() {
    Knowledge shipped = ShippedCatalogue.knowledge();
    Report proven = reportOf(OUT_OF_MEMORY + waiting(8));
    assertThat(proven.findings()).hasSizeGreaterThan(1);
    assertThat(Results.mayHang(proven, shipped)).isFalse();
    assertThat(Results.mayHang(reportOf(waiting(5)), shipped)).isTrue();
  }

  private static Report reportOf(String log) {
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    return Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(bytes), Language.EN);
  }

  /** Finding 19: fifteen ranks in one state had fifteen rows. */
  @Test
  void fourRanksInOneStateShareARow() {
    assertThat(rowsOf(paste(OUT_OF_MEMORY + waiting(8)))).isEqualTo(2);
    assertThat(rowsOf(paste(OUT_OF_MEMORY + waiting(3)))).isEqualTo(4);
  }

  private static long rowsOf(String page) {
    String table = page.substring(page.indexOf("<table class=\"lanes"));
    String body = table.substring(table.indexOf("<tbody"), table.indexOf("</table>"));
    return body.split("<tr", -1).length - 1L;
  }

  @Test
  void theMachineIsAskedForOnlyWhereItCanExplainMore() {
    String collect = "/collect.sh | sh";
    String unknown = plain(paste("step 1\nERROR: the fabric went away\n"));
    assertThat(unknown).contains("No match", collect);
    String own =
        plain(
            paste(
                """
                Traceback (most recent call last):
                  File "/workspace/train.py", line 88, in collate
                    raise ValueError("no batch")
                ValueError: no batch
                """));
    assertThat(own)
        .contains("ValueError: no batch in train.py:88, collate()")
        .doesNotContain(collect);
    String interrupted =
        plain(
            paste(
                """
                Traceback (most recent call last):
                  File "/workspace/train.py", line 88, in collate
                    step()
                KeyboardInterrupt
                """));
    assertThat(interrupted)
        .contains("KeyboardInterrupt in train.py:88, collate()", "Someone cancelled the job")
        .doesNotContain(collect, "No page explains this failure yet", "Search GitHub");
    String stopped = plain(paste("step 1 loss 2.3\nstep 2 loss 2.2\n"));
    assertThat(stopped)
        .contains("The log shows the job at work (step 2)", "dmesg", "It hangs. What now?")
        .doesNotContain("No match", collect);
  }

  @Test
  void noBlankFollowsAChineseSentence() {
    String page = PageKinds.paste(client, TestClient.log(), "zh").body();
    String card = page.substring(page.indexOf("class=\"answer"), page.indexOf("class=\"actions\""));
    // Remove inline elements, so that the text of a paragraph is contiguous.
    assertThat(card.replaceAll("</?(span|strong|a|code)\\b[^>]*>", ""))
        .contains("。")
        .doesNotContainPattern("。\\s+[\\p{IsHan}]");
  }

  @Test
  void theLinesOfALongLogEnd() {
    StringBuilder log = new StringBuilder();
    for (int variable = 0; variable < 90; variable++) {
      for (int rank = 0; rank < 16; rank++) {
        log.append(
            "node%d:10%d:10%d [%d] NCCL INFO NCCL_SETTING_%s set by environment to %d%n"
                .formatted(rank / 8, rank, rank, rank % 8, letters(variable), variable + rank));
      }
    }
    byte[] bytes = log.toString().getBytes(StandardCharsets.UTF_8);
    Diagnoser diagnoser = ShippedCatalogue.diagnoser();
    Report report = Report.fromDiagnosis(diagnoser.diagnose(bytes), Language.EN);
    assertThat(report.facts()).hasSizeGreaterThan(80);
    assertThat(LogViewer.viewLog(report, new ByteArrayInputStream(bytes)).shown())
        .isLessThanOrEqualTo(60);
  }

  private static String letters(int number) {
    return "" + (char) ('A' + number / 26) + (char) ('A' + number % 26);
  }
}
