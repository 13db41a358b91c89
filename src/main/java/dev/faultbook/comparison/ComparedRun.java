package dev.faultbook.comparison;

import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LineTemplate;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.report.LineWriter;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.stream.LinePrefix;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of the two logs with its diagnosis, reduced to the steps that its lines are. */
final class ComparedRun {
  /** Most kinds of lines that are kept; they take about 30 MB. */
  static final int MAX_STEPS = 1 << 18;

  /** Steps beyond this number have no lanes: a run has few distinct steps, the rest is data. */
  private static final int MAX_WITH_LANES = 20_000;

  /** Most ranks or processes that are kept apart. */
  private static final int MAX_LANES = 4096;

  /** Only the start of a longer line determines its template. */
  private static final int MAX_LINE = 8 * 1024;

  private static final int MAX_SHOWN = 400;

  final Diagnosis diagnosis;
  final LogReader.Size size;

  /** The steps in the order of their first lines. */
  final List<Step> steps = new ArrayList<>();

  /** The lanes with a stated rank. */
  final BitSet ranks = new BitSet();

  /** The lanes with a stated process. */
  final BitSet processes = new BitSet();

  private final InMemoryLog log;
  private final LineTemplate template;
  private final Deadline deadline;
  private final Map<Long, Step> byHash = new HashMap<>();
  private final Map<String, Integer> lanes = new LinkedHashMap<>();
  private final Map<Long, String> texts = new HashMap<>();
  private boolean full;
  private long lastLine;

  /** A kind of line: all lines of one template. */
  static final class Step {
    private static final BitSet NOBODY = new BitSet();

    /** Its place in the order of first lines, from 0. */
    final int number;

    final long firstLine;

    /** Its writers; empty also if they were not kept. */
    final BitSet lanes;

    long lastLine;

    /** Number of its lines. */
    long count;

    private final long hash;

    private Step(long hash, int number, long firstLine) {
      this.hash = hash;
      this.number = number;
      this.firstLine = firstLine;
      this.lanes = number < MAX_WITH_LANES ? new BitSet() : NOBODY;
    }
  }

  /**
   * Reads a log to its end.
   *
   * @param hosts names of the hosts of both logs, so that a host name does not create a template of
   *     its own
   * @param deadline ends this and all further reading
   */
  ComparedRun(InMemoryLog log, Diagnosis diagnosis, Set<String> hosts, Deadline deadline) {
    this.log = log;
    this.diagnosis = diagnosis;
    this.template = new LineTemplate(hosts);
    this.deadline = deadline;
    this.size = forEachLine(this::addLine);
  }

  /** Whether there were more steps than are kept. */
  boolean isFull() {
    return full;
  }

  /**
   * Number of the line that ended the run, as lines of the tear-down follow it; without a failure
   * of the last one with content, 0 if there is none.
   */
  long lastLine() {
    Long end = diagnosis.failure().run().endLine();
    return diagnosis.failure().hasFailed() && end != null ? end : lastLine;
  }

