package dev.faultbook.run;

import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.UnwrappedLine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a line, and a hash of the text between them. Parts of times, dates, addresses and
 * versions are no numbers. An instance is reused for successive lines; linear in the length of a
 * line.
 */
final class NumberedLine {
  static final int MAX_NUMBERS = 24;
  static final int MAX_BYTES = 640;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  /** A number of so many digits is exact in a double. */
  private static final int MAX_EXACT = 15;

  private static final double[] POWERS =
      IntStream.range(0, 23).mapToDouble(n -> Math.pow(10, n)).toArray();

  private byte[] bytes = {};
  private int start;
  private int end;
  private int count;
  private long shape;
  private boolean otherScript;

  /** Whether the numbers of every line of the same shape stand at the same runs of digits. */
  private boolean regular;

  /** The text without numbers and repeated characters, and room for eight bytes behind it. */
  private final byte[] text = new byte[MAX_BYTES + Long.BYTES];

  private final int[] starts = new int[MAX_NUMBERS];
  private final int[] ends = new int[MAX_NUMBERS];

  // Where the numbers stand in a line whose layout is known.
  private @Nullable Layout layout;
  private char[] runs = {};
  private int firstRun;

  /** Reads {@code bytes[from, to)}, a line without its end. */
  void readLine(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.start = from;
    this.end = Math.min(to, from + MAX_BYTES);
    layout = null;
    count = 0;
    otherScript = false;
    regular = end == to;
    int n = 0;
    int i = from;
    int last = -1;
    while (i < end) {
      int b = bytes[i];
      if (b >= '0' && b <= '9') {
        i = readDigits(i, from);
        last = '0';
        text[n++] = '0';
      } else if ((b == 'n' || b == 'N' || b == 'i' || b == 'I') && isNotFinite(i, from)) {
        addNumber(i, i + 3);
        i += 3;
        last = '0';
        text[n++] = '0';
      } else if (isBlockElement(i)) {
        i += 3;
      } else {
        // The length of a bar, or of the blanks before a number, is not part of the text.
        otherScript |= b < 0;
        text[n] = (byte) b;
        n += b == last ? 0 : 1;
        last = b;
        i++;
      }
    }
    LONG.set(text, n, 0L);
    long hash = n;
    for (int at = 0; at < n; at += Long.BYTES) {
      hash = (hash ^ (long) LONG.get(text, at)) * PRIME;
      hash ^= hash >>> 32;
    }
    shape = hash;
  }

  /** Whether the line has characters outside of ASCII, besides bars. */
  boolean hasOtherScript() {
    return otherScript;
  }

  int count() {
    return count;
  }

  /** Equal for lines that differ only in numbers, blanks and the lengths of bars. */
  long shape() {
    return shape;
  }

  double value(int number) {
    int from = start(number);
    int to = end(number);
    int first = bytes[from] | 0x20;
    if (first == 'n' || first == 'i') {
      return first == 'n' ? Double.NaN : Double.POSITIVE_INFINITY;
    }
    int i = from;
    long digits = 0;
    for (int most = Math.min(to, from + MAX_EXACT); i < most && isDigit(bytes[i]); i++) {
      digits = digits * 10 + (bytes[i] - '0');
    }
    double value = digits;
    // 1,240
    for (; i < to && (bytes[i] == ',' || isDigit(bytes[i])); i++) {
      value = bytes[i] == ',' ? value : value * 10 + (bytes[i] - '0');
    }
    if (i < to && bytes[i] == '.') {
      int fraction = digitsEnd(i + 1);
      value += wholeValue(i + 1, fraction) / powerOf10(fraction - i - 1);
      i = fraction;
    }
    if (i < to) {
      boolean signed = bytes[i + 1] == '-' || bytes[i + 1] == '+';
      double power = powerOf10((int) Math.min(300, wholeValue(signed ? i + 2 : i + 1, to)));
      value = bytes[i + 1] == '-' ? value / power : value * power;
    }
    return from > start && bytes[from - 1] == '-' ? -value : value;
  }

  private static double powerOf10(int n) {
    return n < POWERS.length ? POWERS[n] : Math.pow(10, n);
  }

  int start(int number) {
    return layout == null ? starts[number] : placeOf(layout.places(), 4 * number);
  }

  int end(int number) {
    return layout == null ? ends[number] : placeOf(layout.places(), 4 * number + 2);
  }

  private int placeOf(int[] places, int at) {
    int before = places[at];
    return start + places[at + 1] + (before == 0 ? 0 : runs[firstRun + before - 1]);
  }

  /**
   * Where the numbers of lines of one shape stand.
   *
   * @param like the hash of the lines' texts without digits
   * @param shape their {@link #shape}
   * @param places for the start and the end of each number the number of runs of digits before it,
   *     and the number of bytes behind the last of them
   * @param otherScript see {@link #hasOtherScript}
   */
  record Layout(long like, long shape, int[] places, boolean otherScript) {}

