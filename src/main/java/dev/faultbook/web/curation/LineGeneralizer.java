package dev.faultbook.web.curation;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
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

  /** Folders whose paths are the same on every machine. */
  private static final List<String> SYSTEM = List.of("/dev/", "/proc/", "/sys/", "/etc/");

  private static final Pattern PART =
      Pattern.compile(
          // What redaction left, such as <secret-1>, and what printed an ellipsis itself
          "(?P<gap><[^>]{0,20}-[^>]{0,20}\\d>|\\.\\.\\.|[\\x00-\\x08\\n-\\x1f\\x7f-\\x9f])"
              // /home/alice/run/train.py
              + "|(?P<path>/[^ '\"()\\[\\],:;]+)"
              // 7.83 GiB
              + "|(?P<size>\\d+(?:\\.\\d\\w*)* (?:[KMGT]i?B|bytes)\\b)"
              // 10.0.0.1:29500 and 2026-11-21
              + "|(?P<number>\\d\\w*(?:[.:,-]\\d\\w*)*)"
              + "|(?P<word>[A-Za-z_]\\w*)");

  private final String text;
  private final StringBuilder out = new StringBuilder();
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
    Matcher part = PART.matcher(text);
    int done = 0;
    while (done < text.length() && part.find(done)) {
      addLiterals(done, part.start());
      done = part.end();
      if (part.group("word") != null) {
        addWord(part.group());
      } else if (part.group("size") != null) {
        sizes++;
        out.append(sizes == 1 ? "{size:size}" : "{size" + sizes + ":size}");
      } else if (part.group("path") != null && isFixed(part.start())) {
        done = part.start() + 1;
        addLiterals(part.start(), done);
      } else {
        addGap();
      }
    }
    addLiterals(done, text.length());
    return trimGaps();
  }

  /** Whether a path is the same everywhere, as {@code /dev/shm} is, or a part of {@code a/b}. */
  private boolean isFixed(int path) {
    boolean starts = path == 0 || " '\"(=[:,".indexOf(text.charAt(path - 1)) >= 0;
    return !starts || SYSTEM.stream().anyMatch(folder -> text.startsWith(folder, path));
  }

  /** Adds a word; a number at its end, a hash and a random suffix like {@code w3Kp0e} are gaps. */
  private void addWord(String word) {
    int digit = 0;
    while (digit < word.length() && !Character.isDigit(word.charAt(digit))) {
      digit++;
    }
    boolean numbered = digit < word.length();
    boolean hash =
        word.length() >= MIN_HASH && word.chars().allMatch(c -> Character.digit(c, 16) >= 0);
    boolean random =
        word.length() >= MIN_RANDOM && word.substring(digit).chars().anyMatch(Character::isLetter);
    out.append(word, 0, numbered && (hash || random) ? 0 : digit);
    if (numbered) {
      addGap();
    }
  }

  /** Dots beside a gap belong to it: their number decides what a gap is. */
  private void addGap() {
    while (!out.isEmpty() && out.charAt(out.length() - 1) == '.') {
      out.setLength(out.length() - 1);
    }
    out.append(GAP);
  }

  private void addLiterals(int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c) || c >= '\uFFF0') {
        addGap();
      } else if (c != '.' || !out.toString().endsWith(GAP)) {
        out.append("{}\\".indexOf(c) >= 0 ? "\\" : "").append(c == '\t' ? ' ' : c);
      }
    }
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
