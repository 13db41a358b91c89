package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Verifies that commands hold what the log says of the event, and placeholders otherwise. */
class EventFactsTests {
  private static final String POD =
      """
      $ kubectl -n vision describe pod seg-train-1
      Name:             seg-train-1
      Namespace:        vision
      Node:             gpu-11/10.40.2.11
      Controlled By:    PyTorchJob/seg-train
      Containers:
        train:
          Last State:     Terminated
            Reason:       OOMKilled
            Exit Code:    137
          Limits:
            memory:          96Gi
            nvidia.com/gpu:  2
          Requests:
            memory:          64Gi
      """;

  private static String lead(String log) {
    Report report =
        Report.fromDiagnosis(
            ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)), Language.EN);
    return report.findings().getFirst().remedies().stream()
        .map(fix -> fix.text() + "\n" + fix.command())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aPodsLimitIsAnsweredAndTheNewOneComputed() {
    assertThat(lead(POD))
        .contains("You already have the limit: 96Gi.")
        .contains("requests.memory: 144Gi\nkubectl -n vision edit PyTorchJob/seg-train")
        .doesNotContain("POD", "NAMESPACE", "jsonpath='{.spec.containers[*].resources.limits");
  }

  @Test
  void ofSeveralValuesNoneIsTakenUnlessTheEventStatesIt() {
    String second = POD.replace("seg-train-1", "seg-train-2").replace("OOMKilled", "Error");
    assertThat(lead(POD + second.replace("96Gi", "128Gi"))).contains("MEMORY", "edit PyTorchJob");
  }

  @Test
  void aHostileValueNeverReachesACommand() {
    for (String name : new String[] {"a;reboot", "$(reboot)", "-rf", "a b", "`id`"}) {
      String log = POD.replace("seg-train-1", name).replace("PyTorchJob/seg-train", "X/" + name);
      assertThat(lead(log)).doesNotContain(name).contains("deployment/NAME");
    }
  }

  @Test
  void aMountPointThatTheLogStatesFillsTheCommands() {
    String log =
        "10.2.0.4:/export on /mnt/shards type nfs4 (rw,relatime,vers=4.2)\n"
            + "OSError: [Errno 116] Stale file handle: '/mnt/shards/part-0117.tar'\n";
    assertThat(lead(log)).contains("umount /mnt/shards").doesNotContain("umount MOUNT_POINT\n");
  }

  @Test
  void anImageThatTheLogStatesFillsTheCommands() {
    String log =
        "Unable to find image 'reg.io/ml/train:7' locally\n"
            + "docker: Error response from daemon: failed to create task for container: failed to"
            + " create shim task: OCI runtime create failed: runc create failed: unable to start"
            + " container process: exec: \"torchrun\": executable file not found in $PATH: unknown.\n";
    assertThat(lead(log)).contains("docker run --rm --gpus all reg.io/ml/train:7 /opt");
  }

  @Test
  void aJobAndItsNodeFillTheCommandsOfSlurm() {
    String log =
        "slurmstepd: error: *** JOB 8812371 ON cn031 CANCELLED AT 2026-11-20T12:00:13"
            + " DUE TO TIME LIMIT ***\n";
    assertThat(lead(log))
        .contains("sacct -j 8812371")
        .doesNotContain("-j JOB_ID", "show job JOB_ID");
  }
}