  /**
   * The layout of the line that was read; null if further lines of its shape may have another one.
   *
   * @param line the line as it was read
   * @param index its index in the chunk
   */
  @Nullable Layout layoutOf(UnwrappedLine line, ChunkLines lines, int index) {
    if (!regular) {
      return null;
    }
    byte[] raw = lines.chunk().bytes();
    int[] places = new int[4 * count];
    for (int i = 0; i < count; i++) {
      int from = line.originalIndex(starts[i]);
      int to = line.originalIndex(ends[i] - 1) + 1;
      boolean apart = to - from != ends[i] - starts[i];
      boolean signed = starts[i] > start && bytes[starts[i] - 1] == '-';
      if (apart || signed != (from > lines.from(index) && raw[from - 1] == '-')) {
        return null;
      }
      findPlace(from, lines, index, places, 4 * i);
      findPlace(to, lines, index, places, 4 * i + 2);
    }
    return new Layout(lines.shapes()[index], shape, places, otherScript);
  }

  private static void findPlace(int at, ChunkLines lines, int index, int[] places, int to) {
    int before = 0;
    while (before < lines.runCount(index) && lines.runEnd(index, before) <= at) {
      before++;
    }
    places[to] = before;
    places[to + 1] = at - (before == 0 ? lines.from(index) : lines.runEnd(index, before - 1));
  }

  /** Reads a line whose layout is known. */
  void readLine(Layout layout, ChunkLines lines, int index) {
    bytes = lines.chunk().bytes();
    start = lines.from(index);
    end = lines.to(index);
    shape = layout.shape();
    otherScript = layout.otherScript();
    count = layout.places().length / 4;
    this.layout = layout;
    runs = lines.runs();
    firstRun = lines.firstRuns()[index];
  }

  private void addNumber(int from, int to) {
    if (count < MAX_NUMBERS) {
      starts[count] = from;
      ends[count] = to;
      count++;
    }
  }

  /** {@code █▌}: the bars of tqdm, U+2580 to U+259F; {@code ━╸}: others', U+2500 to U+257F. */
  private boolean isBlockElement(int i) {
    return bytes[i] == (byte) 0xE2
        && i + 2 < end
        && bytes[i + 1] >= (byte) 0x94
        && bytes[i + 1] <= (byte) 0x96;
  }

  /** {@code loss: nan}, {@code lm loss: NAN}, {@code grad_norm=inf}. */
  private boolean isNotFinite(int i, int from) {
    if (i + 3 > end || i > from && isWord(bytes[i - 1]) || i + 3 < end && isWord(bytes[i + 3])) {
      return false;
    }
    int first = bytes[i] | 0x20;
    int second = bytes[i + 1] | 0x20;
    int third = bytes[i + 2] | 0x20;
    return first == 'n' && second == 'a' && third == 'n'
        || first == 'i' && second == 'n' && third == 'f';
  }

  /** Reads what begins with the digit at {@code i}; returns the index behind it. */
  private int readDigits(int i, int from) {
    boolean glued = i > from && isWord(bytes[i - 1]);
    int to = digitsEnd(i);
    regular &= to == end || bytes[to] != 'x' && !joins(to, ',');
    if (to < end && bytes[to] == 'x' && to == i + 1 && bytes[i] == '0') {
      return wordEnd(to);
    }
    if (joins(to, ':') || joins(to, '-')) {
      return joinedEnd(to);
    }
    boolean grouped = to - i <= 3;
    while (grouped && joins(to, ',') && digitsEnd(to + 1) == to + 4) {
      // 1,240, 1,250,000
      to += 4;
    }
    if (to < end && bytes[to] == '.') {
      int fraction = digitsEnd(to + 1);
      if (joins(fraction, '.')) {
        return joinedEnd(fraction);
      }
      to = fraction;
    }
    to = exponentEnd(to);
    // The seconds since boot in "[12345.678901] NVRM: …" are a time; XGBoost's "[25]\tloss" and
    // "[3/25][50/1583]" count.
    boolean counts =
        to + 1 < end && (bytes[to] == ']' && bytes[to + 1] == '\t' || bytes[to] == '/');
    boolean uptime = i > from && bytes[i - 1] == '[' && i == from + 1 && !counts;
    if (!glued && !uptime) {
      addNumber(i, to);
    }
    return to;
  }

  private boolean joins(int at, char sign) {
    return at + 1 < end && bytes[at] == sign && bytes[at + 1] >= '0' && bytes[at + 1] <= '9';
  }

  /**
   * The end of {@code 2026-11-20}, {@code 06:00:41,123}, {@code 10.2.0.14}, {@code 0000:17:00.0}.
   */
  private int joinedEnd(int at) {
    int i = at;
    while (joins(i, ':') || joins(i, '-') || joins(i, '.') || joins(i, ',')) {
      i = digitsEnd(i + 1);
    }
    return i;
  }

  private int exponentEnd(int at) {
    if (at + 1 >= end || (bytes[at] | 0x20) != 'e') {
      return at;
    }
    int digits = bytes[at + 1] == '-' || bytes[at + 1] == '+' ? at + 2 : at + 1;
    int to = digitsEnd(digits);
    return to > digits && (to == end || !isWord(bytes[to])) ? to : at;
  }

  private int digitsEnd(int at) {
    int i = at;
    while (i < end && isDigit(bytes[i])) {
      i++;
    }
    return i;
  }

  private int wordEnd(int at) {
    int i = at;
    while (i < end && isWord(bytes[i])) {
      i++;
    }
    return i;
  }

  private double wholeValue(int from, int to) {
    int i = from;
    long digits = 0;
    for (int most = Math.min(to, from + MAX_EXACT); i < most; i++) {
      digits = digits * 10 + (bytes[i] - '0');
    }
    double value = digits;
    for (; i < to; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isWord(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_';
  }
}
