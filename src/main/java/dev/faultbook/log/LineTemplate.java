package dev.faultbook.log;

import java.util.HashSet;
import java.util.Set;

/**
 * Masks everything in a line that varies from run to run.
 *
 * <p>The rules, each applied at the start of a run of characters:
 *
 * <ul>
 *   <li>A number, with the characters inside it ({@code 1.5e-3}, {@code 12:30:01}, {@code 0x7f}),
 *       becomes a wildcard. So do digits within a word ({@code eth0}, {@code sm_90}); the rest of
 *       the word stays.
 *   <li>Mixed digits and letters ({@code QzR4bT}, {@code 3f2a9c}, {@code 90a}) become one wildcard.
 *   <li>The name of a host or pod that prefixes of either log state becomes a wildcard.
 *   <li>Of a path only the last part stays, with its digits masked; below {@code /tmp} and {@code
 *       /dev/shm}, where names are generated, only its first word.
 *   <li>The blocks of progress bars become wildcards, and so does their rate.
 *   <li>Wildcards separated only by blanks and punctuation become one, so that lists of different
 *       lengths are equal.
 *   <li>Any white space becomes one blank.
 * </ul>
 *
 * <p>Not thread-safe, because its buffer is reused.
 */
public final class LineTemplate {
  /** Number of characters of the masked line that determine the template. */
  static final int MAX_LENGTH = 1000;

  /** Lines with fewer letters are not steps of a run: rulers, blank lines, bare numbers. */
  private static final int MIN_LETTERS = 3;

  private static final int MAX_LINE = 8 * 1024;
  private static final int MAX_ADDRESS = 48;
  private static final int MIN_HOST = 3;
  private static final char WILDCARD = '#';
  private static final long FNV_START = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private final StringBuilder out = new StringBuilder();
  private final Set<String> hosts = new HashSet<>();
  private final int longestHost;
  private String line = "";
  private int end;

  /**
   * @param hosts names of hosts, complete or up to the first dot
   */
  public LineTemplate(Set<String> hosts) {
    for (String host : hosts) {
      this.hosts.add(host);
      int dot = host.indexOf('.');
      this.hosts.add(dot < 0 ? host : host.substring(0, dot));
    }
    this.hosts.removeIf(host -> host.length() < MIN_HOST);
    longestHost = this.hosts.stream().mapToInt(String::length).max().orElse(0);
  }

  /** The hash of a line without a template. */
  public static final long NONE = 0;

