package dev.faultbook.stream;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the prefix of every line of a log: its writer and its time. Takes chunks in order and
 * answers for the lines of the latest one. An instance serves one log.
 *
 * <p>A line without a time inherits that of the preceding line: of the same stream if it is within
 * {@link #NEAR_LINES} lines, otherwise of the same file. If lines of other streams with later times
 * lie in between, the line was written after those, because a file is written in order.
 */
public final class LogStreams {
  /** Most distinct streams that are kept apart; lines of further ones count for their file. */
  static final int MAX_STREAMS = 32 * 1024;

  private static final int MAX_PROCESSES = 32 * 1024;
  private static final int MAX_PREFIX = 512;
  private static final int MAX_TEXT = 300;
  private static final int NEAR_LINES = 500;
  private static final int NO_TIME = -1;
  private static final LogTime.Scale[] SCALES = LogTime.Scale.values();

  private final PrefixScanner scanner = new PrefixScanner();
  private final List<FileRank> files;
  private final Map<String, Known> processes = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private final Map<Integer, Entry> byHash = new HashMap<>();
  private @Nullable Entry latest;
  private @Nullable Entry overflow;
  private int file = -1;
  private @Nullable Entry fileClock;

  // What is known of each line of the chunk.
  private long chunkLine;
  private int lines;
  private int[] stream = new int[1024];
  private int[] clock = new int[1024];
  private byte[] scale = new byte[1024];
  private long[] millis = new long[1024];
  private boolean[] stated = new boolean[1024];

  /** What a process states about itself: its rank in a group of a number of ranks. */
  private record Known(int rank, long ranks) {}

  /**
   * @param names the names of the files, which may state ranks
   */
  public LogStreams(List<String> names) {
    files = FileRank.fromNames(names);
  }

  /** A stream while its lines are read. */
  private static final class Entry {
    final int id;
    final int file;
    final LabelScanner.Labels labels;

    /** Another stream with the same hash. */
    final @Nullable Entry next;

    long count;
    long firstLine;
    long lastLine;
    int lastScale = NO_TIME;
    long lastMillis;
    long lastTimedLine;
    final long[] min = new long[SCALES.length];
    final long[] max = new long[SCALES.length];
    String text = "";
    int textFrom;
    int textTo;
    boolean touched;

    Entry(int id, int file, LabelScanner.Labels labels, @Nullable Entry next) {
      this.id = id;
      this.file = file;
      this.labels = labels;
      this.next = next;
      Arrays.fill(min, Long.MAX_VALUE);
      Arrays.fill(max, Long.MIN_VALUE);
    }

    void noteTime(long number, int stated, long at) {
      min[stated] = Math.min(min[stated], at);
      max[stated] = Math.max(max[stated], at);
      lastScale = stated;
      lastMillis = at;
      lastTimedLine = number;
    }

    /** The earliest and the latest time on each scale that lines use, best scale first. */
    List<LogTime> times() {
      List<LogTime> times = new ArrayList<>();
      for (int s = 0; s < SCALES.length; s++) {
        if (min[s] != Long.MAX_VALUE) {
          times.add(new LogTime(SCALES[s], min[s]));
          times.add(new LogTime(SCALES[s], max[s]));
        }
      }
      return times;
    }

    LogStream toStream() {
      LogStream.Extent extent = new LogStream.Extent(count, firstLine, lastLine, text);
      return new LogStream(id, file, labels.writer(), extent, times());
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
        Entry entry = readLine(bytes, from, end);
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
      int to = Math.min(entry.textTo, entry.textFrom + MAX_TEXT);
      entry.text = Lines.decodeText(bytes, entry.textFrom, to).strip();
    }
  }

  /** Id of the stream of a line of the latest chunk: a small number, from 0. */
  public int streamOf(long line) {
    return stream[indexOf(line)];
  }

  /** The time of a line of the latest chunk, stated or inherited; null if there is none. */
  public @Nullable LogTime timeOf(long line) {
    int at = indexOf(line);
    return scale[at] == NO_TIME ? null : new LogTime(SCALES[scale[at]], millis[at]);
  }

  /** Who wrote a line of the latest chunk and when, as far as that is known when it is read. */
  public MatchedLine.Utterance utteranceOf(long line) {
    int at = indexOf(line);
    Entry entry = entries.get(stream[at]);
    LogTime time = timeOf(line);
    return new MatchedLine.Utterance(
        rankOf(entry),
        entry.labels.writer().node(),
        stated[at] ? time : null,
        new MatchedLine.Place(entry.id, time, clock[at]));
  }

  /** The rank in the label of a line, or else of its process, or else in the name of its file. */
  private @Nullable Integer rankOf(Entry entry) {
    LinePrefix.Writer writer = entry.labels.writer();
    if (writer.rankOrLocal() != null) {
      return writer.rankOrLocal();
    }
    Known known = writer.process() == null ? null : processes.get(writer.process());
    if (known != null) {
      return known.rank();
    }
    return entry.file < files.size() ? files.get(entry.file).rank() : null;
  }

  /** Reads a line of NCCL that states the rank of its process; later lines of it have that rank. */
  public void learnRank(MatchedLine line) {
    String process = entries.get(line.place().origin()).labels.writer().process();
    long rank = line.numberOf("rank");
    long ranks = line.numberOf("nranks");
    if (process != null
        && rank >= 0
        && rank == (int) rank
        && ranks >= 0
        && processes.size() < MAX_PROCESSES) {
      // Ranks within a part of the job also count from 0; those of the largest group are the job's.
      processes.merge(
          process,
          new Known((int) rank, ranks),
          (old, now) -> now.ranks() > old.ranks() ? now : old);
    }
  }

  /** All streams so far, in the order of their first lines. */
  public List<LogStream> allStreams() {
    return entries.stream().map(Entry::toStream).toList();
  }

  private int indexOf(long line) {
    return (int) Math.max(0, Math.min(lines - 1L, line - chunkLine));
  }

  private Entry readLine(byte[] bytes, int from, int end) {
    UnwrappedLine plain = UnwrappedLine.of(bytes, from, Math.min(end, from + MAX_PREFIX));
    scanner.scanWriter(plain.bytes(), plain.from(), plain.to());
    Entry entry = findStream();
    long number = chunkLine + lines;
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
    if (scanner.scale() >= 0) {
      entry.noteTime(number, scanner.scale(), scanner.millis());
      fileClock = entry;
    }
    latest = entry;
    noteLine(entry);
    return entry;
  }

  /** Stores stream and time of the line at index {@link #lines}. */
  private void noteLine(Entry entry) {
    if (lines == stream.length) {
      stream = Arrays.copyOf(stream, lines * 2);
      clock = Arrays.copyOf(clock, lines * 2);
      scale = Arrays.copyOf(scale, lines * 2);
      millis = Arrays.copyOf(millis, lines * 2);
      stated = Arrays.copyOf(stated, lines * 2);
    }
    long number = chunkLine + lines;
    boolean near = entry.lastScale != NO_TIME && entry.lastTimedLine >= number - NEAR_LINES;
    Entry by = fileClock != null && (!near || isOvertaken(entry, fileClock)) ? fileClock : entry;
    stream[lines] = entry.id;
    clock[lines] = by.id;
    scale[lines] = (byte) by.lastScale;
    millis[lines] = by.lastMillis;
    stated[lines] = entry.lastTimedLine == number;
  }

  /**
   * Whether the file has a later time than the last one of the stream: lines are in order of time.
   */
  private static boolean isOvertaken(Entry entry, Entry fileClock) {
    return fileClock.lastTimedLine > entry.lastTimedLine
        && fileClock.lastScale == entry.lastScale
        && fileClock.lastMillis > entry.lastMillis;
  }

  /** The stream of the line that was scanned. */
  private Entry findStream() {
    if (latest != null && latest.file == file && scanner.label.matches(latest.labels)) {
      return latest;
    }
    int hash = file * 31 + scanner.label.hash();
    Entry first = byHash.get(hash);
    for (Entry entry = first; entry != null; entry = entry.next) {
      if (entry.file == file && scanner.label.matches(entry.labels)) {
        return entry;
      }
    }
    if (entries.size() >= MAX_STREAMS) {
      return overflowStream();
    }
    Entry entry = new Entry(entries.size(), file, scanner.label.toLabels(), first);
    entries.add(entry);
    byHash.put(hash, entry);
    return entry;
  }

  /** The unnamed stream of the current file, for lines beyond the limit. */
  private Entry overflowStream() {
    if (overflow == null || overflow.file != file) {
      overflow = new Entry(entries.size(), file, LabelScanner.Labels.NONE, null);
      entries.add(overflow);
    }
    return overflow;
  }
}
