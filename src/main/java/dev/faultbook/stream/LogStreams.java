package dev.faultbook.stream;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
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
  private static final int RECENT = 1024;

  /** Lines below the last time within which a signature may still use it. */
  private static final int MAX_INHERITED = 256;

  private final PrefixScanner scanner = new PrefixScanner();
  private final KnownPrefixes<Entry> prefixes = new KnownPrefixes<>();
  private final List<FileRank> files;
  private final Map<String, Known> processes = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();

  // The state of the current file.
  private int file = -1;
  private final Map<LinePrefix.Writer, Entry> byWriter = new HashMap<>();
  private @Nullable Entry latest;

  /** Streams by the hashes of their labels: finds the stream of most lines without an object. */
  private final @Nullable Entry[] recent = new Entry[RECENT];

  private @Nullable Entry overflow;
  private @Nullable Entry fileClock;

  // The lines of the latest chunk: their streams, those whose lines stated their times, and the
  // numbers of those lines.
  private ChunkStreams known =
      new ChunkStreams(ChunkLines.of(new Chunk(new byte[0], 0, 0, 1, false, 0)));
  private Entry[] writers = {};
  private Entry[] clocks = {};
  private long[] timedLines = {};

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
    final LinePrefix.Writer writer;
    final Map<LogTime.Scale, LongSummaryStatistics> times = new EnumMap<>(LogTime.Scale.class);
    long count;
    long firstLine;
    long lastLine;
    @Nullable LogTime lastTime;
    private @Nullable LogTime inheritedTime;
    private @Nullable LongSummaryStatistics lastRange;
    long lastTimedLine;
    String text = "";

    // The last line with a text in the chunk; empty if there is none.
    int textFrom;
    int textTo;

    Entry(int id, int file, LinePrefix.Writer writer) {
      this.id = id;
      this.file = file;
      this.writer = writer;
    }

    void noteTime(long number, LogTime time) {
      LongSummaryStatistics range = lastRange;
      if (range == null || lastTime == null || lastTime.scale() != time.scale()) {
        range = times.computeIfAbsent(time.scale(), s -> new LongSummaryStatistics());
        lastRange = range;
      }
      range.accept(time.millis());
      lastTime = time;
      inheritedTime = null;
      lastTimedLine = number;
    }

    @Nullable LogTime timeAt(long number) {
      if (lastTimedLine == number || lastTime == null) {
        return lastTime;
      }
      inheritedTime = inheritedTime == null ? lastTime.asInherited() : inheritedTime;
      return inheritedTime;
    }

    LogStream toStream() {
      List<LogTime> range = new ArrayList<>();
      times.forEach(
          (scale, millis) -> {
            range.add(new LogTime(scale, millis.getMin()));
            range.add(new LogTime(scale, millis.getMax()));
          });
      LogStream.Extent extent = new LogStream.Extent(count, firstLine, lastLine, text);
      return new LogStream(id, file, writer, extent, range);
    }
  }

  /** Reads the prefixes of the lines of a chunk, each of which everybody needs. */
  public void acceptChunk(Chunk chunk) {
    acceptLines(ChunkLines.of(chunk));
  }

  /** Reads the prefixes of the lines of a chunk. */
  public void acceptLines(ChunkLines now) {
    Chunk chunk = now.chunk();
    byte[] bytes = chunk.bytes();
    if (chunk.file() != file) {
      file = chunk.file();
      byWriter.clear();
      Arrays.fill(recent, null);
      prefixes.startFile();
      latest = null;
      overflow = null;
      fileClock = null;
    }
    known = new ChunkStreams(now);
    if (writers.length < now.count()) {
      writers = new Entry[now.ends().length];
      clocks = new Entry[writers.length];
      timedLines = new long[writers.length];
    }
    List<Entry> spoke = new ArrayList<>();
    for (int i = 0; i < now.count(); i++) {
      int from = now.from(i);
      int end = now.to(i);
      if (i >= now.first() || latest == null) {
        latest = readLine(i);
        if (end > from + 1) {
          if (latest.textTo == 0) {
            spoke.add(latest);
          }
          latest.textFrom = from;
          latest.textTo = Math.min(end, from + MAX_TEXT);
        }
      }
      noteLine(i, latest);
    }
    for (Entry entry : spoke) {
      entry.text = Lines.decodeText(bytes, entry.textFrom, entry.textTo).strip();
      entry.textTo = 0;
    }
  }

  /** The lines of the latest chunk. */
  public ChunkLines lines() {
    return known.lines();
  }

  /** Streams and times of the lines of the latest chunk. */
  public ChunkStreams latest() {
    return known;
  }

  /** Id of the stream of a line of the latest chunk: a small number, from 0. */
  public int streamOf(long line) {
    return known.streamOf(line);
  }

  /** The time of a line of the latest chunk, stated or inherited; null if there is none. */
  public @Nullable LogTime timeOf(long line) {
    return known.timeOf(line);
  }

  /**
   * The time that a line of the latest chunk states, also behind a label or in a field of a
   * structured log, or else the one that it inherits; null if there is none.
   */
  public @Nullable LogTime timeOf(LineSlice line) {
    LogTime own = scanner.findTime(line.bytes(), line.from(), line.to());
    boolean near = line.number() - timedLines[known.indexOf(line.number())] <= MAX_INHERITED;
    return own == null && near ? timeOf(line.number()) : own;
  }

  /** Who wrote a line of the latest chunk and when, as far as that is known when it is read. */
  public MatchedLine.Utterance utteranceOf(long number) {
    int line = known.indexOf(number);
    Entry writer = writers[line];
    LogTime time = known.timeOf(number);
    return new MatchedLine.Utterance(
        rankOf(writer),
        writer.writer.node(),
        timedLines[line] == number ? time : null,
        new MatchedLine.Place(writer.id, time, clocks[line].id));
  }

  /** The rank in the label of a line, or else of its process, or else in the name of its file. */
  private @Nullable Integer rankOf(Entry entry) {
    if (entry.writer.rankOrLocal() != null) {
      return entry.writer.rankOrLocal();
    }
    Known known = entry.writer.process() == null ? null : processes.get(entry.writer.process());
    if (known != null) {
      return known.rank();
    }
    return entry.file < files.size() ? files.get(entry.file).rank() : null;
  }

  /** Reads a line of NCCL that states the rank of its process; later lines of it have that rank. */
  public void learnRank(MatchedLine line) {
    String process = entries.get(line.place().origin()).writer.process();
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

  private Entry readLine(int line) {
    ChunkLines chunkLines = known.lines();
    boolean repeated = chunkLines.isRepeated(line);
    Entry entry = repeated ? prefixes.findWriter(chunkLines, line) : null;
    LogTime time;
    if (entry != null) {
      time = prefixes.time();
    } else {
      UnwrappedLine plain = unwrapPrefix(line);
      entry = scanLine(plain);
      time = scanner.time();
      if (repeated) {
        prefixes.learn(chunkLines, line, plain, scanner, entry);
      }
    }
    long number = known.lines().number(line);
    if (entry.count++ == 0) {
      entry.firstLine = number;
    }
    entry.lastLine = number;
    if (time != null) {
      entry.noteTime(number, time);
      fileClock = entry;
    }
    return entry;
  }

  private UnwrappedLine unwrapPrefix(int line) {
    ChunkLines chunkLines = known.lines();
    byte[] bytes = chunkLines.chunk().bytes();
    int from = chunkLines.from(line);
    int to = Math.min(chunkLines.to(line), from + MAX_PREFIX);
    return chunkLines.isNeeded(line, Need.UNWRAPPING)
        ? UnwrappedLine.of(bytes, from, to)
        : new UnwrappedLine(bytes, from, to, null);
  }

  /** Reads the prefix of a line; returns its stream. */
  private Entry scanLine(UnwrappedLine plain) {
    scanner.scanWriter(plain.bytes(), plain.from(), plain.to());
    int slot = scanner.label.hash() & RECENT - 1;
    Entry entry = recent[slot];
    if (entry == null || !scanner.label.names(entry.writer)) {
      entry =
          findStream(
              scanner.label.toWriter(
                  (start, stop) ->
                      new String(plain.bytes(), start, stop - start, StandardCharsets.UTF_8)));
      recent[slot] = entry;
    }
    return entry;
  }

  private Entry findStream(LinePrefix.Writer writer) {
    Entry known = byWriter.get(writer);
    if (known != null) {
      return known;
    }
    if (entries.size() < MAX_STREAMS) {
      Entry entry = addEntry(writer);
      byWriter.put(writer, entry);
      return entry;
    }
    overflow = overflow == null ? addEntry(LinePrefix.Writer.UNKNOWN) : overflow;
    return overflow;
  }

  private Entry addEntry(LinePrefix.Writer writer) {
    Entry entry = new Entry(entries.size(), file, writer);
    entries.add(entry);
    return entry;
  }

  /** Keeps stream and time of the next line of the chunk. */
  private void noteLine(int line, Entry entry) {
    long number = known.lines().number(line);
    boolean near = entry.lastTime != null && entry.lastTimedLine >= number - NEAR_LINES;
    Entry by = fileClock != null && (!near || isOvertaken(entry, fileClock)) ? fileClock : entry;
    writers[line] = entry;
    clocks[line] = by;
    known.note(line, entry.id, by.timeAt(number));
    timedLines[line] = by.lastTimedLine;
  }

  /**
   * Whether the file has a later time than the last one of the stream: lines are in order of time.
   */
  private static boolean isOvertaken(Entry entry, Entry fileClock) {
    LogTime own = entry.lastTime;
    LogTime other = fileClock.lastTime;
    return fileClock.lastTimedLine > entry.lastTimedLine
        && own != null
        && other != null
        && own.comparableTo(other)
        && own.millis() < other.millis();
  }
}
