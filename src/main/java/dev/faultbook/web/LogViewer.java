package dev.faultbook.web;

import dev.faultbook.diagnosis.Role;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogTime;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects the lines of a log that a page shows, and marks the evidence in them. */
final class LogViewer {
  /** A log of at most this many lines is shown completely. */
  private static final int SHORT = 400;

  private static final int AROUND = 4;
  private static final int AROUND_ROOT = 8;
  private static final int FOLD_FROM = 12;

  /** Number of equal lines of one finding that are shown; further ones are folded. */
  private static final int MAX_ALIKE = 3;

  private static final int FOLD_ALIKE_FROM = 3;
  private static final int MAX_LINES = 1500;

  /** Most lines of a log that is not shown completely: about ten screens. */
  private static final int MAX_SELECTED = 400;

  /** Number of facts whose lines are shown; the facts panel folds the others too. */
  private static final int MAX_FACTS = 12;

  private static final int MAX_CHARS = 400_000;
  private static final long DAY_MILLIS = 86_400_000L;
  private static final int MAX_LINE = 2000;
  private static final int MAX_SHAPE = 400;

  private final NavigableMap<Long, List<Hit>> hits = new TreeMap<>();
  private final Set<String> evidenceShapes = new HashSet<>();
  private final NavigableMap<Long, Boolean> wanted = new TreeMap<>();
  private final Map<Long, LogView.Line> shown = new HashMap<>();
  private final Map<Long, String> shapes = new HashMap<>();
  private final long lines;
  private final boolean whole;
  private final List<Report.Source> files;
  private final LineColumns columns;
  private final PackedColumns packed = new PackedColumns();
  private int chars;
  private @Nullable LogTime earliest;
  private @Nullable LogTime latest;

  private record Hit(String mark, String title, Report.Line line) {}

  private LogViewer(Report report) throws IOException {
    lines = report.log().lines();
    whole = lines <= SHORT;
    files = report.log().sources();
    columns = new LineColumns(report);
    for (Report.Found found : report.findings()) {
      for (Report.Line line : found.evidence()) {
        hits.computeIfAbsent(line.line(), n -> new ArrayList<>())
            .add(new Hit(markOf(found.role()), found.title(), line));
        evidenceShapes.add(shapeOf(TerminalStyling.plainText(line.text())));
      }
    }
    chooseLines(report);
  }

  static LogView viewLog(Report report, InputStream log) {
    try (log) {
      LogViewer viewer = new LogViewer(report);
      new LogReader().readStream(log, viewer::takeChunk);
      return viewer.buildView();
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory log", e);
    }
  }

  static String markOf(Role role) {
    return switch (role) {
      case ROOT_CAUSE -> "root";
      case CONTRIBUTING -> "other";
      case HARMLESS, HANDLED -> "harmless";
      default -> "follows";
    };
  }

  /** Selects the most informative lines first, as long as there is space. */
  private void chooseLines(Report report) {
    wantLines(1, 3);
    for (Report.Found found : report.findings()) {
      int around = found.rank() == 1 ? AROUND_ROOT : AROUND;
      Set<String> shapes = new HashSet<>();
      found.evidence().stream()
          .limit(8)
          .filter(l -> shapes.add(shapeOf(l.text())))
          .forEach(l -> wantLines(l.line() - around, l.line() + around));
    }
    report.log().errorLines().forEach(l -> wantLines(l.line() - AROUND, l.line() + AROUND));
    wantLines(lines - 5, lines);
    report.findings().forEach(this::wantRemaining);
    report.factLines().values().stream()
        .limit(MAX_FACTS)
        .forEach(list -> list.stream().limit(2).forEach(n -> wantLines(n, n)));
    if (whole) {
      wantLines(1, lines);
    }
  }

  /** Lines of a finding that equal an earlier one are left out. */
  private void wantRemaining(Report.Found found) {
    Map<String, Integer> alike = new HashMap<>();
    for (Report.Line line : found.evidence()) {
      if (alike.merge(shapeOf(line.text()), 1, Integer::sum) <= MAX_ALIKE) {
        wantLines(line.line() - 1, line.line() + 1);
      }
    }
  }

