package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the failures from the lines of one log, in order, in one pass and with bounded memory. Not
 * thread-safe.
 */
public final class FailureReader {
  /** Only this many bytes of a line are read. */
  private static final int MAX_LINE = 8 * 1024;

  /** Most streams that are kept apart; lines of further ones count for the last one. */
  private static final int MAX_STREAMS = 32 * 1024;

  /** Most bytes of all open blocks before all of them are ended. */
  private static final long MAX_OPEN_BYTES = 32L * 1024 * 1024;

  /** Most lines of other streams between a traceback and the line before it. */
  private static final int MAX_BETWEEN = 256;

  private static final long TRACEBACK = 1;

  private final FailureFormats formats;
  private final EventBudget budget = new EventBudget();
  private StreamReader[] readers = new StreamReader[64];
  private long openBytes;
  private long lines;
  private long read;
  private @Nullable Duration idle;

  FailureReader(FailureFormats formats) {
    this.formats = formats;
  }

  /** Reads the lines of the next chunk. */
  public void acceptChunk(Chunk chunk, LogStreams streams) {
    ChunkLines of = streams.lines();
    byte[] bytes = chunk.bytes();
    for (int i = of.first(); i < of.count(); i++) {
      int stream = streams.streamOf(of.number(i));
      if (wantsLine(bytes, of.from(i), of.to(i), stream, of.isNeeded(i, Need.FAILURES))) {
        LineSlice line = new LineSlice(bytes, of.from(i), of.to(i), of.number(i));
        readLine(line, chunk.from(), streams);
        readBefore(line, chunk.from(), streams, readerOf(stream));
      }
    }
  }

  /** What the lines before the end of a process tell: a hang, and idle time before a limit. */
  private void readBefore(LineSlice line, int first, LogStreams streams, StreamReader reader) {
    if (reader.wasStopped()) {
      LineText hang = Standstill.findBefore(line, first, streams);
      if (hang != null) {
        reader.addEvent(FailureEvent.of(hang, new Failure.Message(), CausalRole.ERROR_LINE));
      }
    }
    if (reader.reachedLimit()) {
      idle = IdleTime.findBefore(line, first, streams);
    }
  }

  public Failures finish() {
    List<FailureEvent> events = new ArrayList<>();
    long count = 0;
    for (StreamReader stream : readers) {
      if (stream != null) {
        stream.endBlock();
        events.addAll(stream.events().settleAll(stream.lines()));
        count += stream.events().count();
      }
    }
    events.sort(Comparator.comparingLong(FailureEvent::line));
    return new Failures(events, count, lines, idle);
  }

  /** The number of lines that passed the trigger filter; tests of linear time count them. */
  long linesRead() {
    return read;
  }

  /** Rejects most lines by their bytes. */
  private boolean wantsLine(byte[] bytes, int from, int end, int stream, boolean needed) {
    lines++;
    StreamReader known = stream < readers.length ? readers[stream] : null;
    if (known != null) {
      known.countLine();
      if (known.watchesProgress() && Aftermath.isProgress(bytes, from, end)) {
        long open = known.openBytes();
        known.noteProgress();
        openBytes += known.openBytes() - open;
      }
      if (!known.isIdle()) {
        return true;
      }
    }
    return needed && formats.findTriggers(bytes, from, end) != 0;
  }

  /**
   * @param first index of the first byte of the chunk
   */
  private void readLine(LineSlice line, int first, LogStreams streams) {
    read++;
    long number = line.number();
    int stream = streams.streamOf(number);
    LogTime time = streams.timeOf(number);
    UnwrappedLine plain = UnwrappedLine.of(line.bytes(), line.from(), line.to());
    int start = Lines.visibleStart(plain.bytes(), plain.from(), plain.to());
    int to = Math.min(plain.to(), start + MAX_LINE);
    String message = Lines.decodeText(plain.bytes(), start, to);
    JsonFields fields = JsonFields.of(line);
    String text = fields.addError(message);
    StreamReader reader = readerOf(stream);
    long triggers = formats.findTriggers(plain.bytes(), start, to);
    if (fields.severity() != null) {
      triggers |= formats.findTriggers(line.bytes(), line.from(), line.to());
    }
    String before = formats.dependOnLineBefore(triggers) ? textBefore(line, first, streams) : null;
    long open = reader.openBytes();
    if ((triggers & TRACEBACK) != 0 && EscapedTraceback.isIn(text)) {
      // {"message": "Traceback (most recent call last):\n  File \"train.py\", line 88, in main\n
      // …"}
      for (String inner : EscapedTraceback.unescapeLines(text)) {
        byte[] part = inner.getBytes(StandardCharsets.UTF_8);
        long found = formats.findTriggers(part, 0, part.length);
        reader.acceptLine(LineText.of(number, stream, time, inner), found, before);
      }
    } else {
      LineText read = fields.addLevel(LineText.of(number, stream, time, text));
      reader.acceptLine(read, triggers, before);
    }
    openBytes += reader.openBytes() - open;
    if (openBytes > MAX_OPEN_BYTES) {
      endAllBlocks();
    }
  }

  /**
   * The line before a line in its own stream, or the one before that if it is blank; null if it is
   * not near: {@code Exception ignored in} belongs to the traceback that its own process prints
   * after it, whatever other processes print in between.
   */
  private static @Nullable String textBefore(LineSlice line, int first, LogStreams streams) {
    int stream = streams.streamOf(line.number());
    boolean blank = false;
    LineSlice before = line.previous(first);
    for (int seen = 0; before != null && seen < MAX_BETWEEN; seen++) {
      if (streams.streamOf(before.number()) == stream) {
        int to = Math.min(before.to(), before.from() + MAX_LINE);
        UnwrappedLine plain = UnwrappedLine.of(before.bytes(), before.from(), to);
        String text = Lines.decodeText(plain.bytes(), plain.from(), plain.to());
        // pytest prints a blank line between its warning and the traceback
        if (blank || !LineText.of(0, 0, null, text).isBlank()) {
          return text;
        }
        blank = true;
      }
      before = before.previous(first);
    }
    return null;
  }

  /**
   * Ends all open blocks: thousands of streams, each with an open traceback, would fill the heap.
   */
  private void endAllBlocks() {
    for (StreamReader stream : readers) {
      if (stream != null) {
        stream.endBlock();
      }
    }
    openBytes = 0;
  }

  /** Estimated bytes of events and open blocks; tests of memory check it. */
  long heldBytes() {
    return budget.heldBytes() + openBytes;
  }

  private StreamReader readerOf(int stream) {
    int id = Math.min(stream, MAX_STREAMS - 1);
    if (id >= readers.length) {
      readers = Arrays.copyOf(readers, Math.max(id + 1, readers.length * 2));
    }
    if (readers[id] == null) {
      readers[id] = new StreamReader(formats, budget);
    }
    return readers[id];
  }
}
