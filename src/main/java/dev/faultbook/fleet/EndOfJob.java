package dev.faultbook.fleet;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What schedulers say about the end of jobs, as records of the jobs: the JSON of Slurm's plugin
 * {@code jobcomp/kafka} and of Kubernetes' events.
 */
final class EndOfJob extends ContextualProcessor<String, byte[], String, byte[]> {
  private static final JsonMapper JSON = new JsonMapper();

  /** The plugin tells starts as well; a job that is requeued goes on. */
  private static final Set<String> GOES_ON =
      Set.of("PENDING", "RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "REQUEUED");

  /** Reasons of the job controller. */
  private static final Set<String> FAILURES =
      Set.of("BackoffLimitExceeded", "DeadlineExceeded", "PodFailurePolicy", "FailedIndexes");

  @Override
  public void process(Record<String, byte[]> record) {
    JsonNode event;
    try {
      event = record.value() == null ? null : JSON.readTree(record.value());
    } catch (JacksonException e) {
      event = null;
    }
    if (event == null) {
      return;
    }
    JsonNode object = event.path("involvedObject");
    // {"jobid":4711,"username":"ann","nodes":"gpu-a[01-02]","state":"NODE_FAIL",…}
    if (event.has("jobid") && event.path("state").isString()) {
      String state = event.path("state").asString();
      if (!GOES_ON.contains(state)) {
        tell(record, event.path("jobid").asString(), state, event.path("username"));
      }
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
