package dev.faultbook.cli;

import dev.faultbook.log.GapMark;
import dev.faultbook.log.Lines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The beginning and the end of a growing text, in bounded memory: the one tells versions and
 * machines, the other what failed. Thread-safe.
 */
final class LogTail {
  private static final int PIECE = 64 * 1024;

  /** The beginning is a sixteenth of what is kept. */
  private static final int HEAD_SHARE = 16;

  /** So many empty lines are read in a moment; they keep the numbers of the lines behind them. */
  private static final long MAX_EMPTY = 20_000_000;

  private static final byte[] EMPTY_LINES = new byte[PIECE];

  static {
    Arrays.fill(EMPTY_LINES, (byte) '\n');
  }

  private final int maxHead;
  private final int maxTail;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final Deque<ByteArrayOutputStream> tail = new ArrayDeque<>();
  private long tailBytes;
  private long droppedLines;
  private boolean dropped;
  private byte last = '\n';

  /**
   * @param limit about how many bytes are kept
   */
  LogTail(int limit) {
    this.maxHead = limit / HEAD_SHARE;
    this.maxTail = limit - maxHead;
  }

  /** Adds {@code bytes[from, to)}. */
  synchronized void append(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      ByteArrayOutputStream piece = head;
      int room = maxHead - head.size();
      if (room == 0) {
        if (tail.isEmpty() || tail.getLast().size() == PIECE) {
          tail.add(new ByteArrayOutputStream());
        }
        piece = tail.getLast();
        room = PIECE - piece.size();
      }
      int n = Math.min(to - at, room);
      piece.write(bytes, at, n);
      at += n;
      last = bytes[at - 1];
      tailBytes += piece == head ? 0 : n;
    }
    while (tailBytes > maxTail) {
      byte[] oldest = tail.removeFirst().toByteArray();
      tailBytes -= oldest.length;
      droppedLines += Lines.countNewlines(oldest, 0, oldest.length);
      dropped = true;
    }
  }

  /** Adds the rest of a stream; whether there was any. */
  boolean appendAll(InputStream in) throws IOException {
    byte[] buffer = new byte[PIECE];
    boolean some = false;
    for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
      append(buffer, 0, n);
      some = true;
    }
    return some;
  }

  /** Ends the last line: what follows belongs to another file. */
  synchronized void endLine() {
    if (last != '\n') {
      append(EMPTY_LINES, 0, 1);
    }
  }

  synchronized boolean isEmpty() {
    return head.size() == 0;
  }

  /** The text; empty lines, or the mark of an excerpt, stand for what was dropped. */
  synchronized InputStream open() {
    List<InputStream> parts = new ArrayList<>();
    byte[] start = head.toByteArray();
    int end = start.length;
    int cut = 0;
    if (dropped) {
      byte[] oldest = tail.getFirst().toByteArray();
      cut = Math.min(oldest.length, Lines.lineEnd(oldest, 0, oldest.length) + 1);
      while (end > 0 && start[end - 1] != '\n') {
        end--;
      }
      // The line that begins in the beginning and ends in a dropped piece is one of them.
      long lines = droppedLines + Lines.countNewlines(oldest, 0, cut);
      parts.add(new ByteArrayInputStream(start, 0, end));
      if (lines > MAX_EMPTY) {
        String mark = GapMark.of(lines, lines + Lines.countNewlines(start, 0, end));
        parts.add(new ByteArrayInputStream(mark.getBytes(StandardCharsets.UTF_8)));
      } else {
        for (long left = lines; left > 0; left -= PIECE) {
          parts.add(new ByteArrayInputStream(EMPTY_LINES, 0, (int) Math.min(left, PIECE)));
        }
      }
    } else {
      parts.add(new ByteArrayInputStream(start));
    }
    for (ByteArrayOutputStream piece : tail) {
      byte[] bytes = piece.toByteArray();
      parts.add(new ByteArrayInputStream(bytes, cut, bytes.length - cut));
      cut = 0;
    }
    return new SequenceInputStream(Collections.enumeration(parts));
  }
}
