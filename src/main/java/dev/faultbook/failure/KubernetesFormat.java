package dev.faultbook.failure;

import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages with which Kubernetes and clouds end or refuse containers. */
final class KubernetesFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "oomkilled",
        "evicted",
        "the node was low on",
        "crashloopbackoff",
        "imagepullbackoff",
        "errimagepull",
        "failed to pull image",
        "failedscheduling",
        "nodes are available",
        "nodenotready",
        "nodelost",
        "taintmanager",
        "preempt",
        "spot instance",
        "reclaim",
        "createcontainererror",
        "runcontainererror");
  }

  /** {@code docker inspect} prints this for every container that was not killed. */
  private static final String NOT_KILLED = "\"OOMKilled\": false";

  /**
   * A substring of the line and the reason why the container ended, with a sample line above each
   * row.
   */
  private static final Object[][] REASONS = {
    // Reason:       OOMKilled
    {"OOMKilled", Reason.OUT_OF_MEMORY},
    // The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.
    {"he node was low on resource", Reason.EVICTED},
    // Warning  Evicted  3s  kubelet  Usage of EmptyDir volume "shm" exceeds the limit "8Gi".
    {"Evicted ", Reason.EVICTED},
    // Warning  FailedScheduling  3s  default-scheduler  0/3 nodes are available: 3 Insufficient …
    {"FailedScheduling", Reason.REFUSED},
    {" nodes are available: ", Reason.REFUSED},
    // Warning  Failed  3s  kubelet  Failed to pull image "trainer:7": … 429 Too Many Requests
    {"Failed to pull image ", Reason.REFUSED},
    // trainer-0   0/1     ImagePullBackOff   0          12m
    {"ImagePullBackOff", Reason.REFUSED},
    {"ErrImagePull", Reason.REFUSED},
    {"CreateContainerError", Reason.REFUSED},
    {"RunContainerError", Reason.REFUSED},
    // Warning  NodeNotReady  3s  node-controller  Node is not ready
    {"NodeNotReady", Reason.NODE_FAILURE},
    {"NodeLost", Reason.NODE_FAILURE},
    {"TaintManager", Reason.NODE_FAILURE},
    // Normal  Preempted  1m  default-scheduler  Preempted by pod 1234 on node n1
    {"Preempted by ", Reason.PREEMPTED},
    {"compute.instances.preempted", Reason.PREEMPTED},
  };

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String s = line.bare();
    Reason reason = parseReason(s);
    if (reason != null) {
      return Told.of(line, new Failure.Scheduler(reason), Standing.CAUSE);
    }
    // trainer-0   0/1     CrashLoopBackOff   5          12m
    return s.contains("CrashLoopBackOff")
        ? Told.of(line, new Failure.Message(), Standing.CONSEQUENCE)
        : null;
  }

  private static @Nullable Reason parseReason(String s) {
    for (Object[] row : REASONS) {
      if (s.contains((String) row[0]) && !s.contains(NOT_KILLED)) {
        return (Reason) row[1];
      }
    }
    return s.endsWith("Evicted") ? Reason.EVICTED : parseCloudReason(s);
  }

  private static @Nullable Reason parseCloudReason(String s) {
    // EC2 Spot Instance interruption notice received
    boolean spot =
        s.contains("pot instance") || s.contains("pot Instance") || s.contains("Spot VM");
    boolean taken =
        s.contains("interrupt")
            || s.contains("reclaim")
            || s.contains("terminat")
            || s.contains("preempt");
    return spot && taken ? Reason.SPOT_RECLAIMED : null;
  }
}
