package dev.faultbook.fleet;

import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.report.HiddenEscapes;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What there is to say about a job.
 *
 * @param job its name
 * @param state where it stands
 * @param report the diagnosis of its log; null if there is none
 * @param last whether no further answer about this attempt follows
 */
record Answer(String job, JobState state, @Nullable Report report, boolean last) {
  private static final JsonMapper JSON =
      JsonMapper.builder(JsonFactory.builder().characterEscapes(new HiddenEscapes()).build())
          .build();

  /** The version of the document. */
  private static final String API = "v1";

  /** Brokers take 1 MiB with its header. */
  private static final int MAX_BYTES = 1_000_000;

  /** What a document can do without, if it is too long: its largest parts first. */
  private static final List<String> LARGE = List.of("ranks", "fact_lines", "facts", "hang", "log");

  /** Whether it is a diagnosis: of a failed job, or of one whose cause is certain already. */
  boolean isDiagnosis() {
    return state.phase() == JobState.Phase.FAILED
        || !last && report != null && report.lead() != null;
  }

  /**
   * The document of {@code POST /api/v1/diagnoses} with its version as {@code api}, {@code job},
   * {@code attempt}, {@code final}. Lines of a long log are counted without those that were left
   * out of it.
   */
  byte[] toDiagnosis() {
    ObjectNode document =
        report == null
            ? JSON.createObjectNode().put("verdict", "no_match")
            : JSON.valueToTree(report);
    document.put("api", API).put("job", job).put("attempt", state.attempt()).put("final", last);
    byte[] bytes = JSON.writeValueAsBytes(document);
    for (String part : LARGE) {
      if (bytes.length > MAX_BYTES) {
        document.remove(part);
        bytes = JSON.writeValueAsBytes(document);
      }
    }
    return bytes;
  }

  /**
   * The short report for a chat, under the name of the job.
   *
   * @param pages address of the web application, before the paths of pages
   */
  String toText(Language language, String pages, Dialect dialect) {
    StringBuilder name = new StringBuilder();
    // Names come from outside: no markup.
    job.chars()
        .map(c -> Character.isLetterOrDigit(c) || "-._/".indexOf(c) >= 0 ? c : ' ')
        .forEach(c -> name.append((char) c));
    String node = state.node() == null ? "" : " (" + state.node() + ")";
    String text = report == null ? "" : ReportWriter.toShort(report, language, pages, dialect);
    return dialect.words(name + node) + "\n" + text;
  }

  /** The row of {@code faultbook.jobs}. */
  byte[] toJob(long now) {
    ObjectNode row =
        JSON.createObjectNode()
            .put("job", job)
            .put("attempt", state.attempt())
            .put("state", state.phase().name().toLowerCase(Locale.ROOT))
            .put("updated", Instant.ofEpochMilli(now).toString())
            .put("node", state.node())
            .put("user", state.user());
    Report.Found lead = report == null ? null : report.lead();
    row.put("entry", lead == null ? null : lead.entry());
    row.put("headline", lead == null ? null : lead.headline());
    row.put("failure", report == null || report.failure() == null ? null : report.failure().text());
    return JSON.writeValueAsString(row).getBytes(StandardCharsets.UTF_8);
  }
}