  private void wantLines(long from, long to) {
    for (long n = Math.max(1, from); n <= Math.min(lines, to); n++) {
      if (wanted.size() >= (whole ? MAX_LINES : MAX_SELECTED)) {
        return;
      }
      wanted.put(n, true);
    }
  }

  private void takeChunk(Chunk chunk) {
    chunk.forEachLine(
        (number, bytes, from, end) -> {
          columns.readLine(number, bytes, from, end);
          packed.addLine(columns.lane(), columns.time());
          extendSpan(columns.time());
          if (wanted.containsKey(number) && chars < MAX_CHARS) {
            showLine(number, bytes, from, end);
          }
        });
  }

  private void extendSpan(@Nullable LogTime time) {
    if (time == null || time.scale() == LogTime.Scale.UPTIME) {
      return;
    }
    earliest = earliest == null || isBefore(time, earliest) ? time : earliest;
    latest = latest == null || isBefore(latest, time) ? time : latest;
  }

  /** Of times that do not both state a date, the time of day counts, within half a day. */
  private static boolean isBefore(LogTime time, LogTime other) {
    long gap = other.millis() - time.millis();
    return time.comparableTo(other)
        ? gap > 0
        : Math.floorMod(gap, DAY_MILLIS) > 0 && Math.floorMod(gap, DAY_MILLIS) < DAY_MILLIS / 2;
  }

  private List<String> span() {
    return earliest == null || latest == null || earliest.millis() == latest.millis()
        ? List.of()
        : Stream.of(earliest, latest).map(LineColumns::formatMoment).toList();
  }

  private void showLine(long number, byte[] bytes, int from, int end) {
    int to = Math.min(end, from + 4 * MAX_LINE);
    String line = Lines.decodeText(bytes, from, to);
    List<Hit> here = hits.getOrDefault(number, List.of());
    boolean inPart = here.stream().anyMatch(hit -> hit.line().column() > 0);
    int offset = 0;
    boolean cut = end > to || line.length() > MAX_LINE;
    if (inPart) {
      // Only a part of the line was matched; that part is shown.
      Report.Line part = here.getFirst().line();
      offset = part.column();
      line = part.text();
      cut = true;
    } else {
      int back = line.lastIndexOf('\r', line.length() - 2);
      if (back >= 0 && here.isEmpty()) {
        // A progress bar: a terminal would show its last state.
        line = line.substring(back + 1);
      }
    }
    if (line.length() > MAX_LINE) {
      line = line.substring(0, MAX_LINE);
    }
    List<StyledText> pieces =
        new ArrayList<>(TerminalStyling.toPieces(line, marksOf(here, line.length(), offset)));
    if (cut) {
      pieces.add(new StyledText(" …", "log__cut", ""));
    }
    chars += line.length();
    shown.put(
        number,
        new LogView.Line(
            number,
            number - startOfFile(number) + 1,
            columns.timeText(),
            columns.laneLabel(),
            pieces,
            here.isEmpty() ? "" : here.getFirst().mark(),
            here.stream().map(Hit::title).distinct().collect(Collectors.joining(" · "))));
  }

  /** For each character the mark of the first finding that it supports, or null. */
  private static String[] marksOf(List<Hit> hits, int length, int offset) {
    String[] marks = new String[length];
    for (Hit hit : hits.reversed()) {
      for (int[] span : hit.line().spans()) {
        int start = Math.clamp(span[0] + hit.line().column() - offset, 0, length);
        int stop = Math.clamp(span[1] + hit.line().column() - offset, start, length);
        Arrays.fill(marks, start, stop, hit.mark());
      }
    }
    return marks;
  }

  private LogView buildView() throws IOException {
    Set<Long> near = new HashSet<>();
    for (Long hit : hits.keySet()) {
      for (long n = hit - AROUND; n <= hit + AROUND; n++) {
        near.add(n);
      }
    }
    List<LogView.Stretch> stretches = new ArrayList<>();
    long named = 0;
    long n = 1;
    while (n <= lines) {
      LogView.Stretch next = shown.containsKey(n) ? stretchFrom(n, near, named) : gapFrom(n);
      stretches.add(next);
      named = next.file() == null ? named : next.file().firstLine();
      n = next.last() + 1;
    }
    return new LogView(
        stretches,
        hits.keySet().stream().filter(shown::containsKey).toList(),
        shown.size() == lines,
        files,
        span(),
        new LogView.Columns(
            shown.values().stream().anyMatch(line -> !line.time().isEmpty()),
            shown.values().stream().anyMatch(line -> !line.lane().isEmpty()),
            packed.toBase64()));
  }

