package dev.faultbook.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Joins lines that a terminal broke at its right edge, in a log that was copied from its window.
 *
 * <p>No line of such a log is longer than the terminal is wide, and those that go on are exactly as
 * long. So are rows of tables and lines that differ only in numbers; therefore the break must also
 * part what belongs together: a pair of quotes or of parentheses.
 */
final class BrokenLines {
  /** A longer log is no copy of a window. */
  private static final int MAX_BYTES = 64 * 1024;

  private static final int MIN_COLUMNS = 60;
  private static final int MAX_COLUMNS = 250;

  /** Widths of terminals of which a single broken line is enough. */
  private static final Set<Integer> USUAL = Set.of(80, 100, 120, 132, 160, 200);

  /** Ends of lines that draw a frame, a rule, a bar or a column. */
  private static final String DRAWN = "|│┃╮╯┐┘+-=*#_~";

  private final byte[] bytes;

  /** Where each line begins, and behind the last one the end. */
  private final List<Integer> starts = new ArrayList<>();

  private BrokenLines(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Joins the broken lines of {@code bytes[from, to)}, a whole log, in place: the breaks move
   * behind the line that they broke, where they are empty lines, so that every line keeps its
   * number.
   */
  static void join(byte[] bytes, int from, int to) {
    if (to - from <= MAX_BYTES) {
      new BrokenLines(bytes).joinWithin(from, to);
    }
  }

  private void joinWithin(int from, int to) {
    int widest = 0;
    int width = 0;
    starts.add(from);
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        widest = Math.max(widest, width);
        width = 0;
        starts.add(i + 1);
      } else if (b == '\r' || b == EscapeSequences.ESCAPE || widest > MAX_COLUMNS) {
        return;
      } else {
        width += columnsOf(b);
      }
    }
    widest = Math.max(widest, width);
    starts.add(to + 1);
    if (widest >= MIN_COLUMNS && widest <= MAX_COLUMNS) {
      List<Integer> broken = findBroken(widest);
      if (isProven(broken, USUAL.contains(widest))) {
        broken.reversed().forEach(this::joinToNext);
      }
    }
  }

  /** The columns of the character that begins with a byte of UTF-8; 0 if none does. */
  private static int columnsOf(byte b) {
    int value = b & 0xff;
    boolean continues = value >= 0x80 && value < 0xc0;
    // Chinese characters begin with E3 to E9, emoji with F0.
    return continues ? 0 : value >= 0xe3 && value != 0xef ? 2 : 1;
  }

  private int count() {
    return starts.size() - 1;
  }

  private String text(int line) {
    int from = starts.get(line);
    return new String(
        bytes, from, Math.max(0, starts.get(line + 1) - 1 - from), StandardCharsets.UTF_8);
  }

  private int width(int line) {
    int width = 0;
    for (int i = starts.get(line); i < starts.get(line + 1) - 1; i++) {
      width += columnsOf(bytes[i]);
    }
    return width;
  }

  private List<Integer> findBroken(int width) {
    List<Integer> broken = new ArrayList<>();
    for (int i = 0; i + 1 < count(); i++) {
      if (width(i) == width && isText(text(i)) && continuesLine(text(i + 1))) {
        broken.add(i);
      }
    }
    return broken;
  }

  private static boolean isText(String line) {
    return DRAWN.indexOf(line.charAt(line.length() - 1)) < 0 && DRAWN.indexOf(line.charAt(0)) < 0;
  }

  /** Whether a line may be the rest of another one: it has neither an indentation nor a prefix. */
  private static boolean continuesLine(String line) {
    if (line.isBlank() || "\t[>$#|│".indexOf(line.charAt(0)) >= 0) {
      return false;
    }
    int digits = 0;
    int capitals = 0;
    while (digits < line.length() && Character.isDigit(line.charAt(digits))) {
      digits++;
    }
    while (capitals < line.length() && Character.isUpperCase(line.charAt(capitals))) {
      capitals++;
    }
    boolean dated = digits > 1 && startsWithAny(line.substring(digits), "-", ":", "/");
    boolean levelled = capitals > 3 && startsWithAny(line.substring(capitals), " ", ":");
    return !dated && !levelled && !startsWithAny(line, "  ", "Traceback", "File ", "+ ", "- ");
  }

  private static boolean startsWithAny(String text, String... starts) {
    for (String start : starts) {
      if (text.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  private boolean isProven(List<Integer> broken, boolean usual) {
    boolean parted = false;
    boolean partedByQuotes = false;
    Set<String> shapes = new HashSet<>();
    for (int line : broken) {
      String first = text(line);
      String rest = text(line + 1);
      // WorkNCCL(SeqNum=339, OpType=BROADCAST, NumelIn=5164000, NumelOut=5
      // 164000, Timeout(ms)=1800000) ran for 1800116 milliseconds before timing out.
      boolean parentheses = balance(first) > 0 && balance(rest) < 0;
      parted |= parentheses || isOdd(first, '"') && isOdd(rest, '"');
      // `cublasLtGetStatusString' of ld has one of them.
      partedByQuotes |= isOdd(first, '\'') && isOdd(rest, '\'');
      shapes.add(withoutDigits(first));
    }
    return shapes.size() > 1 ? parted || partedByQuotes : parted && usual;
  }

  private static long balance(String text) {
    return countOf(text, '(') - countOf(text, ')');
  }

  private static boolean isOdd(String text, char c) {
    return countOf(text, c) % 2 == 1;
  }

  private static long countOf(String text, char c) {
    return text.chars().filter(other -> other == c).count();
  }

  private static String withoutDigits(String text) {
    StringBuilder rest = new StringBuilder();
    text.chars().filter(c -> !Character.isDigit(c)).forEach(c -> rest.append((char) c));
    return rest.toString();
  }

  /** Moves the break behind a line to the end of the next one, before the breaks that are there. */
  private void joinToNext(int line) {
    int at = starts.get(line + 1) - 1;
    int end = at + 1;
    while (bytes[end] != '\n' && end + 1 < starts.getLast() - 1) {
      end++;
    }
    int to = bytes[end] == '\n' ? end : end + 1;
    System.arraycopy(bytes, at + 1, bytes, at, to - at - 1);
    bytes[to - 1] = '\n';
  }
}
