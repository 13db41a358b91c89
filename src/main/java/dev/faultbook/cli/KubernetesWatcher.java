package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.report.Dialect;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * Diagnoses each failed container of a job's pods once, and writes an Event and two annotations to
 * the pod: the cause, and the ends of containers that were diagnosed, which a watcher that starts
 * again reads. For one thread.
 */
final class KubernetesWatcher {
  private static final String CAUSE = "faultbook.dev/cause";
  private static final String DIAGNOSED = "faultbook.dev/diagnosed";
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);
  private static final int PAGE = 500;
  private static final int MAX_SEEN = 4096;

  /** The log's last lines; fewer of them if these are larger than the bytes. */
  private static final List<Integer> LINES = List.of(100_000, 10_000, 1_000);

  private static final int MAX_BYTES = 32 * 1024 * 1024;

  /** Limits of an Event's message and its name, and of one line. */
  private static final int MAX_MESSAGE = 1000;

  private static final int MAX_NAME = 253;
  private static final int MAX_CAUSE = 200;

  private static final int CONFLICT = 409;
  private static final int MISSING = 404;

  private final KubernetesApi api;
  private final Diagnoser diagnoser;
  private final Language language;
  private final PrintStream out;
  private final PrintStream err;
  private final MemoryBudget room = new MemoryBudget(Runtime.getRuntime().maxMemory() / 4);
  private final Set<String> seen = new LinkedHashSet<>();

  /** Whether the latest looks left a pod out. */
  private boolean failed;

  KubernetesWatcher(
      KubernetesApi api, Diagnoser diagnoser, Language language, PrintStream out, PrintStream err) {
    this.api = api;
    this.diagnoser = diagnoser;
    this.language = language;
    this.out = out;
    this.err = err;
  }

  /**
   * Watches until the thread is interrupted. What fails is a line, and tried again.
   *
   * @param path of the pods, with a query
   */
  void watch(String path) throws InterruptedException {
    Duration pause = MIN_PAUSE;
    while (!Thread.currentThread().isInterrupted()) {
      try {
        failed = false;
        String version = look(path);
        while (!version.isEmpty() && !failed) {
          pause = MIN_PAUSE;
          version = api.watch(path, version, this::lookOrSay);
          Thread.sleep(MIN_PAUSE);
        }
      } catch (IOException e) {
        err.println(e.getMessage() + "; next try in " + pause.toSeconds() + " s");
        Thread.sleep(pause);
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
      }
    }
  }

  /**
   * Looks at all pods once.
   *
   * @return the version of the list
   */
  String look(String path) throws IOException, InterruptedException {
    String more = "";
    while (true) {
      JsonNode page =
          api.get(path + "&limit=" + PAGE + "&" + QueryString.toQuery(Map.of("continue", more)));
      page.path("items").forEach(this::lookOrSay);
      more = page.at("/metadata/continue").asString("");
      if (more.isEmpty()) {
        return page.at("/metadata/resourceVersion").asString("");
      }
    }
  }

  private void lookOrSay(JsonNode pod) {
    try {
      look(pod);
    } catch (IOException | RefusedException e) {
      failed = true;
      err.println(nameOf(pod) + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String nameOf(JsonNode pod) {
    return pod.at("/metadata/namespace").asString("") + "/" + pod.at("/metadata/name").asString("");
  }

  private void look(JsonNode pod) throws IOException, InterruptedException {
    List<ContainerEnd> ends = ContainerEnd.isOfJob(pod) ? ContainerEnd.allOf(pod) : List.of();
    Set<String> done = new LinkedHashSet<>();
    String noted = pod.path("metadata").path("annotations").path(DIAGNOSED).asString("");
    for (ContainerEnd end : ends) {
      if (noted.contains(end.id())) {
        done.add(end.id());
      }
    }
    for (ContainerEnd end : ends) {
      if (done.add(end.id()) && claim(end.id())) {
        boolean written = false;
        try {
          tell(pod, end, String.join(",", done));
          written = true;
        } finally {
          if (!written) {
            seen.remove(end.id());
          }
        }
      }
    }
  }

  private void tell(JsonNode pod, ContainerEnd end, String done)
      throws IOException, InterruptedException {
    Report report = diagnose(pod, end);
    String answer = ReportWriter.toShort(report, language, "", Dialect.PLAIN).strip();
    String cause = cut(answer.lines().findFirst().orElse(""), MAX_CAUSE);
    write(pod, end, report, answer, Map.of(CAUSE, cause, DIAGNOSED, done));
    out.println(nameOf(pod) + " " + end.container() + ": " + cause);
    out.flush();
  }

  /** Whether an end is new; a change that came before its annotation names it again. */
  private boolean claim(String id) {
    boolean isNew = seen.add(id);
    if (seen.size() > MAX_SEEN) {
      seen.remove(seen.iterator().next());
    }
    return isNew;
  }

  private Report diagnose(JsonNode pod, ContainerEnd end) throws IOException, InterruptedException {
    byte[] text;
    try {
      text = fetchLog(pathOf(pod), end);
    } catch (IOException e) {
      // That of a lost node cannot be had; its state may tell.
      text = (e.getMessage() + "\n").getBytes(UTF_8);
    }
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(Long.MAX_VALUE, room)) {
      receiver.add(end.container(), new ByteArrayInputStream(text));
      receiver.add("state", new ByteArrayInputStream(end.state().getBytes(UTF_8)));
      try (InMemoryLog log = receiver.finishLog()) {
        return Report.fromDiagnosis(diagnoser.diagnose(log), language);
      }
    }
  }

  private byte[] fetchLog(String pod, ContainerEnd end) throws IOException, InterruptedException {
    byte[] text = {};
    for (int lines : LINES) {
      // The limit of bytes cuts the end off, which matters most.
      text =
          api.getBytes(
              pod
                  + "/log?container="
                  + end.container()
                  + "&previous="
                  + end.previous()
                  + "&tailLines="
                  + lines
                  + "&limitBytes="
                  + MAX_BYTES);
      if (text.length < MAX_BYTES) {
        break;
      }
    }
    return text;
  }

  private static String pathOf(JsonNode pod) {
    return namespaceOf(pod) + "/pods/" + pod.at("/metadata/name").asString("");
  }

  private static String namespaceOf(JsonNode pod) {
    return "/api/v1/namespaces/" + pod.at("/metadata/namespace").asString("");
  }

  /** The Event first: its name is that of the end, so that a second try makes no second one. */
  private void write(
      JsonNode pod, ContainerEnd end, Report report, String answer, Map<String, String> annotations)
      throws IOException, InterruptedException {
    try {
      api.post(namespaceOf(pod) + "/events", toEvent(pod, end, report, answer));
    } catch (KubernetesApi.StatusException e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
    }
    try {
      api.merge(pathOf(pod), Map.of("metadata", Map.of("annotations", annotations)));
    } catch (KubernetesApi.StatusException e) {
      // A pod may be removed as soon as it has failed.
      if (e.status() != MISSING) {
        throw e;
      }
    }
  }

  private static Map<String, Object> toEvent(
      JsonNode pod, ContainerEnd end, Report report, String answer) {
    JsonNode metadata = pod.path("metadata");
    String name = metadata.path("name").asString("");
    String uid = metadata.path("uid").asString("");
    String once = UUID.nameUUIDFromBytes((uid + end.id()).getBytes(UTF_8)).toString();
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return Map.of(
        "metadata",
        Map.of(
            "name",
            name.substring(0, Math.min(name.length(), MAX_NAME - once.length() - 1)) + "." + once,
            "namespace",
            metadata.path("namespace").asString("")),
        "involvedObject",
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Pod",
            "namespace",
            metadata.path("namespace").asString(""),
            "name",
            name,
            "uid",
            uid,
            "fieldPath",
            "spec.containers{" + end.container() + "}"),
        "reason",
        report.lead() == null ? "Failed" : "CauseFound",
        "message",
        cut(answer, MAX_MESSAGE),
        "type",
        "Warning",
        "source",
        Map.of("component", "faultbook"),
        "firstTimestamp",
        now,
        "lastTimestamp",
        now,
        "count",
        1);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "\u2026";
  }
}
