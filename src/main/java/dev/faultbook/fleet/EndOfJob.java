package dev.faultbook.fleet;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What schedulers say about the end of jobs, as records of the jobs: the JSON of Slurm's plugin
 * {@code jobcomp/kafka} and of Kubernetes' events.
 */
final class EndOfJob extends ContextualProcessor<String, byte[], String, byte[]> {
  /** Slurm's final states. The plugin tells starts and changes of the size as well. */
  private static final Set<String> ENDS =
      Set.of(
          "COMPLETED",
          "CANCELLED",
          "FAILED",
          "TIMEOUT",
          "NODE_FAIL",
          "PREEMPTED",
          "BOOT_FAIL",
          "DEADLINE",
          "OUT_OF_MEMORY");

  /** Reasons of the job controller. */
  private static final Set<String> FAILURES =
      Set.of("BackoffLimitExceeded", "DeadlineExceeded", "PodFailurePolicy", "FailedIndexes");

  @Override
  public void process(Record<String, byte[]> record) {
    JsonNode event = Json.read(record.value());
    JsonNode object = event.path("involvedObject");
    // {"jobid":4711,"username":"ann","nodes":"gpu-a[01-02]","state":"NODE_FAIL",…}
    String state = event.path("state").asString("");
    if (event.path("jobid").isValueNode() && ENDS.contains(state)) {
      tell(record, event.path("jobid").asString(""), state, event.path("username"));
      // {"involvedObject":{"kind":"Job","name":"train-7"},"reason":"BackoffLimitExceeded",…}
    } else if (object.path("kind").asString("").equals("Job")) {
      String reason = event.path("reason").asString("");
      if (reason.equals("Completed") || FAILURES.contains(reason)) {
        tell(record, object.path("name").asString(""), reason, null);
      }
    }
  }

  private void tell(
      Record<String, byte[]> record, String job, String end, @Nullable JsonNode user) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("end", end.getBytes(StandardCharsets.UTF_8));
    if (user != null && user.isString()) {
      headers.add("user", user.asString().getBytes(StandardCharsets.UTF_8));
    }
    context().forward(new Record<>(job, new byte[0], record.timestamp(), headers));
  }
}
