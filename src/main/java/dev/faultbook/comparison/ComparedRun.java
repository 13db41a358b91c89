package dev.faultbook.comparison;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.stream.LinePrefix;
import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;

/** One of the two logs, reduced to the templates of its lines. */
final class ComparedRun {
  /** Most ranks or processes that are kept apart. */
  private static final int MOST_LANES = 4096;

  /** Only the start of a longer line determines its template. */
  private static final int LONGEST_LINE = 8 * 1024;

  private static final int LONGEST_SHOWN = 400;

  private final TemplateTable classes = new TemplateTable();
  private final Map<String, Integer> lanes = new LinkedHashMap<>();
  private final BitSet ranks = new BitSet();
  private final BitSet processes = new BitSet();
  private final LineTemplate lineClass;
  private final Deadline deadline;
  private long end;
  private LogReader.Size size = new LogReader.Size(0, 0, List.of());

  private ComparedRun(Set<String> hosts, Deadline deadline) {
    this.lineClass = new LineTemplate(hosts);
    this.deadline = deadline;
  }

  /** Receives each line. */
  private interface Each {
    void acceptLine(long number, byte[] bytes, int from, int to);
  }

  /**
   * Reads a log to its end.
   *
   * @param hosts names of the hosts of both logs, so that a host name does not create a template of
   *     its own
   * @param deadline ends this and all further reading
   */
  static ComparedRun fromLog(InputStream log, Set<String> hosts, Deadline deadline)
      throws IOException {
    ComparedRun run = new ComparedRun(hosts, deadline);
    run.size = run.forEachLine(log, run::addLine);
    return run;
  }

  /** The texts of some lines, without colours and cut if they are long. */
  Map<Long, String> readTexts(InputStream log, NavigableSet<Long> wanted) throws IOException {
    Map<Long, String> texts = new HashMap<>();
    forEachLine(
        log,
        (number, bytes, from, to) -> {
          if (wanted.contains(number)) {
            texts.put(number, trimForDisplay(decodeLine(bytes, from, to)));
          }
        });
    return texts;
  }

  TemplateTable classes() {
    return classes;
  }

  LogReader.Size size() {
    return size;
  }

  /** Number of the last line with content; 0 if there is none. */
  long lastLine() {
    return end;
  }

  /** The lanes with a stated rank. */
  BitSet rankLanes() {
    return ranks;
  }

  /** The lanes with a stated process. */
  BitSet processLanes() {
    return processes;
  }

  /** The names of lanes. */
  List<String> laneNames(BitSet some) {
    return lanes.entrySet().stream()
        .filter(lane -> some.get(lane.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The number of the {@code nth} line with a template; 0 if there are fewer.
   *
   * @param log the same log, opened again
   * @param hash the template
   * @param nth from 1
   */
  long findLine(InputStream log, long hash, long nth) throws IOException {
    long[] found = new long[2];
    forEachLine(
        log,
        (number, bytes, from, to) -> {
          String line = decodeLine(bytes, from, to);
          if (found[0] < nth && hashOf(line, LinePrefix.of(line)) == hash && ++found[0] == nth) {
            found[1] = number;
          }
        });
    return found[1];
  }

  /** The template of a line, regardless of its writer. */
  private long hashOf(String line, LinePrefix prefix) {
    return lineClass.hashOf(line.substring(prefix.messageStart()).stripLeading());
  }

  private void addLine(long number, byte[] bytes, int from, int to) {
    String line = decodeLine(bytes, from, to);
    LinePrefix prefix = LinePrefix.of(line);
    long hash = hashOf(line, prefix);
    if (hash != LineTemplate.NONE) {
      end = number;
      classes.countLine(hash, number, laneOf(prefix));
    }
  }

  private int laneOf(LinePrefix prefix) {
    String name;
    BitSet kind;
    LinePrefix.Writer writer = prefix.writer();
    if (writer.rankOrLocal() != null) {
      name = "rank " + writer.rankOrLocal();
      kind = ranks;
    } else if (writer.process() != null) {
      name = writer.process();
      kind = processes;
    } else {
      return -1;
    }
    Integer known = lanes.get(name);
    if (known == null && lanes.size() < MOST_LANES) {
      known = lanes.size();
      lanes.put(name, known);
      kind.set(known);
    }
    return known == null ? -1 : known;
  }

  private LogReader.Size forEachLine(InputStream log, Each each) throws IOException {
    return new LogReader(Long.MAX_VALUE)
        .readStream(
            log,
            (Chunk chunk) -> {
              deadline.checkTime();
              byte[] bytes = chunk.bytes();
              long number = chunk.firstLine();
              for (int from = chunk.from(); from < chunk.to(); number++) {
                int end = Lines.lineEnd(bytes, from, chunk.to());
                if (from > chunk.from() || !chunk.continued()) {
                  each.acceptLine(number, bytes, from, end);
                }
                from = end + 1;
              }
            });
  }

  /** The last part of a line that was overwritten with carriage returns, otherwise its start. */
  private static String decodeLine(byte[] bytes, int from, int to) {
    int stop = to;
    while (stop > from && (bytes[stop - 1] == '\r' || bytes[stop - 1] == ' ')) {
      stop--;
    }
    int start = stop;
    while (start > from && bytes[start - 1] != '\r') {
      start--;
    }
    UnwrappedLine plain = UnwrappedLine.of(bytes, start, Math.min(stop, start + LONGEST_LINE));
    return Lines.decodeText(plain.bytes(), plain.from(), plain.to());
  }

  private static String trimForDisplay(String line) {
    String text = line.strip();
    return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
  }
}
