package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.content.Retry;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.FailureReport;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.Report.Found;
import java.util.List;
import java.util.Objects;

/**
 * The text with which a fault of a machine is handed to those who run it: what, where, which part,
 * and the lines that prove it.
 */
final class TicketText {
  /** Facts that identify the part, in the order in which a ticket asks for them. */
  private static final List<String> PARTS =
      List.of("pci_address", "gpu", "gpu_serial", "gpu_board", "gpu_uuid", "hca", "driver");

  private static final int MAX_VALUES = 4;
  private static final int MAX_LINES = 3;

  private final Report report;
  private final Phrases phrases;
  private final StringBuilder text = new StringBuilder();

  private TicketText(Report report, Language language) {
    this.report = report;
    this.phrases = Phrases.of(language);
  }

  static String write(Report report, Found lead, Language language) {
    return new TicketText(report, language).write(lead);
  }

  private String write(Found lead) {
    text.append(lead.headline()).append('\n');
    if (!lead.headline().equals(lead.title())) {
      text.append(lead.title()).append('\n');
    }
    FailureReport failure = report.failure();
    List<Report.Line> lines = report.proofOf(lead);
    String node = failure == null ? null : failure.node();
    if (node == null && !lines.isEmpty()) {
      node = lines.getFirst().node();
    }
    if (node != null) {
      writeRow("fact.node", node);
    } else {
      writeFact("node");
    }
    PARTS.forEach(this::writeFact);
    writeFact("job_id");
    if (failure != null && failure.time() != null) {
      writeRow("platform.time", failure.time().replace('T', ' '));
    }
    for (CodeReport code : report.advisedCodes()) {
      text.append(phrases.say("code.advised", Objects.requireNonNull(code.advisor())))
          .append(phrases.say("list.colon"))
          .append(code.advised())
          .append('\n');
    }
    if (report.retry() != null && report.retry().action() != Retry.Action.NONE) {
      writeRow("platform.ask", phrases.say("retry.action." + report.retry().action().tag()));
    }
    text.append('\n');
    lines.stream().limit(MAX_LINES).forEach(line -> text.append(line.text()).append('\n'));
    return text.toString();
  }

  private void writeFact(String name) {
    List<String> all = report.facts().getOrDefault(name, List.of());
    // A PCI address stands with and without the function: 0000:3b:00 and 0000:3b:00.0.
    List<String> values =
        all.stream()
            .filter(one -> all.stream().noneMatch(other -> other.startsWith(one + ".")))
            .toList();
    if (!values.isEmpty()) {
      writeRow("fact." + name, String.join(", ", values.stream().limit(MAX_VALUES).toList()));
    }
  }

  private void writeRow(String key, String value) {
    text.append(phrases.say(key)).append(phrases.say("list.colon")).append(value).append('\n');
  }
}
