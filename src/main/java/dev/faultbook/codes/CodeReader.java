package dev.faultbook.codes;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.stream.LogStreams;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the codes from the lines of one log, in order and in one pass. Keeps one record per code
 * that occurs and a bounded number of device events, so its memory does not grow with the log. Not
 * thread-safe.
 */
public final class CodeReader {
  /** Only this many bytes of a line are read. */
  private static final int MAX_LINE = 8 * 1024;

  private final CodeScanner scanner;
  private final Map<Key, CodeSighting> sightings = new LinkedHashMap<>();

  /** The codes of the line that is being read. */
  private final Map<Key, Placed> onLine = new LinkedHashMap<>();

  private final DeviceEvents devices = new DeviceEvents();
  private LogStreams lineStreams = new LogStreams(List.of());
  private long number;
  private long read;
  private long steps;

  private record Key(Code code, Optional<CodeCase> special, boolean bare) {
    // Rows are few and unique, so identity is equality and hashing is cheap.
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.code == code
          && key.bare == bare
          && key.special.orElse(null) == special.orElse(null);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(code);
    }
  }

  /**
   * A code in the line that is being read.
   *
   * @param at where it stands in the line
   */
  private record Placed(int at, Key key, CodeSighting sighting) {}

  CodeReader(CodeScanner scanner) {
    this.scanner = scanner;
  }

  /**
   * Reads the lines of the next chunk.
   *
   * @param streams the streams and times of the lines
   */
  public void acceptChunk(Chunk chunk, LogStreams streams) {
    lineStreams = streams;
    ChunkLines lines = streams.lines();
    byte[] bytes = chunk.bytes();
    for (int i = lines.first(); i < lines.count(); i++) {
      if (lines.isNeeded(i, Need.CODES)
          && scanner.filter.scan(bytes, lines.from(i), lines.to(i)) != 0) {
        number = lines.number(i);
        readLine(bytes, lines.from(i), lines.to(i));
      }
    }
  }

  /** The codes in the order of their first lines. */
  public List<CodeSighting> finish() {
    return List.copyOf(sightings.values());
  }

  /** Device events that drivers report, one per burst of lines, in the order of the lines. */
  public List<DeviceEvent> deviceEvents() {
    return devices.toList();
  }

  /** The number of lines that passed the trigger filter; the test of linear time checks it. */
  long linesRead() {
    return read;
  }

  /** The number of characters of these lines that the notations scanned. */
  long steps() {
    return steps;
  }

  private void readLine(byte[] bytes, int from, int end) {
    read++;
    UnwrappedLine plain = UnwrappedLine.of(bytes, from, Math.min(end, from + 2 * MAX_LINE));
    int to = Math.min(plain.to(), plain.from() + MAX_LINE);
    long triggers = scanner.filter.scan(plain.bytes(), plain.from(), to);
    String text = Lines.decodeText(plain.bytes(), plain.from(), to);
    CodeLine line = new CodeLine(text.stripTrailing());
    scanner.readLine(line, triggers, this);
    steps += line.steps();
    // Families are scanned one after the other; the reader sees the codes in the order of the line.
    onLine.values().stream()
        .sorted(Comparator.comparingInt(Placed::at))
        .forEach(one -> sightings.merge(one.key(), one.sighting(), (old, now) -> old.countAgain()));
    onLine.clear();
  }

  private void addSighting(int at, Code code, Optional<CodeCase> special, Optional<Code> former) {
    Key key = new Key(code, special, former.isPresent());
    onLine.putIfAbsent(
        key, new Placed(at, key, new CodeSighting(code, former, special, number, 1)));
  }

  /** Receives the row of a code that stands at an index of the line. */
  void acceptRow(int at, Code code) {
    addSighting(at, code, Optional.empty(), Optional.empty());
  }

  /**
   * Receives the row of a number.
   *
   * @param at where the number stands in the line
   * @param former the row that had the number in old releases; null for none
   * @param rest the rest of the line after the number
   * @param device address of the device that reports it; empty if none does
   */
  void acceptRow(int at, Code code, @Nullable Code former, String rest, String device) {
    Optional<CodeCase> special = code.caseOf(rest);
    addSighting(at, code, special, Optional.ofNullable(former));
    if (!device.isEmpty()) {
      int stream = lineStreams.streamOf(number);
      devices.addEvent(
          new DeviceEvent(code, special, device, number, stream, lineStreams.timeOf(number)));
    }
  }
}