  /** The names of lanes. */
  List<String> laneNames(BitSet some) {
    return lanes.entrySet().stream()
        .filter(lane -> some.get(lane.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The same step in this run; null if it has none. */
  @Nullable Step sameStep(Step other) {
    return byHash.get(other.hash);
  }

  /** The steps that another run does not have, in order. */
  List<Step> stepsMissingIn(ComparedRun other) {
    return steps.stream().filter(step -> other.sameStep(step) == null).toList();
  }

  /** Reads the texts of some lines, without colours and cut if they are long. */
  void readTexts(Set<Long> wanted) {
    forEachLine(
        (number, bytes, from, to) -> {
          if (wanted.contains(number)) {
            texts.put(number, LineWriter.cut(decodeLine(bytes, from, to).strip(), MAX_SHOWN));
          }
        });
  }

  /** A text that was read; empty for any other line. */
  String textOf(long line) {
    return texts.getOrDefault(line, "");
  }

  /** The number of the {@code nth} line of a step, from 1; 0 if there are fewer. */
  long findLine(Step step, long nth) {
    if (nth == 1) {
      return step.firstLine;
    }
    if (nth == step.count) {
      return step.lastLine;
    }
    long[] found = new long[2];
    forEachLine(
        (number, bytes, from, to) -> {
          String line = decodeLine(bytes, from, to);
          if (found[0] < nth
              && hashOf(line, LinePrefix.of(line)) == step.hash
              && ++found[0] == nth) {
            found[1] = number;
          }
        });
    return found[1];
  }

  /** A line, without colours. */
  String readLine(long wanted) {
    StringBuilder text = new StringBuilder();
    forEachLine(
        (number, bytes, from, to) -> {
          if (number == wanted) {
            text.append(decodeLine(bytes, from, to));
          }
        });
    return text.toString();
  }

  /** The number of the last line like another one that states a count; 0 if there is none. */
  long findLike(String like, double count) {
    long hash = hashOf(like, LinePrefix.of(like));
    String word = Long.toString((long) count);
    long[] found = new long[1];
    forEachLine(
        (number, bytes, from, to) -> {
          String line = decodeLine(bytes, from, to);
          if (hasNumber(line, word) && hashOf(line, LinePrefix.of(line)) == hash) {
            found[0] = number;
          }
        });
    return found[0];
  }

  private static boolean hasNumber(String line, String number) {
    int at = line.indexOf(number);
    while (at >= 0 && (isDigit(line, at - 1) || isDigit(line, at + number.length()))) {
      at = line.indexOf(number, at + 1);
    }
    return at >= 0;
  }

  private static boolean isDigit(String line, int at) {
    return at >= 0 && at < line.length() && Character.isDigit(line.charAt(at));
  }

  /** The template of a line, regardless of its writer. */
  private long hashOf(String line, LinePrefix prefix) {
    return template.hashOf(line.substring(prefix.messageStart()).stripLeading());
  }

  private void addLine(long number, byte[] bytes, int from, int to) {
    String line = decodeLine(bytes, from, to);
    LinePrefix prefix = LinePrefix.of(line);
    long hash = hashOf(line, prefix);
    if (hash == LineTemplate.NONE) {
      return;
    }
    lastLine = number;
    int lane = laneOf(prefix);
    Step step = byHash.get(hash);
    if (step == null) {
      if (steps.size() == MAX_STEPS) {
        full = true;
        return;
      }
      step = new Step(hash, steps.size(), number);
      byHash.put(hash, step);
      steps.add(step);
    }
    step.count++;
    step.lastLine = number;
    if (lane >= 0 && step.number < MAX_WITH_LANES) {
      step.lanes.set(lane);
    }
  }

  private int laneOf(LinePrefix prefix) {
    LinePrefix.Writer writer = prefix.writer();
    if (writer.rankOrLocal() != null) {
      return laneNamed("rank " + writer.rankOrLocal(), ranks);
    }
    return writer.process() == null ? -1 : laneNamed(writer.process(), processes);
  }

  private int laneNamed(String name, BitSet kind) {
    Integer known = lanes.get(name);
    if (known == null && lanes.size() < MAX_LANES) {
      known = lanes.size();
      lanes.put(name, known);
      kind.set(known);
    }
    return known == null ? -1 : known;
  }

  private LogReader.Size forEachLine(Chunk.LineReader reader) {
    try (InputStream in = log.open()) {
      return new LogReader()
          .readStream(
              in,
              chunk -> {
                deadline.checkTime();
                chunk.forEachLine(reader);
              });
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory log", e);
    }
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
    UnwrappedLine plain = UnwrappedLine.of(bytes, start, Math.min(stop, start + MAX_LINE));
    return Lines.decodeText(plain.bytes(), plain.from(), plain.to());
  }
}
