package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.matcher.LiteralFinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Tells for each line of a text which of many literals it holds, without regard to the case of
 * ASCII letters. Most lines of a log hold none, so that nothing else needs to read them.
 */
final class TriggeredLines {

  /** Characters that are searched at once; a line is never split. */
  private static final int BATCH = 1 << 16;

  /** Takes part in e-mail addresses and logins; searched by itself. */
  private static final String AT_SIGN = "@";

  private final LiteralFinder finder;
  private final ShortLiterals shortLiterals = new ShortLiterals();

  /** The numbers of the literals that the finder knows, in its order. */
  private final List<Integer> numbers = new ArrayList<>();

  private final int literals;

  /** The number of the at sign; negative without it. */
  private final int atSign;

  /** Longs of the bit set of a line: one bit for each literal, and one for an address. */
  private final int width;

  /** Receives the lines of a text in order. */
  interface LineReader {
    /**
     * Reads the line in {@code [start, end)}, without its line feed.
     *
     * @param hits numbers of the literals in this line, and {@link TriggeredLines#addressBit}
     */
    void readLine(int start, int end, BitSet hits);
  }

  TriggeredLines(List<String> literals) {
    this.atSign = literals.indexOf(AT_SIGN);
    List<String> longer = new ArrayList<>();
    for (int i = 0; i < literals.size(); i++) {
      String literal = foldCase(literals.get(i));
      if (ShortLiterals.isShort(literal)) {
        shortLiterals.add(literal, i);
      } else if (!literal.equals(AT_SIGN)) {
        longer.add(literal);
        numbers.add(i);
      }
    }
    this.finder = new LiteralFinder(longer);
    this.literals = literals.size();
    this.width = (literals.size() >> 6) + 1;
  }

  private static String foldCase(String literal) {
    return literal.chars().allMatch(c -> c < 0x80) ? literal.toLowerCase(Locale.ROOT) : literal;
  }

  /** The bit of a line that may hold an IP address. */
  int addressBit() {
    return literals;
  }

  /** Reads all lines; those without hits, too. */
  void readLines(String text, LineReader reader) {
    int from = 0;
    while (from < text.length()) {
      int feed = text.indexOf('\n', Math.min(text.length(), from + BATCH));
      int to = feed < 0 ? text.length() : feed + 1;
      readBatch(text, from, to, reader);
      from = to;
    }
  }

  private void readBatch(String text, int from, int to, LineReader reader) {
    byte[] bytes = text.substring(from, to).getBytes(UTF_8);
    int[] starts = lineStarts(bytes);
    int lines = starts.length - 1;
    long[] hits = new long[lines * width];
    finder.findLiterals(
        bytes,
        0,
        bytes.length,
        (literal, at) -> mark(hits, lineAt(starts, at), numbers.get(literal)));
    shortLiterals.findIn(bytes, (literal, at) -> mark(hits, lineAt(starts, at), literal));
    int start = from;
    for (int line = 0; line < lines; line++) {
      if (AddressFinder.mayHoldAddress(bytes, starts[line], starts[line + 1])) {
        mark(hits, line, literals);
      }
      int feed = text.indexOf('\n', start, to);
      int end = feed < 0 ? to : feed;
      if (atSign >= 0 && text.indexOf('@', start, end) >= 0) {
        mark(hits, line, atSign);
      }
      reader.readLine(
          start, end, BitSet.valueOf(Arrays.copyOfRange(hits, line * width, (line + 1) * width)));
      start = end + 1;
    }
  }

  private void mark(long[] hits, int line, int literal) {
    hits[line * width + (literal >> 6)] |= 1L << literal;
  }

  /** The starts of the lines, and the end of the text. */
  private static int[] lineStarts(byte[] bytes) {
    int[] starts = new int[256];
    int lines = 0;
    for (int i = 0; i < bytes.length; lines++) {
      if (lines + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, 2 * starts.length);
      }
      starts[lines] = i;
      while (i < bytes.length && bytes[i] != '\n') {
        i++;
      }
      i++;
    }
    starts[lines] = bytes.length;
    return Arrays.copyOf(starts, lines + 1);
  }

  private static int lineAt(int[] starts, int at) {
    int place = Arrays.binarySearch(starts, at);
    return place >= 0 ? place : -place - 2;
  }
}
