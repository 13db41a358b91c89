package dev.faultbook.web;

import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import dev.faultbook.stream.FileRank;
import dev.faultbook.stream.LinePrefix;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Determines for each line of a log, in order, which rank, node or file of the report wrote it, and
 * when. Uses only the line, its file and the report.
 */
final class LineColumns {
  /** The lane of a line whose rank, node or file is unknown. */
  static final int NO_LANE = 0;

  private static final int PREFIX = 512;
  private static final long DAY_MILLIS = 86_400_000L;

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final DateTimeFormatter CLOCK =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.MILLI_OF_SECOND, 0, 3, true)
          .toFormatter(Locale.ROOT);

  private final boolean ranked;
  private final List<RankReport.Lane> lanes;
  private final Map<Integer, Integer> laneOfRank = new HashMap<>();
  private final Map<String, Integer> laneOfNode = new HashMap<>();
  private final Map<String, Integer> laneOfProcess = new HashMap<>();
  private final Map<Long, Integer> laneOfLine = new HashMap<>();
  private final int[] laneOfFile;
  private final long[] firstLines;
  private final boolean oneNode;
  private int file;
  private int lane;
  private @Nullable LogTime time;

  LineColumns(Report report) {
    RankReport ranks = report.ranks();
    lanes = ranks == null ? List.of() : ranks.lanes();
    ranked = ranks != null && ranks.by().equals("rank");
    List<Report.Source> files = report.log().sources();
    firstLines = files.stream().mapToLong(Report.Source::firstLine).toArray();
    laneOfFile = new int[Math.max(1, files.size())];
    Map<String, Integer> laneOfSource = new HashMap<>();
    for (int i = 0; i < lanes.size(); i++) {
      RankReport.Lane one = lanes.get(i);
      if (one.rank() != null) {
        laneOfRank.put(one.rank(), i + 1);
      }
      if (one.node() != null) {
        laneOfNode.putIfAbsent(one.node(), i + 1);
      }
      if (one.source() != null) {
        laneOfSource.put(one.source(), i + 1);
      }
    }
    oneNode = laneOfNode.size() < 2;
    readFileNames(files, laneOfSource);
    readEvidence(report);
  }

  private void readFileNames(List<Report.Source> files, Map<String, Integer> laneOfSource) {
    List<FileRank> named = FileRank.fromNames(files.stream().map(Report.Source::name).toList());
    for (int i = 0; i < files.size(); i++) {
      Integer known = laneOfSource.get(files.get(i).name());
      if (known == null && ranked) {
        known = laneOfRank.get(named.get(i).rank());
      }
      laneOfFile[i] = known == null ? NO_LANE : known;
    }
  }

  /** The attribution of evidence lines also applies to other lines of the same process. */
  private void readEvidence(Report report) {
    for (Report.Found found : report.findings()) {
      for (Report.Line line : found.evidence()) {
        Integer known = ranked ? laneOfRank.get(line.rank()) : laneOfNode.get(line.node());
        if (known != null) {
          laneOfLine.put(line.line(), known);
          String process = LinePrefix.of(line.text()).writer().process();
          if (process != null && ranked) {
            laneOfProcess.put(process, known);
          }
        }
      }
    }
  }

  /** Reads the next line, {@code bytes[from, to)}. */
  void readLine(long number, byte[] bytes, int from, int to) {
    while (file + 1 < firstLines.length && firstLines[file + 1] <= number) {
      file++;
    }
    LinePrefix prefix = LinePrefix.of(Lines.decodeText(bytes, from, Math.min(to, from + PREFIX)));
    time = prefix.time();
    Integer known = laneOfLine.get(number);
    if (known == null) {
      known = ranked ? laneOfPrefixRank(prefix.writer()) : laneOfNode.get(prefix.writer().node());
    }
    lane = known == null ? laneOfFile[file] : known;
  }

  private @Nullable Integer laneOfPrefixRank(LinePrefix.Writer prefix) {
    boolean counts = prefix.rank() != null || oneNode;
    Integer known = counts ? laneOfRank.get(prefix.rankOrLocal()) : null;
    return known != null || prefix.process() == null ? known : laneOfProcess.get(prefix.process());
  }

  /** Index of the latest line's lane in the report, from 1; {@link #NO_LANE} if unknown. */
  int lane() {
    return lane;
  }

  /** The time that the latest line states; null if none. */
  @Nullable LogTime time() {
    return time;
  }

  /** The name of the latest line's lane; empty if unknown. */
  String laneLabel() {
    return lane == NO_LANE ? "" : lanes.get(lane - 1).label();
  }

  /** The time of day that the latest line states; empty if none. */
  String timeText() {
    return time == null ? "" : formatTime(time);
  }

  /** {@code 2026-11-20 10:02:07}; without the date if lines state none with a year. */
  static String formatMoment(LogTime time) {
    String clock =
        SECONDS.format(
            LocalTime.ofNanoOfDay(Math.floorMod(time.millis(), DAY_MILLIS) * 1_000_000L));
    return time.scale() == LogTime.Scale.DATE
        ? LocalDate.ofEpochDay(Math.floorDiv(time.millis(), DAY_MILLIS)) + " " + clock
        : clock;
  }

  /** {@code 10:02:07.25} for a clock; {@code 81.5} s for a machine's uptime. */
  static String formatTime(LogTime time) {
    return time.scale() == LogTime.Scale.UPTIME
        ? BigDecimal.valueOf(time.millis(), 3).stripTrailingZeros().toPlainString()
        : CLOCK.format(
            LocalTime.ofNanoOfDay(Math.floorMod(time.millis(), DAY_MILLIS) * 1_000_000L));
  }
}
