package dev.faultbook.stream;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the prefix of every line of a log: its writer and its time. Takes chunks in order and
 * answers for the lines of the latest one. An instance serves one log.
 *
 * <p>A line without a time inherits that of the preceding line: of the same stream if it is within
 * {@link #NEAR_LINES} lines, otherwise of the same file; {@link #clockOf} tells whose clock that
 * is. If lines of other streams with later times lie in between, the line was written after those,
 * because a file is written in order.
 */
public final class LogStreams {
  /** Most distinct streams that are kept apart; lines of further ones count for their file. */
  static final int MOST_STREAMS = 32 * 1024;

  private static final int PREFIX = 512;
  private static final int LONGEST_TEXT = 300;
  private static final int NEAR_LINES = 500;
  private static final int NO_TIME = -1;
  private static final LogTime.Scale[] SCALES = LogTime.Scale.values();

  private final PrefixScanner scanner = new PrefixScanner();
  private final List<Entry> entries = new ArrayList<>();
  private Entry[] table = new Entry[1024];
  private @Nullable Entry latest;
  private int file = -1;
  private @Nullable Entry fileClock;

  private long chunkLine;
  private int lines;
  private int[] origin = new int[1024];
  private int[] clock = new int[1024];
  private byte[] scale = new byte[1024];
  private long[] millis = new long[1024];

  /** A stream while its lines are read. */
  private static final class Entry {
    final int id;
    final int hash;
    final int file;
    final int rank;
    final int local;
    final int device;
    final boolean loose;
    final byte[] node;
    final byte[] process;
    long count;
    long firstLine;
    long lastLine;
    int lastScale = NO_TIME;
    long lastMillis;
    long lastTimedLine;
    final long[] min = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
    final long[] max = {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE};
    byte[] text = {};
    int textFrom;
    int textTo;
    boolean touched;

    /** The stream of a file for lines whose writers exceed the limit. */
    Entry(int id, int file) {
      this.id = id;
      this.hash = 0;
      this.file = file;
      this.rank = -1;
      this.local = -1;
      this.device = -1;
      this.loose = false;
      this.node = new byte[0];
      this.process = new byte[0];
    }

    Entry(int id, int hash, int file, PrefixScanner p) {
      byte[] bytes = p.line();
      this.id = id;
      this.hash = hash;
      this.file = file;
      this.rank = p.rank();
      this.local = p.local();
      this.device = p.device();
      this.loose = p.loose();
      this.node = copyRange(bytes, p.nodeFrom(), p.nodeTo());
      this.process = copyRange(bytes, p.processFrom(), p.processTo());
    }

    private static byte[] copyRange(byte[] bytes, int from, int to) {
      return from < 0 ? new byte[0] : Arrays.copyOfRange(bytes, from, to);
    }

    boolean matchesPrefix(int file, PrefixScanner p, byte[] bytes) {
      return this.file == file
          && rank == p.rank()
          && local == p.local()
          && device == p.device()
          && loose == p.loose()
          && sameBytes(node, bytes, p.nodeFrom(), p.nodeTo())
          && sameBytes(process, bytes, p.processFrom(), p.processTo());
    }

    private static boolean sameBytes(byte[] mine, byte[] bytes, int from, int to) {
      return from < 0
          ? mine.length == 0
          : mine.length == to - from && Arrays.equals(mine, 0, mine.length, bytes, from, to);
    }

    LogStream toStream() {
      LogStream.Writer writer =
          new LogStream.Writer(
              statedOrNull(rank),
              statedOrNull(local),
              statedOrNull(device),
              statedOrNull(node),
              statedOrNull(process),
              loose);
      LogStream.Extent extent =
          new LogStream.Extent(
              count, firstLine, lastLine, new String(text, StandardCharsets.UTF_8));
      return new LogStream(id, file, writer, extent, toTimes());
    }

    private static @Nullable Integer statedOrNull(int number) {
      return number < 0 ? null : Integer.valueOf(number);
    }

    private static @Nullable String statedOrNull(byte[] name) {
      return name.length == 0 ? null : Lines.decodeText(name, 0, name.length);
    }

    private LogStream.Times toTimes() {
      LogTime first = null;
      LogTime last = null;
      List<LogTime> others = new ArrayList<>();
      for (int s = 0; s < SCALES.length; s++) {
        if (min[s] == Long.MAX_VALUE) {
          continue;
        }
        if (first == null) {
          first = new LogTime(SCALES[s], min[s]);
          last = new LogTime(SCALES[s], max[s]);
        } else {
          others.add(new LogTime(SCALES[s], min[s]));
          others.add(new LogTime(SCALES[s], max[s]));
        }
      }
      return new LogStream.Times(first, last, others);
    }
  }

  /** Reads the prefixes of the lines of a chunk. */
  public void acceptChunk(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    if (chunk.file() != file) {
      file = chunk.file();
      fileClock = null;
    }
    chunkLine = chunk.firstLine();
    lines = 0;
    List<Entry> touched = new ArrayList<>();
    int from = chunk.from();
    boolean continued = chunk.continued();
    while (from < chunk.to()) {
      int end = Lines.lineEnd(bytes, from, chunk.to());
      if (continued && latest != null) {
        noteLine(latest);
      } else {
        Entry entry = readLine(bytes, from, end, chunkLine + lines);
        if (!entry.touched) {
          entry.touched = true;
          touched.add(entry);
        }
      }
      continued = false;
      lines++;
      from = end + 1;
    }
    for (Entry entry : touched) {
      entry.touched = false;
      int to = Math.min(entry.textTo, entry.textFrom + LONGEST_TEXT);
      entry.text =
          Lines.decodeText(bytes, entry.textFrom, to).strip().getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Id of the stream of a line of the latest chunk. */
  public int streamOf(long line) {
    return origin[indexOf(line)];
  }

  /** The time of a line of the latest chunk, stated or inherited; null if there is none. */
  public @Nullable LogTime timeOf(long line) {
    int at = indexOf(line);
    return scale[at] == NO_TIME ? null : new LogTime(SCALES[scale[at]], millis[at]);
  }

  /** Id of the stream whose clock {@link #timeOf} is based on. */
  public int clockOf(long line) {
    return clock[indexOf(line)];
  }

  /** All streams so far, in the order of their first lines. */
  public List<LogStream> allStreams() {
    return entries.stream().map(Entry::toStream).toList();
  }

  private int indexOf(long line) {
    return (int) Math.max(0, Math.min(lines - 1L, line - chunkLine));
  }

  private Entry readLine(byte[] bytes, int from, int end, long number) {
    int stop = Math.min(end, from + PREFIX);
    if (UnwrappedLine.needsUnwrapping(bytes, from, stop)) {
      UnwrappedLine plain = UnwrappedLine.of(bytes, from, stop);
      scanner.scanLine(plain.bytes(), plain.from(), plain.to());
      latest = entryFor(plain.bytes());
    } else {
      scanner.scanLine(bytes, from, stop);
      latest = entryFor(bytes);
    }
    Entry entry = latest;
    if (entry.count++ == 0) {
      entry.firstLine = number;
    }
    entry.lastLine = number;
    if (end > from + 1) {
      entry.textFrom = from;
      entry.textTo = end;
    } else if (!entry.touched) {
      entry.textFrom = from;
      entry.textTo = from;
    }
    int s = scanner.scale();
    if (s >= 0) {
      long at = scanner.millis();
      entry.min[s] = Math.min(entry.min[s], at);
      entry.max[s] = Math.max(entry.max[s], at);
      entry.lastScale = s;
      entry.lastMillis = at;
      entry.lastTimedLine = number;
      fileClock = entry;
    }
    noteLine(entry);
    return entry;
  }

  /** Stores stream and time of the line at index {@link #lines}. */
  private void noteLine(Entry entry) {
    if (lines == origin.length) {
      origin = Arrays.copyOf(origin, lines * 2);
      clock = Arrays.copyOf(clock, lines * 2);
      scale = Arrays.copyOf(scale, lines * 2);
      millis = Arrays.copyOf(millis, lines * 2);
    }
    boolean near =
        entry.lastScale != NO_TIME && entry.lastTimedLine >= chunkLine + lines - NEAR_LINES;
    Entry by = fileClock != null && (!near || isOvertaken(entry, fileClock)) ? fileClock : entry;
    origin[lines] = entry.id;
    clock[lines] = by.id;
    scale[lines] = (byte) by.lastScale;
    millis[lines] = by.lastMillis;
  }

  /**
   * Whether the file has a later time than the last one of the stream: lines are in order of time.
   */
  private static boolean isOvertaken(Entry entry, Entry fileClock) {
    return fileClock.lastTimedLine > entry.lastTimedLine
        && fileClock.lastScale == entry.lastScale
        && fileClock.lastMillis > entry.lastMillis;
  }

  private Entry entryFor(byte[] bytes) {
    if (latest != null && latest.matchesPrefix(file, scanner, bytes)) {
      return latest;
    }
    int hash = hashPrefix(bytes);
    int slot = hash & table.length - 1;
    while (table[slot] != null) {
      if (table[slot].hash == hash && table[slot].matchesPrefix(file, scanner, bytes)) {
        return table[slot];
      }
      slot = slot + 1 & table.length - 1;
    }
    if (entries.size() >= MOST_STREAMS) {
      return overflowStream();
    }
    Entry entry = new Entry(entries.size(), hash, file, scanner);
    entries.add(entry);
    table[slot] = entry;
    if (entries.size() * 2 > table.length) {
      growTable();
    }
    return entry;
  }

  /** The unnamed stream of the current file, for lines beyond the limit. */
  private Entry overflowStream() {
    Entry last = entries.getLast();
    if (last.hash != 0 || last.file != file) {
      last = new Entry(entries.size(), file);
      entries.add(last);
    }
    return last;
  }

  private void growTable() {
    Entry[] larger = new Entry[table.length * 2];
    for (Entry entry : table) {
      if (entry != null) {
        int slot = entry.hash & larger.length - 1;
        while (larger[slot] != null) {
          slot = slot + 1 & larger.length - 1;
        }
        larger[slot] = entry;
      }
    }
    table = larger;
  }

  private int hashPrefix(byte[] bytes) {
    int h = file * 31 + scanner.rank();
    h = h * 31 + scanner.local();
    h = h * 31 + scanner.device();
    h = hashBytes(h, bytes, scanner.nodeFrom(), scanner.nodeTo());
    h = hashBytes(h, bytes, scanner.processFrom(), scanner.processTo());
    h ^= h >>> 15;
    h *= 0x2c1b3c6d;
    h ^= h >>> 12;
    return h == 0 ? 1 : h;
  }

  private static int hashBytes(int start, byte[] bytes, int from, int to) {
    int h = start;
    for (int i = from; from >= 0 && i < to; i++) {
      h = h * 31 + bytes[i];
    }
    return h;
  }
}
