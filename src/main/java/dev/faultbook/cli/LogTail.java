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
  private final int maxPieces;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();

  /** All full but the last one. */
  private final Deque<byte[]> tail = new ArrayDeque<>();

  private int lastLength = PIECE;
  private long droppedLines;
  private boolean dropped;
  private byte last = '\n';

  /**
   * @param limit about how many bytes are kept
   */
  LogTail(int limit) {
    this.maxHead = limit / HEAD_SHARE;
    this.maxPieces = (limit - maxHead) / PIECE;
  }

  /** Adds {@code bytes[from, to)}. */
  synchronized void append(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int n = Math.min(to - at, maxHead - head.size());
      if (n > 0) {
        head.write(bytes, at, n);
      } else {
        if (lastLength == PIECE) {
          tail.add(nextPiece());
          lastLength = 0;
        }
        n = Math.min(to - at, PIECE - lastLength);
        System.arraycopy(bytes, at, tail.getLast(), lastLength, n);
        lastLength += n;
      }
      at += n;
      last = bytes[at - 1];
    }
  }

  /** A new piece, or the oldest one again: a program that writes much leaves no garbage behind. */
  private byte[] nextPiece() {
    if (tail.size() < maxPieces) {
      return new byte[PIECE];
    }
    byte[] oldest = tail.removeFirst();
    droppedLines += Lines.countNewlines(oldest, 0, PIECE);
    dropped = true;
    return oldest;
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
      byte[] oldest = tail.getFirst();
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
    int left = tail.size();
    for (byte[] piece : tail) {
      left--;
      int length = left == 0 ? lastLength : PIECE;
      parts.add(new ByteArrayInputStream(piece.clone(), cut, length - cut));
      cut = 0;
    }
    return new SequenceInputStream(Collections.enumeration(parts));
  }
}
