package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What stands beside an answer: the run, whose turn it is, and the ticket. */
class RailTests {
  private static final String XID_79 =
      """
      Nov 20 01:08:41 gpu-a02 kernel: NVRM: GPU at PCI:0000:3b:00: GPU-6f1c0d3e-55a1-7a1e-9d2b-4f0a1d2c3b4a
      Nov 20 01:08:41 gpu-a02 kernel: NVRM: GPU Board Serial Number: 1653122098765
      Nov 20 01:08:41 gpu-a02 kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=41231, name=python, GPU has fallen off the bus.
      Nov 20 01:08:42 gpu-a02 kernel: NVRM: GPU 0000:3b:00.0: GPU has fallen off the bus.
      """;

  private static final String OUT_OF_MEMORY =
      """
      2026-11-20 03:00:00,000 INFO step 100/2000 loss 2.3
      2026-11-20 03:05:00,000 INFO step 200/2000 loss 2.2
      torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.42 GiB. GPU 5 has a total \
      capacity of 79.11 GiB of which 1.06 GiB is free.
      """;

  private static Report report(String log) {
    return Report.fromDiagnosis(
        ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)), Language.EN);
  }

  private static Rail rail(String log) {
    Report report = report(log);
    LogView shown = LogViewer.viewLog(report, new ByteArrayInputStream(log.getBytes(UTF_8)));
    return Rail.of(report, shown, Language.EN);
  }

  @Test
  void aFaultOfAMachineComesWithATicketThatNamesThePart() {
    Rail rail = rail(XID_79);
    assertThat(rail.turn()).isEqualTo(Turn.PLATFORM);
    assertThat(rail.ticket())
        .contains(
            "Node: gpu-a02\n",
            "PCI address: 0000:3b:00.0\n",
            "GPU serial number: 1653122098765\n",
            "GPU UUID: GPU-6f1c0d3e",
            "Please: reboot the machine\n",
            "RESTART_BM",
            "Xid (PCI:0000:3b:00): 79");
  }

  @Test
  void aFaultOfTheProgramIsTheReadersTurnAndNeedsNoTicket() {
    Rail rail = rail(OUT_OF_MEMORY);
    assertThat(rail.turn()).isEqualTo(Turn.YOU);
    assertThat(rail.ticket()).isNull();
    Map<String, String> rows =
        rail.rows().stream().collect(Collectors.toMap(Rail.Row::key, Rail.Row::value));
    assertThat(rows)
        .containsEntry("progress", "step 200 of 2,000")
        .containsEntry("start", "2026-11-20 03:00:00")
        .containsEntry("end", "2026-11-20 03:05:00")
        .doesNotContainKeys("ranks", "checkpoint", "lost");
  }

  /** The tables advise only where nothing else does. */
  @Test
  void codesAdviseNothingBesideAnAnswerOrAboutARunThatEndedWell() {
    assertThat(report(XID_79).advisesOnCodes()).isFalse();
    String survived =
        "NVRM: Xid (PCI:0000:3b:00): 109, pid=1\nstep 1/2 loss 2.3\nstep 2/2 loss 2.2\n"
            + "training finished\n";
    assertThat(report(survived).advisesOnCodes()).isFalse();
    assertThat(report("step 1\nERROR: the fabric went away\n").advisesOnCodes()).isTrue();
  }
}
