package dev.faultbook.web;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogReader;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Chooses the lines of a log that a page shows, and marks in them what bears a finding out. */
final class LogViewer {
  /** A log of so many lines is shown whole. */
  private static final int SHORT = 400;

  private static final int AROUND = 4;
  private static final int AROUND_ROOT = 8;
  private static final int FOLD_FROM = 12;
  private static final int MOST_LINES = 1500;
  private static final int MOST_CHARS = 400_000;
  private static final int LONGEST_LINE = 2000;

  private final NavigableMap<Long, List<Hit>> hits = new TreeMap<>();
  private final NavigableMap<Long, Boolean> wanted = new TreeMap<>();
  private final Map<Long, LineView> shown = new HashMap<>();
  private final long lines;
  private final boolean whole;
  private int chars;

  private record Hit(String mark, String title, Report.Line line) {}

  private LogViewer(Report report) {
    lines = report.log().lines();
    whole = lines <= SHORT;
    for (Report.Found found : report.findings()) {
      for (Report.Line line : found.evidence()) {
        hits.computeIfAbsent(line.line(), n -> new ArrayList<>())
            .add(new Hit(markOf(found.role()), found.title(), line));
      }
    }
    chooseLines(report);
  }

  static LogView viewLog(Report report, InputStream log) {
    LogViewer viewer = new LogViewer(report);
    try (log) {
      new LogReader(Long.MAX_VALUE).readStream(log, viewer::takeChunk);
    } catch (IOException e) {
      throw new UncheckedIOException("A log in memory can be read", e);
    }
    return viewer.buildView();
  }

  static String markOf(String role) {
    return switch (role) {
      case "root_cause" -> "root";
      case "contributing" -> "other";
      case "harmless" -> "harmless";
      default -> "follows";
    };
  }

  /** The most telling lines first, as long as there is room. */
  private void chooseLines(Report report) {
    wantLines(1, 3);
    for (Report.Found found : report.findings()) {
      int around = found.rank() == 1 ? AROUND_ROOT : AROUND;
      found.evidence().stream()
          .limit(8)
          .forEach(l -> wantLines(l.line() - around, l.line() + around));
    }
    report.log().errorLines().forEach(l -> wantLines(l.line() - AROUND, l.line() + AROUND));
    wantLines(lines - 5, lines);
    report
        .findings()
        .forEach(found -> found.evidence().forEach(l -> wantLines(l.line() - 1, l.line() + 1)));
    report
        .factLines()
        .values()
        .forEach(list -> list.stream().limit(2).forEach(n -> wantLines(n, n)));
    if (whole) {
      wantLines(1, lines);
    }
  }

  private void wantLines(long from, long to) {
    for (long n = Math.max(1, from); n <= Math.min(lines, to); n++) {
      if (wanted.size() >= MOST_LINES) {
        return;
      }
      wanted.put(n, true);
    }
  }

  private void takeChunk(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    long number = chunk.firstLine();
    int from = chunk.from();
    Long next = wanted.ceilingKey(number);
    while (from < chunk.to() && next != null) {
      int end = Lines.lineEnd(bytes, from, chunk.to());
      if (number == next) {
        boolean start = from > chunk.from() || !chunk.continued();
        if (start && chars < MOST_CHARS) {
          showLine(number, bytes, from, end);
        }
        next = wanted.higherKey(next);
      }
      number++;
      from = end + 1;
    }
  }

  private void showLine(long number, byte[] bytes, int from, int end) {
    int to = Math.min(end, from + 4 * LONGEST_LINE);
    String line = Lines.decodeText(bytes, from, to);
    List<Hit> here = hits.getOrDefault(number, List.of());
    boolean inPart = here.stream().anyMatch(hit -> hit.line().column() > 0);
    int offset = 0;
    boolean cut = end > to || line.length() > LONGEST_LINE;
    if (inPart) {
      // Only a part of the line was looked at: that is the part to show.
      Report.Line part = here.getFirst().line();
      offset = part.column();
      line = part.text();
      cut = true;
    } else {
      int back = line.lastIndexOf('\r', line.length() - 2);
      if (back >= 0 && here.isEmpty()) {
        // A progress bar: its last state is what a terminal would show.
        line = line.substring(back + 1);
      }
    }
    if (line.length() > LONGEST_LINE) {
      line = line.substring(0, LONGEST_LINE);
    }
    String[] marks = new String[line.length()];
    Set<String> titles = new LinkedHashSet<>();
    for (int i = here.size() - 1; i >= 0; i--) {
      Hit hit = here.get(i);
      for (int[] span : hit.line().spans()) {
        int start = Math.max(0, span[0] + hit.line().column() - offset);
        int stop = Math.min(marks.length, span[1] + hit.line().column() - offset);
        for (int k = start; k < stop; k++) {
          marks[k] = hit.mark();
        }
      }
    }
    here.forEach(hit -> titles.add(hit.title()));
    List<StyledText> pieces = new ArrayList<>(TerminalStyling.toPieces(line, marks));
    if (cut) {
      pieces.add(new StyledText(" …", "cut", ""));
    }
    chars += line.length();
    shown.put(
        number,
        new LineView(
            number,
            pieces,
            here.isEmpty() ? "" : here.getFirst().mark(),
            String.join(" · ", titles)));
  }

  private LogView buildView() {
    Set<Long> near = new TreeSet<>();
    for (Long hit : hits.keySet()) {
      for (long n = hit - AROUND; n <= hit + AROUND; n++) {
        near.add(n);
      }
    }
    List<LogView.Stretch> stretches = new ArrayList<>();
    long n = 1;
    while (n <= lines) {
      long first = n;
      if (shown.containsKey(n)) {
        boolean close = near.contains(n);
        List<LineView> here = new ArrayList<>();
        while (n <= lines && shown.containsKey(n) && near.contains(n) == close) {
          here.add(shown.get(n));
          n++;
        }
        boolean folded = !close && !hits.isEmpty() && here.size() >= FOLD_FROM;
        stretches.add(new LogView.Stretch(first, n - 1, here, folded));
      } else {
        Long next = wanted.ceilingKey(n);
        while (next != null && !shown.containsKey(next)) {
          next = wanted.higherKey(next);
        }
        n = next == null ? lines + 1 : next;
        stretches.add(new LogView.Stretch(first, n - 1, List.of(), false));
      }
    }
    return new LogView(
        stretches,
        hits.keySet().stream().filter(shown::containsKey).toList(),
        shown.size() == lines);
  }
}
