package dev.faultbook.redaction;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line with its escape sequences decoded, and the position of each decoded character in the line.
 * Programs nest their texts: a JSON log holds {@code "env:\nHF_TOKEN=…"}, Go writes an ampersand as
 * a Unicode escape, HTML writes a quote as an entity, a form writes an equals sign as {@code %3D},
 * rsyslog a line break as {@code #012}. Colour codes whose escape character is written as text are
 * left out: {@code \u001b[36m}, {@code #033[0m}, {@code ^[[1m}, {@code [32m}.
 *
 * <p>Decoding does not need to know the format. Where a sequence is ordinary text, as in {@code
 * C:\new}, the decoded text is an additional reading of the line, not a replacement.
 */
final class DecodedText {

  private static final String SIMPLE = "nrtfbve";
  private static final String SIMPLE_DECODED = "\n\r\t    ";
  private static final String LITERAL = "\"'`/\\$ ";
  private static final int LONGEST_ENTITY = 8;
  private static final Map<String, Character> ENTITIES =
      Map.ofEntries(
          Map.entry("quot", '"'),
          Map.entry("apos", '\''),
          Map.entry("amp", '&'),
          Map.entry("lt", '<'),
          Map.entry("gt", '>'),
          Map.entry("nbsp", ' '),
          Map.entry("equals", '='),
          Map.entry("colon", ':'),
          Map.entry("commat", '@'),
          Map.entry("num", '#'),
          Map.entry("newline", '\n'),
          Map.entry("tab", '\t'));

  private final String source;
  private final StringBuilder text;

  /** Position in the source of each decoded character, and of the end. */
  private int[] starts;

  private int at;
  private boolean changed;

  private DecodedText(String source) {
    this.source = source;
    this.text = new StringBuilder(source.length());
    this.starts = new int[source.length() + 1];
  }

  /** Decodes the sequences of a line, one level; null if the line has none. */
  static @Nullable DecodedText of(String line) {
    if (!mayHaveEscape(line)) {
      return null;
    }
    DecodedText decoded = new DecodedText(line);
    decoded.readAll();
    return decoded.changed ? decoded : null;
  }

  /** The decoded text. It may contain line breaks. */
  String text() {
    return text.toString();
  }

  /** Returns the range in the line of a range of the decoded text. */
  TextRange sourceOf(TextRange range) {
    int end = starts[range.end()];
    if (range.isEmpty()) {
      return new TextRange(starts[range.start()], end);
    }
    int last = starts[range.end() - 1] + 1;
    while (last < end && !isLeftOut(last, end)) {
      last++;
    }
    return new TextRange(starts[range.start()], last);
  }

  /** Whether a colour code that does not pass {@code limit} starts at a position of the source. */
  private boolean isLeftOut(int from, int limit) {
    int codeEnd = SpelledCodes.endOf(source, from);
    return codeEnd > from && codeEnd <= limit;
  }

  /**
   * Whether a line of the decoded text can hold secrets that are not found in the source: it has
   * decoded characters, or its first word is joined to the escape before it, as in {@code
   * \nHF_TOKEN=…}.
   */
  boolean isNewLine(TextRange line) {
    boolean decoded = sourceOf(line).length() != line.length();
    return decoded
        || (starts[line.start()] > 0
            && !line.isEmpty()
            && !TextRuns.isBlank(text.charAt(line.start()))
            && !TextRuns.isQuote(text.charAt(line.start())));
  }

  private static boolean mayHaveEscape(String line) {
    return line.indexOf('\\') >= 0
        || (line.indexOf('&') >= 0 && line.indexOf(';') >= 0)
        || line.indexOf('%') >= 0
        || line.contains("#0")
        || SpelledCodes.occurIn(line);
  }

  private void readAll() {
    while (at < source.length()) {
      char c = source.charAt(at);
      int codeEnd = SpelledCodes.endOf(source, at);
      if (codeEnd > at) {
        at = codeEnd;
        changed = true;
        continue;
      }
      boolean read =
          switch (c) {
            case '\\' -> readBackslash();
            case '&' -> readEntity();
            case '%' -> readUtf8("%") || readNumber(1, 2, 16);
            case '#' -> readControl();
            default -> false;
          };
      changed |= read;
      if (!read) {
        append(c, 1);
      }
    }
    starts[text.length()] = source.length();
    starts = Arrays.copyOf(starts, text.length() + 1);
  }

  /** Appends a character that a number of characters of the source stand for. */
  private boolean append(char c, int length) {
    starts[text.length()] = at;
    text.append(c);
    at += length;
    return true;
  }

  private boolean readBackslash() {
    if (at + 1 == source.length()) {
      return false;
    }
    char next = source.charAt(at + 1);
    int simple = SIMPLE.indexOf(next);
    if (simple >= 0) {
      return append(SIMPLE_DECODED.charAt(simple), 2);
    }
    if (LITERAL.indexOf(next) >= 0) {
      return append(next, 2);
    }
    return switch (next) {
      case 'u' -> readNumber(2, 4, 16);
      case 'x' -> readUtf8("\\x") || readNumber(2, 2, 16);
      case '0' -> readNumber(1, 3, 8) || append('\n', 2);
      case '1' -> readNumber(1, 3, 8);
      default -> false;
    };
  }

  /**
   * Reads a character code of a fixed number of digits.
   *
   * @param prefix number of characters before the digits
   * @return false, without effect, if the digits are missing or stand for a control character
   */
  private boolean readNumber(int prefix, int digits, int radix) {
    int code = numberAt(at + prefix, at + prefix + digits, radix);
    if (code == 0) {
      return append('\n', prefix + digits); // separates the variables of /proc/self/environ
    }
    return isText(code) && append((char) code, prefix + digits);
  }

  /**
   * Reads a character beyond ASCII whose bytes are escaped: {@code %E5%AF%86} is U+5BC6. Only
   * characters of two or three bytes are read; names of secrets need no others.
   */
  private boolean readUtf8(String escape) {
    int width = escape.length() + 2;
    int first = byteAt(escape, at);
    int second = byteAt(escape, at + width);
    if (first < 0xc2 || first >= 0xf0 || !isContinuation(second)) {
      return false;
    }
    if (first < 0xe0) {
      return append((char) ((first & 0x1f) << 6 | second & 0x3f), 2 * width);
    }
    int third = byteAt(escape, at + 2 * width);
    int code = (first & 0xf) << 12 | (second & 0x3f) << 6 | third & 0x3f;
    return isContinuation(third) && isText(code) && append((char) code, 3 * width);
  }

  private static boolean isContinuation(int code) {
    return code >= 0x80 && code < 0xc0;
  }

  /**
   * Returns the byte that an escape at a position of the source stands for; -1 if there is none.
   */
  private int byteAt(String escape, int from) {
    int digits = from + escape.length();
    return source.startsWith(escape, from) ? numberAt(digits, digits + 2, 16) : -1;
  }

  /** Reads a control character as rsyslog writes it: {@code #012} is a line break. */
  private boolean readControl() {
    int code = numberAt(at + 1, at + 4, 8);
    return code < ' ' && isText(code) && append((char) code, 4);
  }

  /** Reads an HTML entity: a name or a decimal or hexadecimal number. */
  private boolean readEntity() {
    int limit = Math.min(source.length(), at + 2 + LONGEST_ENTITY);
    int end = source.indexOf(';', at, limit);
    if (end < at + 2) {
      return false;
    }
    boolean number = source.charAt(at + 1) == '#';
    if (!number) {
      Character named = ENTITIES.get(source.substring(at + 1, end).toLowerCase(Locale.ROOT));
      return named != null && append(named, end + 1 - at);
    }
    boolean hexadecimal = (source.charAt(at + 2) | 0x20) == 'x';
    int code = numberAt(at + (hexadecimal ? 3 : 2), end, hexadecimal ? 16 : 10);
    return isText(code) && append((char) code, end + 1 - at);
  }

  private static boolean isText(int code) {
    return code == '\n' || code == '\r' || code == '\t' || (code >= ' ' && code <= 0xffff);
  }

  /** Returns the number at a range of the source; -1 if it is not one. */
  private int numberAt(int start, int end, int radix) {
    if (start >= end || end > source.length()) {
      return -1;
    }
    int number = 0;
    for (int i = start; i < end; i++) {
      int digit = Character.digit(source.charAt(i), radix);
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }
}
