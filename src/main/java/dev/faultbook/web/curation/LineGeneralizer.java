package dev.faultbook.web.curation;

import java.util.List;

/**
 * Makes a line that software printed a signature: what differs from run to run becomes a gap, and
 * sizes become captures. Linear in the length of the line.
 */
final class LineGeneralizer {
  private static final String GAP = "...";

  /** The longest text that is used; people paste parts of longer lines. */
  private static final int MAX_LINE = 300;

  /** Shortest word of hexadecimal digits that counts as an address or a hash. */
  private static final int MIN_HASH = 8;

  private static final int MIN_RANDOM = 6;
  private static final int MAX_PLACEHOLDER = 24;

  private static final List<String> UNITS =
      List.of("KiB", "MiB", "GiB", "TiB", "KB", "MB", "GB", "TB", "bytes");

  /** Folders whose paths are the same on every machine. */
  private static final List<String> SYSTEM = List.of("/dev/", "/proc/", "/sys/", "/etc/");

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int sizes;

  private LineGeneralizer(String text) {
    this.text = text;
  }

  /** The signature of a line in the notation of {@code line:}; may lack a distinctive word. */
  static String toSignature(String line) {
    return new LineGeneralizer(shorten(line.strip())).generalize();
  }

  /** The line for a reader: what differs from run to run is an ellipsis. */
  static String toTitle(String line) {
    StringBuilder title = new StringBuilder();
    String signature = toSignature(line);
    for (int i = 0; i < signature.length(); i++) {
      char c = signature.charAt(i);
      if (signature.startsWith(GAP, i)) {
        title.append('\u2026');
        i += GAP.length() - 1;
      } else if (c == '{') {
        title.append('\u2026');
        i = signature.indexOf('}', i);
      } else if (c == '\\') {
        i++;
        title.append(signature.charAt(i));
      } else {
        title.append(c);
      }
    }
    // Twice the same brace would be a variable of the page.
    return title.toString().replace("{{", "{").replace("}}", "}");
  }

  private static String shorten(String line) {
    if (line.length() <= MAX_LINE) {
      return line;
    }
    int blank = line.lastIndexOf(' ', MAX_LINE);
    return line.substring(0, blank > 0 ? blank : MAX_LINE);
  }

  private String generalize() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '<' && skipPlaceholder()
          || c == '/' && skipPath()
          || text.startsWith(GAP, at) && skipTo(at + GAP.length())) {
        addGap();
      } else if (isWordPart(c)) {
        readWord();
      } else if (isUnprintable(c)) {
        addGap();
        at++;
      } else {
        addLiteral(c);
        at++;
      }
    }
    return trimGaps();
  }

  private static boolean isUnprintable(char c) {
    return Character.isISOControl(c) && c != '\t' || Character.isSurrogate(c) || c >= '\uFFF0';
  }

  private boolean skipTo(int end) {
    at = end;
    return true;
  }

  /** Skips what redaction left: {@code <secret-1>}. */
  private boolean skipPlaceholder() {
    int limit = Math.min(text.length(), at + MAX_PLACEHOLDER);
    int end = text.indexOf('>', at, limit);
    if (end < 0 || !Character.isDigit(text.charAt(end - 1)) || text.indexOf('-', at, end) < 0) {
      return false;
    }
    return skipTo(end + 1);
  }

  /** Skips {@code /home/alice/run/train.py}, but not {@code /dev/shm} or {@code a/b}. */
  private boolean skipPath() {
    boolean starts = at == 0 || " '\"(=[:,".indexOf(text.charAt(at - 1)) >= 0;
    if (!starts || SYSTEM.stream().anyMatch(folder -> text.startsWith(folder, at))) {
      return false;
    }
    int end = at;
    while (end < text.length() && " '\"()[],:;".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end > at + 1 && skipTo(end);
  }

  /** Whether a word is random, like the suffix of {@code nccl-w3Kp0e}: a letter follows a digit. */
  private boolean isRandom(int start, int digit) {
    if (at - start < MIN_RANDOM) {
      return false;
    }
    for (int i = digit; i < at; i++) {
      if (Character.isLetter(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Reads a run of letters and digits: a word, a number, or a name that ends in a number. */
  private void readWord() {
    int start = at;
    skipWord();
    int digit = start;
    while (digit < at && !Character.isDigit(text.charAt(digit))) {
      digit++;
    }
    boolean hash = text.substring(start, at).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    if (digit == at) {
      out.append(text, start, at);
    } else if (digit == start) {
      readNumber(start);
    } else if (hash && at - start >= MIN_HASH || isRandom(start, digit)) {
      addGap();
    } else {
      out.append(text, start, digit);
      addGap();
    }
  }

  /** Reads the rest of {@code 7.83 GiB}, {@code 10.0.0.1:29500} or {@code 2026-11-21}. */
  private void readNumber(int start) {
    boolean plain = isNumber(start, at);
    while (at + 1 < text.length()
        && ".:,-".indexOf(text.charAt(at)) >= 0
        && Character.isDigit(text.charAt(at + 1))) {
      plain &= text.charAt(at) == '.';
      at++;
      skipWord();
    }
    if (plain && skipUnit()) {
      sizes++;
      out.append(sizes == 1 ? "{size:size}" : "{size" + sizes + ":size}");
    } else {
      addGap();
    }
  }

  private void skipWord() {
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
  }

  private boolean skipUnit() {
    int unit = text.startsWith(" ", at) ? at + 1 : at;
    for (String each : UNITS) {
      int end = unit + each.length();
      if (text.startsWith(each, unit) && (end == text.length() || !isWordPart(text.charAt(end)))) {
        return skipTo(end);
      }
    }
    return false;
  }

  private boolean isNumber(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Character.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  /** Dots beside a gap belong to it: their number decides what a gap is. */
  private void addGap() {
    while (!out.isEmpty() && out.charAt(out.length() - 1) == '.') {
      out.setLength(out.length() - 1);
    }
    out.append(GAP);
  }

  private boolean endsWithGap() {
    return out.length() >= GAP.length() && out.indexOf(GAP, out.length() - GAP.length()) >= 0;
  }

  private void addLiteral(char c) {
    if (c == '.' && endsWithGap()) {
      return;
    }
    if (c == '{' || c == '}' || c == '\\') {
      out.append('\\');
    }
    out.append(c == '\t' ? ' ' : c);
  }

  /** A gap is implied at both ends. */
  private String trimGaps() {
    String signature = out.toString().strip();
    while (signature.startsWith(GAP)) {
      signature = signature.substring(GAP.length()).strip();
    }
    while (signature.endsWith(GAP)) {
      signature = signature.substring(0, signature.length() - GAP.length()).strip();
    }
    return signature;
  }
}
