package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the timestamps of a node's kernel log with the times at which the ranks ended. */
class KernelTimelineTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static final String LOST = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.";

  private static Diagnosis diagnose(Map<String, String> files) {
    try (InMemoryLog log = TestLogs.holdTexts(files)) {
      return DIAGNOSER.diagnose(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rank 24 goes silent at 03:43:11, and rank 0 waits for it for ten minutes. */
  private static Map<String, String> ranks() {
    Map<String, String> files = new TreeMap<>();
    files.put(
        "rank0.log",
        """
        2026-11-20 03:43:01,120 step 1200 loss 2.113
        2026-11-20 03:43:11,000 step 1201 loss 2.109
        2026-11-20 03:53:12,000 [rank0]:[E1120 03:53:12.000000000 ProcessGroupNCCL.cpp:632] [Rank 0] \
        Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4821, OpType=ALLREDUCE, \
        NumelIn=16777216, NumelOut=16777216, Timeout(ms)=600000) ran for 600028 milliseconds \
        before timing out.
        """);
    files.put(
        "rank24.log",
        """
        2026-11-20 03:43:01,130 step 1200 loss 2.113
        2026-11-20 03:43:11,420 step 1201 loss 2.109
        """);
    return files;
  }

  private static List<RankReport.KernelEvent> events(Map<String, String> files) {
    return Report.fromDiagnosis(diagnose(files), Language.EN).ranks().kernel();
  }

  private static List<RankReport.KernelEvent> withKernelLog(String name, String log) {
    Map<String, String> files = ranks();
    files.put(name, log);
    return events(files);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[Fri Nov 20 03:43:07 2026] ",
        "2026-11-20T03:43:07,000000+00:00 ",
        "Nov 20 03:43:07 node3 kernel: ",
        "2026-11-20T03:43:07+0000 node3 kernel: ",
        "Nov 20 03:43:07 node3 kernel: [91873.467213] "
      })
  void anXidIsToldBesideTheRankThatEndedNext(String prefix) {
    List<RankReport.KernelEvent> events =
        withKernelLog("node3-dmesg.log", prefix + LOST + "\n" + prefix + "done\n");
    assertThat(events)
        .extracting(RankReport.KernelEvent::text)
        .containsExactly("Xid 79 on node3, 4 s before rank 24's last line");
    RankReport.KernelEvent event = events.getFirst();
    assertThat(event.rank()).isEqualTo(24);
    assertThat(event.lane()).isEqualTo("24");
    assertThat(event.moment()).isEqualTo("last_line");
    assertThat(event.beforeMillis()).isEqualTo(4420);
    assertThat(event.url()).isEqualTo("/codes/xid/79");
    assertThat(event.source()).isEqualTo("node3-dmesg.log");
    assertThat(event.sourceLine()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[91873.467213] ", "3,1842,91873467213,-;", "<3>[91873.467213] "})
  void timesSinceTheStartOfTheMachineAreNotCompared(String prefix) {
    assertThat(withKernelLog("node3-dmesg.log", prefix + LOST + "\n")).isEmpty();
  }

  @Test
  void aKernelLogIsANodeAndNoRank() {
    Map<String, String> files = ranks();
    files.put("node3-dmesg.log", "[Fri Nov 20 03:43:07 2026] " + LOST + "\n");
    RankReport ranks = Report.fromDiagnosis(diagnose(files), Language.EN).ranks();
    assertThat(ranks.count()).isEqualTo(2);
    assertThat(ranks.counted()).extracting(RankReport.Lane::rank).containsExactly(0, 24);
  }

  @Test
  void theRankWhoseGpuIsNamedIsTheOneThatIsComparedEvenWhenAnotherEndsFirst() {
    String init =
        "2026-11-20 03:42:00.000 node3:%d:%d [%d] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank"
            + " %d nranks 2 cudaDev %d nvmlDev %d busId %s commId 0x7e2a - Init COMPLETE\n";
    Map<String, String> files = new TreeMap<>();
    files.put(
        "job.log",
        init.formatted(100, 100, 0, 0, 0, 0, "1b000")
            + init.formatted(101, 101, 1, 1, 1, 1, "3b000")
            + "2026-11-20 03:43:08.000 node3:100:100 [0] NCCL INFO Channel 00\n"
            + "2026-11-20 03:43:31.000 node3:101:101 [1] NCCL INFO Channel 00\n");
    files.put("dmesg.log", "Nov 20 03:43:07 node3 kernel: " + LOST + "\n");
    assertThat(events(files))
        .extracting(RankReport.KernelEvent::text)
        .containsExactly("Xid 79 on node3, 24 s before rank 1's last line");
  }

  @Test
  void whatAnEntryExplainsIsToldToo() {
    assertThat(
            withKernelLog(
                "node3-dmesg.log",
                "[Fri Nov 20 03:41:05 2026] Memory cgroup out of memory: Killed process 4711"
                    + " (python) total-vm:81234567kB, anon-rss:65432100kB, file-rss:1200kB,"
                    + " shmem-rss:0kB, UID:1000 pgtables:131072kB oom_score_adj:0\n"))
        .extracting(event -> event.beforeMillis())
        .containsExactly(126_420L);
  }

  @Test
  void anEventOfAnotherDayIsNotTold() {
    assertThat(withKernelLog("node3-dmesg.log", "[Wed Nov 18 03:43:07 2026] " + LOST + "\n"))
        .isEmpty();
  }

  @Test
  void pagesTextAndTicketsSayItInBothLanguages() {
    Map<String, String> files = ranks();
    files.put("node3-dmesg.log", "[Fri Nov 20 03:43:07 2026] " + LOST + "\n");
    Diagnosis diagnosis = diagnose(files);
    Report english = Report.fromDiagnosis(diagnosis, Language.EN);
    Report chinese = Report.fromDiagnosis(diagnosis, Language.ZH);
    assertThat(ReportWriter.toText(english, Language.EN, ""))
        .contains("Kernel: Xid 79 on node3, 4 s before rank 24's last line");
    assertThat(ReportWriter.toMarkdown(english, Language.EN, ""))
        .contains("Xid 79 on node3, 4 s before rank 24's last line");
    assertThat(ReportWriter.toText(chinese, Language.ZH, ""))
        .contains("node3 上的 Xid 79，比 rank 24 的最后一行早 4 秒");
    assertThat(ReportWriter.toMarkdown(chinese, Language.ZH, ""))
        .contains("node3 上的 Xid 79，比 rank 24 的最后一行早 4 秒");
  }
}
