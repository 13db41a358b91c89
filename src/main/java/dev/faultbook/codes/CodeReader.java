package dev.faultbook.codes;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.stream.LogStreams;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
  private final Set<Key> onLine = new LinkedHashSet<>();
  private final DeviceEvents devices = new DeviceEvents();
  private final Map<String, Map<String, Code>> byCode;
  private final Map<String, Map<String, Code>> byFormer;
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

  CodeReader(CodeScanner scanner) {
    this.scanner = scanner;
    this.byCode = scanner.byCode();
    this.byFormer = scanner.byFormer();
  }

  /**
   * Reads the lines of the next chunk.
   *
   * @param streams the streams and times of the lines
   */
  public void acceptChunk(Chunk chunk, LogStreams streams) {
    lineStreams = streams;
    byte[] bytes = chunk.bytes();
    int from = chunk.from();
    number = chunk.firstLine();
    boolean continued = chunk.continued();
    while (from < chunk.to()) {
      int end = Lines.lineEnd(bytes, from, chunk.to());
      if (!continued && scanner.matchingNotations(bytes, from, end) != 0) {
        readLine(bytes, from, end);
      }
      continued = false;
      number++;
      from = end + 1;
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
    long triggers = scanner.matchingNotations(plain.bytes(), plain.from(), to);
    onLine.clear();
    String text = Lines.decodeText(plain.bytes(), plain.from(), to);
    CodeLine line = CodeLine.of(text.stripTrailing());
    scanner.readLine(line, triggers, this);
    steps += line.steps();
    onLine.clear();
  }

  private void addSighting(Code code, Optional<CodeCase> special, Optional<Code> former) {
    Key key = new Key(code, special, former.isPresent());
    if (onLine.add(key)) {
      sightings.merge(
          key, new CodeSighting(code, former, special, number, 1), (old, one) -> old.countAgain());
    }
  }

  /** Receives a code in the spelling of its family; codes without a row are dropped. */
  void acceptCode(String family, String code) {
    acceptCode(family, code, "", "");
  }

  /**
   * Receives a code in the spelling of its family; codes without a row are dropped. A number that
   * changed its meaning is taken as its row of today, and one without such a row as the former one.
   *
   * @param device address of the device that reports it; empty if none does
   * @param rest the rest of the line after the code
   */
  void acceptCode(String family, String code, String device, String rest) {
    Code former = byFormer.getOrDefault(family, Map.of()).get(code);
    Code row = byCode.getOrDefault(family, Map.of()).get(code);
    if (row != null) {
      addSighting(row, row.caseOf(rest), Optional.ofNullable(former));
    } else if (former != null) {
      acceptRow(former);
    }
    if (row != null && !device.isEmpty()) {
      devices.addEvent(
          new DeviceEvent(
              row,
              row.caseOf(rest),
              device,
              number,
              lineStreams.streamOf(number),
              lineStreams.timeOf(number)));
    }
  }

  /** Receives a row that was already looked up. */
  void acceptRow(Code code) {
    addSighting(code, Optional.empty(), Optional.empty());
  }
}
