package dev.faultbook.failure;

import dev.faultbook.failure.Failure.Scheduler.Reason;
import java.util.List;

/** How Kubernetes and clouds end or refuse containers. */
final class KubernetesFormat implements FailureFormat {
  @Override
  public List<String> triggers() {
    return List.of(
        "oomkilled",
        "evicted",
        "the node was low on",
        "crashloopbackoff",
        "imagepullbackoff",
        "errimagepull",
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

  @Override
  public FailureBlock read(LineText line) {
    String s = line.bare();
    Reason reason = reason(s);
    if (reason == null) {
      return null;
    }
    boolean follows = s.contains("CrashLoopBackOff");
    return Told.of(
        line,
        follows ? new Failure.Message() : new Failure.Scheduler(reason),
        follows ? Standing.CONSEQUENCE : Standing.CAUSE);
  }

  private static Reason reason(String s) {
    // Reason:       OOMKilled
    if (s.contains("OOMKilled")) {
      return Reason.OUT_OF_MEMORY;
    }
    // The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.
    if (s.contains("he node was low on resource") || s.contains("Evicted ")) {
      return Reason.EVICTED;
    }
    if (s.endsWith("Evicted")) {
      return Reason.EVICTED;
    }
    // Warning  FailedScheduling  3s  default-scheduler  0/3 nodes are available: 3 Insufficient …
    if (s.contains("FailedScheduling") || s.contains(" nodes are available: ")) {
      return Reason.REFUSED;
    }
    if (s.contains("ImagePullBackOff") || s.contains("ErrImagePull")) {
      return Reason.REFUSED;
    }
    if (s.contains("CreateContainerError") || s.contains("RunContainerError")) {
      return Reason.REFUSED;
    }
    if (s.contains("NodeNotReady") || s.contains("NodeLost") || s.contains("TaintManager")) {
      return Reason.NODE_FAILURE;
    }
    return s.contains("CrashLoopBackOff") ? Reason.CANCELLED : cloud(s);
  }

  private static Reason cloud(String s) {
    // Warning  Preempted  1m  default-scheduler  Preempted by pod 1234 on node n1
    if (s.contains("Preempted by ") || s.contains("compute.instances.preempted")) {
      return Reason.PREEMPTED;
    }
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
