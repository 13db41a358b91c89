package dev.faultbook.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The end of a container that failed.
 *
 * @param container its name
 * @param previous whether the container runs again or waits for it, so that its log is the previous
 *     one
 * @param id tells the ends of containers apart: {@code containerd://6f2b…}
 * @param state what Kubernetes knows of it, as {@code kubectl describe} prints it
 */
record ContainerEnd(String container, boolean previous, String id, String state) {
  /** What a container that is stopped from outside ends with: 128 and SIGKILL or SIGTERM. */
  private static final Set<Integer> STOPPED = Set.of(137, 143);

  /**
   * The failed ends that a pod shows: of each container at most the last two.
   *
   * @param pod as the API gives it
   */
  static List<ContainerEnd> allOf(JsonNode pod) {
    boolean deleted = pod.path("metadata").hasNonNull("deletionTimestamp");
    List<ContainerEnd> ends = new ArrayList<>();
    for (String kind : List.of("initContainerStatuses", "containerStatuses")) {
      for (JsonNode container : pod.path("status").path(kind)) {
        for (Map.Entry<String, Boolean> state :
            List.of(Map.entry("lastState", true), Map.entry("state", false))) {
          JsonNode end = container.path(state.getKey()).path("terminated");
          int exit = end.path("exitCode").asInt(0);
          if (exit != 0 && !(deleted && STOPPED.contains(exit))) {
            ends.add(of(container.path("name").asString(""), state.getValue(), end));
          }
        }
      }
    }
    return ends;
  }

  private static ContainerEnd of(String container, boolean previous, JsonNode end) {
    String id = end.path("containerID").asString("");
    String message = end.path("message").asString("");
    return new ContainerEnd(
        container,
        previous,
        id.isEmpty() ? container + "/" + end.path("finishedAt").asString("") : id,
        """
              State:          Terminated
                Reason:       %s
                Exit Code:    %d
        """
                .formatted(end.path("reason").asString(""), end.path("exitCode").asInt(0))
            + (message.isBlank() ? "" : "        Message:      " + message + "\n"));
  }

  /**
   * Whether a pod is one of a Job, a PyTorchJob or what else is called a job; JobSets have Jobs.
   */
  static boolean isOfJob(JsonNode pod) {
    for (JsonNode owner : pod.at("/metadata/ownerReferences")) {
      if (owner.path("kind").asString("").endsWith("Job")) {
        return true;
      }
    }
    return false;
  }
}