  /**
   * The hash of a message's template, which is the same in every log.
   *
   * @param message a line without its prefix
   * @return {@link #NONE} if there is nothing to compare
   */
  public long hashOf(String message) {
    maskMessage(message);
    int letters = 0;
    long hash = FNV_START;
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      letters += Character.isLetter(c) ? 1 : 0;
      hash = (hash ^ c) * FNV_PRIME;
    }
    if (letters < MIN_LETTERS) {
      return NONE;
    }
    return hash == NONE ? 1 : hash;
  }

  /** The masked text of a message, which the next call overwrites. */
  public CharSequence maskMessage(String message) {
    out.setLength(0);
    line = message;
    end = Math.min(message.length(), MAX_LINE);
    int i = 0;
    while (i < end && out.length() < MAX_LENGTH) {
      i = maskNext(i);
    }
    while (!out.isEmpty() && out.charAt(out.length() - 1) == ' ') {
      out.setLength(out.length() - 1);
    }
    return out;
  }

  private int maskNext(int i) {
    char c = line.charAt(i);
    if (isBlank(c)) {
      return copyBlank(i);
    }
    if (isBar(c)) {
      appendWildcard();
      return i + 1;
    }
    if (c == '/' && startsPath(i)) {
      return maskPath(i);
    }
    if (c == '~' && i + 1 < end && line.charAt(i + 1) == '/') {
      return maskPath(i + 1);
    }
    int host = startsHost(i) ? hostEnd(i) : i;
    if (host > i) {
      appendWildcard();
      return host;
    }
    return maskWordOrCopy(i);
  }

  private int copyBlank(int i) {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
    return i + 1;
  }

  private boolean startsHost(int i) {
    return longestHost > 0
        && isHostPart(line.charAt(i))
        && (i == 0 || !isHostPart(line.charAt(i - 1)));
  }

  private int maskWordOrCopy(int i) {
    boolean word = Character.isLetterOrDigit(line.charAt(i));
    if (word || line.charAt(i) == ':' && isPart(i + 1)) {
      int address = maskAddress(i);
      if (address > i) {
        return address;
      }
    }
    return word ? maskWord(i) : copyChar(i);
  }

  /** The end of a host name, with its domain, that begins here; the start if there is none. */
  private int hostEnd(int from) {
    int stop = from;
    while (stop < end && isHostPart(line.charAt(stop))) {
      stop++;
    }
    int dot = line.indexOf('.', from);
    boolean whole = stop - from <= longestHost && hosts.contains(line.substring(from, stop));
    boolean start =
        dot > from
            && dot < stop
            && dot - from <= longestHost
            && hosts.contains(line.substring(from, dot));
    if (whole) {
      return stop;
    }
    if (!start) {
      return from;
    }
    return dot + 1 < stop ? stop : dot;
  }

  private static boolean isHostPart(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == '_';
  }

  private int copyChar(int i) {
    out.append(line.charAt(i));
    return i + 1;
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == '\u00a0' || c == '\u3000';
  }

  private static boolean isBar(char c) {
    return c >= '\u2580' && c <= '\u259f' || c == '\u2501' || c == '\u2578' || c == '\u257a';
  }

  /** A time, a MAC address, a PCI address or an IPv6 address: at least two colons, and a digit. */
  private int maskAddress(int from) {
    int i = from;
    int colons = 0;
    boolean digit = false;
    while (i < end && i - from < MAX_ADDRESS && isAddressPart(line.charAt(i))) {
      colons += line.charAt(i) == ':' ? 1 : 0;
      digit |= isDigit(line.charAt(i));
      i++;
    }
    boolean whole = i == end || !Character.isLetterOrDigit(line.charAt(i));
    if (colons < 2 || !digit || !whole) {
      return from;
    }
    appendWildcard();
    return i;
  }

  private static boolean isAddressPart(char c) {
    return c == ':' || c == '.' || Character.digit(c, 16) >= 0;
  }

  /** A run of letters and digits. */
  private int maskWord(int from) {
    int i = from;
    int changes = 0;
    int digits = 0;
    boolean hex = true;
    boolean was = isDigit(line.charAt(from));
    while (i < end && Character.isLetterOrDigit(line.charAt(i))) {
      char c = line.charAt(i);
      boolean is = isDigit(c);
      digits += is ? 1 : 0;
      changes += is == was ? 0 : 1;
      hex = hex && Character.digit(c, 16) >= 0;
      was = is;
      i++;
    }
    int rate = rateEnd(from, i);
    if (rate > i) {
      appendWildcard();
      return rate;
    }
    if (digits == 0 && !(hex && endsWith("#-"))) {
      out.append(line, from, i);
      return i;
    }
    boolean counted = digits > 0 && !hex && !isDigit(line.charAt(from)) && changes == 1;
    if (counted) {
      // eth0 and rank3 keep their letters.
      out.append(line, from, firstDigit(from));
    }
    appendWildcard();
    return i;
  }

  private int firstDigit(int from) {
    int at = from;
    while (!isDigit(line.charAt(at))) {
      at++;
    }
    return at;
  }

  private void appendLetters(int from, int to) {
    for (int at = from; at < to && Character.isLetter(line.charAt(at)); at++) {
      out.append(line.charAt(at));
    }
  }

  /** A fast progress bar shows steps per second, a slow one seconds per step. */
  private int rateEnd(int from, int to) {
    boolean fast = line.startsWith("it/s", to - 2) && to - from >= 2;
    boolean slow = line.startsWith("s/it", to - 1);
    if (!fast && !slow) {
      return to;
    }
    int rate = fast ? to + 2 : to + 3;
    return rate <= end && (rate == end || !Character.isLetterOrDigit(line.charAt(rate)))
        ? rate
        : to;
  }

  private boolean startsPath(int i) {
    boolean free = i == 0 || " \t\"'`([<=:,".indexOf(line.charAt(i - 1)) >= 0;
    return free && isPart(i + 1);
  }

  private boolean isPart(int i) {
    return i < end
        && (Character.isLetterOrDigit(line.charAt(i)) || "._-~".indexOf(line.charAt(i)) >= 0);
  }

  /** Only the last part of a path is significant. */
  private int maskPath(int from) {
    int i = from;
    int last = from;
    while (i < end && (isPart(i) || line.charAt(i) == '/' || line.charAt(i) == '+')) {
      if (line.charAt(i) == '/' && isPart(i + 1)) {
        last = i;
      }
      i++;
    }
    out.append('/');
    boolean madeUp = line.startsWith("/tmp/", from) || line.startsWith("/dev/shm/", from);
    if (madeUp) {
      appendLetters(last + 1, i);
    } else {
      maskName(last + 1, i);
    }
    return i;
  }

  private void maskName(int from, int to) {
    int at = from;
    while (at < to) {
      at = Character.isLetterOrDigit(line.charAt(at)) ? Math.min(to, maskWord(at)) : copyChar(at);
    }
  }

  /** Appends a wildcard and merges it with a preceding one if only punctuation lies between. */
  private void appendWildcard() {
    int i = out.length();
    while (i > 0 && isBetween(out.charAt(i - 1))) {
      i--;
    }
    if (i > 0 && out.charAt(i - 1) == WILDCARD) {
      out.setLength(i);
      return;
    }
    int length = out.length();
    boolean signed =
        endsWith("-") && (length == 1 || !Character.isLetterOrDigit(out.charAt(length - 2)));
    if (signed) {
      out.setLength(length - 1);
    }
    out.append(WILDCARD);
  }

  private boolean endsWith(String text) {
    return out.length() >= text.length()
        && out.indexOf(text, out.length() - text.length()) == out.length() - text.length();
  }

  private static boolean isBetween(char c) {
    return " .,:;/-+*<>|%[](){}'\"~^".indexOf(c) >= 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
