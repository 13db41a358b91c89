package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import dev.faultbook.report.Report.Found;
import dev.faultbook.report.RunReport;
import dev.faultbook.report.RunText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside an answer: the run in short, and whose turn it is.
 *
 * @param rows the run, only what the log tells
 * @param turn who acts next; null without a lead
 * @param ticket a text for the platform team; null if it is not their turn
 */
public record Rail(List<Row> rows, @Nullable Turn turn, @Nullable String ticket) {
  public Rail {
    rows = List.copyOf(rows);
  }

  /**
   * A fact about the run.
   *
   * @param key suffix of the message key of its name
   * @param line the line that states it; 0 if none
   */
  public record Row(String key, String value, long line) {}

  static Rail of(Report report, LogView log, Language language) {
    Found lead = report.lead();
    Turn turn = lead == null ? null : Turn.of(lead, report.retry());
    return new Rail(
        rowsOf(report, log, language),
        turn,
        lead == null || turn != Turn.PLATFORM ? null : TicketText.write(report, lead, language));
  }

  private static List<Row> rowsOf(Report report, LogView log, Language language) {
    List<Row> rows = new ArrayList<>();
    RankReport ranks = report.ranks();
    if (ranks != null) {
      Integer all = ranks.size();
      long nodes =
          ranks.lanes().stream()
              .map(RankReport.Lane::node)
              .filter(Objects::nonNull)
              .distinct()
              .count();
      if (!ranks.by().equals("node") && all != null) {
        rows.add(new Row(ranks.by() + "s", all.toString(), 0));
      }
      if (nodes > 0) {
        rows.add(new Row("nodes", Long.toString(nodes), 0));
      }
    }
    RunReport run = report.run();
    if (run != null) {
      RunText words = new RunText(language);
      for (RunText.Detail detail : RunText.Detail.values()) {
        String told = words.detail(detail, run);
        if (told != null) {
          rows.add(new Row(detail.name().toLowerCase(Locale.ROOT), told, lineOf(detail, run)));
        }
      }
    }
    if (!log.span().isEmpty()) {
      rows.add(new Row("start", log.span().getFirst(), 0));
      rows.add(new Row("end", log.span().getLast(), 0));
    }
    return rows;
  }

  private static long lineOf(RunText.Detail detail, RunReport run) {
    return switch (detail) {
      case PROGRESS -> run.progressLine() == null ? 0 : run.progressLine();
      case CHECKPOINT -> run.lastCheckpoint() == null ? 0 : run.lastCheckpoint().line();
      default -> 0;
    };
  }
}