  private LogView.Stretch gapFrom(long first) {
    Long next = wanted.ceilingKey(first);
    while (next != null && !shown.containsKey(next)) {
      next = wanted.higherKey(next);
    }
    long last = next == null ? lines : next - 1;
    return new LogView.Stretch(first, last, List.of(), LogView.Folding.OPEN, null);
  }

  /**
   * A section of lines of one file that are all repetitions, all near evidence, or all far from it.
   */
  private LogView.Stretch stretchFrom(long first, Set<Long> near, long named) {
    long border = endOfFile(first);
    boolean close = near.contains(first);
    boolean repeats = repeatsBefore(first);
    LongPredicate belongs =
        repeats ? this::repeatsBefore : n -> near.contains(n) == close && !beginsRepeats(n, border);
    List<LogView.Line> here = new ArrayList<>();
    long n = first;
    while (n <= border && shown.containsKey(n) && belongs.test(n)) {
      here.add(shown.get(n));
      n++;
    }
    Report.Source file = fileOf(first);
    boolean begins = file != null && file.firstLine() != named;
    return new LogView.Stretch(
        first, n - 1, here, foldingOf(here.size(), repeats, close), begins ? file : null);
  }

  private LogView.Folding foldingOf(int size, boolean repeats, boolean close) {
    if (repeats) {
      return size >= FOLD_ALIKE_FROM ? LogView.Folding.REPEATED : LogView.Folding.OPEN;
    }
    boolean far = !close && !hits.isEmpty() && size >= FOLD_FROM;
    return far ? LogView.Folding.FAR : LogView.Folding.OPEN;
  }

  /** Whether enough lines from here on repeat the preceding one to be folded. */
  private boolean beginsRepeats(long from, long border) {
    for (long n = from; n < from + FOLD_ALIKE_FROM; n++) {
      if (n > border || !repeatsBefore(n)) {
        return false;
      }
    }
    return !repeatsBefore(from - 1);
  }

  /**
   * Whether a line with the shape of evidence equals the preceding line of the same file except for
   * numbers.
   */
  private boolean repeatsBefore(long n) {
    LogView.Line line = shown.get(n);
    LogView.Line before = shown.get(n - 1);
    return line != null
        && before != null
        && startOfFile(n) == startOfFile(n - 1)
        && evidenceShapes.contains(shapeOf(line))
        && shapeOf(line).equals(shapeOf(before));
  }

  private String shapeOf(LogView.Line line) {
    return shapes.computeIfAbsent(
        line.number(),
        number -> {
          StringBuilder text = new StringBuilder();
          line.pieces().forEach(piece -> text.append(piece.text()));
          return shapeOf(text.toString());
        });
  }

  /**
   * The shape of a line: lines of the same shape differ only in words with digits, such as ranks,
   * times, addresses and counters.
   */
  static String shapeOf(String line) {
    StringBuilder shape = new StringBuilder();
    int length = Math.min(line.length(), MAX_SHAPE);
    int i = 0;
    while (i < length) {
      int end = i;
      boolean number = false;
      while (end < length && Character.isLetterOrDigit(line.charAt(end))) {
        number |= Character.isDigit(line.charAt(end));
        end++;
      }
      if (end == i) {
        shape.append(line.charAt(i));
        i++;
      } else {
        shape.append(number ? "#" : line.substring(i, end));
        i = end;
      }
    }
    return shape.toString();
  }

  private Report.@Nullable Source fileOf(long number) {
    Report.Source found = null;
    for (Report.Source file : files) {
      if (file.firstLine() <= number) {
        found = file;
      }
    }
    return found;
  }

  private long startOfFile(long number) {
    Report.Source file = fileOf(number);
    return file == null ? 1 : file.firstLine();
  }

  private long endOfFile(long number) {
    Report.Source file = fileOf(number);
    return file == null ? lines : file.firstLine() + file.lines() - 1;
  }
}
