package dev.faultbook.signature;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The text that a typed capture matches. All types are ASCII and greedy, without backtracking. */
public enum CaptureType {
  /** The shortest text up to the next literal, at most 512 bytes. */
  TEXT,
  /** A whole number, with or without a sign. */
  INT,
  /** Hexadecimal digits, with or without {@code 0x}. */
  HEX,
  /** A number with a unit of bytes: {@code 2.00 GiB}, {@code 9637888 bytes}, {@code 64MB}. */
  SIZE,
  /** Numbers joined by dots, with an optional suffix: {@code 2.14.3+cuda11.8}. */
  VERSION,
  /** A path or file name: no blank, no quote. */
  PATH,
  /**
   * What the job itself loads: a model, an image, a checkpoint, as a path or as {@code
   * nvcr.io/nvidia/pytorch:25.01-py3}. Unlike a {@link #PATH} it needs no root in a command, so a
   * command that has one only reads it, or loads it as the job did.
   */
  REFERENCE,
  /** A host name or address, with or without a port. */
  HOST,
  /** The number of a TCP or UDP port, 1 to 65535. */
  PORT,
  /**
   * A device: {@code mlx5_0}, {@code eth0.100}, {@code /dev/nvidia0}, or its PCI address {@code
   * 0000:41:00.0}.
   */
  DEVICE,
  /**
   * An identifier: a letter, a digit or {@code _}, then also {@code .} and {@code -}; never two
   * dots in a row, and none at its end.
   */
  NAME,
  /** Letters, digits, {@code _} and {@code -}. */
  WORD;

  static final int MAX_LENGTH = 512;

  /**
   * The type of a name such as {@code host}.
   *
   * @return empty for an unknown name, and for {@link #TEXT}, which has none
   */
  public static Optional<CaptureType> findByName(String name) {
    for (CaptureType type : values()) {
      if (type != TEXT && type.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /**
   * The type of a capture that occurs in several patterns: their common type, otherwise {@link
   * #TEXT}.
   */
  public static CaptureType commonType(CaptureType one, CaptureType other) {
    return one == other ? one : TEXT;
  }

  /** Names of all types that can be declared, for messages. */
  public static String declarableNames() {
    return "int, hex, size, version, path, reference, host, port, device, name or word";
  }

  static PatternException unknownType(String name) {
    return new PatternException("'" + name + "' is not a capture type: use " + declarableNames());
  }

  /**
   * The value as one word of a command line. The value is untrusted: it is accepted only in the
   * form of this type, in ASCII and of bounded length, without a blank, a control character, a
   * leading dash or a path segment {@code ..}. A name is accepted for {@link #WORD}, too.
   *
   * @param value as stated by a log or a link
   * @return the word, which needs quotes only if it holds square brackets; empty if the value must
   *     not be used in a command, as for every {@link #TEXT}
   */
  public Optional<String> toArgument(String value) {
    return CommandArguments.toArgument(this, value);
  }

  /**
   * The index after the last byte of this type's text at {@code from}; {@code from} if there is
   * none.
   */
  int findEnd(byte[] b, int from, int to) {
    int most = Math.min(to, from + MAX_LENGTH);
    return switch (this) {
      case INT -> digitsEnd(b, signEnd(b, from, most), most, from);
      case HEX -> hexEnd(b, from, most);
      case SIZE -> sizeEnd(b, from, most);
      case VERSION -> versionEnd(b, from, most);
      case PATH, REFERENCE -> trimmedEnd(b, from, findFurthestEnd(b, from, to), ".:,");
      case HOST -> trimmedEnd(b, from, findFurthestEnd(b, from, to), ".:<");
      case PORT -> portEnd(b, from, most);
      case DEVICE -> deviceEnd(b, from, most);
      case NAME -> nameEnd(b, from, most);
      case WORD -> runEnd(b, from, most, "_-");
      case TEXT -> throw new IllegalStateException("text captures end at the next literal");
    };
  }

  /**
   * The index after the last byte that can belong to this type's text, even if {@link #findEnd}
   * leaves the end of the run to the surrounding sentence; {@code from} for types with one possible
   * end.
   */
  int findFurthestEnd(byte[] b, int from, int to) {
    int most = Math.min(to, from + MAX_LENGTH);
    return switch (this) {
      case PATH, REFERENCE -> runOfAnyScript(b, from, most, "/\\:._-+~@=,%#<>");
      case HOST -> runOfAnyScript(b, from, most, ".:_-[]%<>");
      default -> from;
    };
  }

  /**
   * Whether a value ends where any later beginning in its run ends, so that a pattern that fails at
   * the value fails at each of them. A number in {@code 1.2.3} can end in the middle.
   */
  boolean hasOneRun() {
    return switch (this) {
      case VERSION, PATH, REFERENCE, HOST, NAME, WORD -> true;
      case TEXT, INT, HEX, SIZE, PORT, DEVICE -> false;
    };
  }

  private static int portEnd(byte[] b, int from, int to) {
    int end = digitsEnd(b, from, to, from);
    int number = 0;
    for (int i = from; i < Math.min(end, from + 6); i++) {
      number = 10 * number + b[i] - '0';
    }
    return end - from <= 5 && number >= 1 && number <= 65_535 ? end : from;
  }

  private static int deviceEnd(byte[] b, int from, int to) {
    int pci = pciAddress(b, from, to);
    if (pci > from) {
      return pci;
    }
    byte[] folder = {'/', 'd', 'e', 'v', '/'};
    boolean file =
        from + folder.length < to
            && Arrays.equals(b, from, from + folder.length, folder, 0, folder.length);
    if (!file) {
      return nameEnd(b, from, to);
    }
    int at = from + folder.length;
    int end = nameEnd(b, at, to);
    while (end > at && end + 1 < to && b[end] == '/' && nameEnd(b, end + 1, to) > end + 1) {
      at = end + 1;
      end = nameEnd(b, at, to);
    }
    return end > from + folder.length ? end : from;
  }

  /** {@code 0000:41:00.0} or {@code 00000000:41:00}; {@code from} if there is none. */
  static int pciAddress(byte[] b, int from, int to) {
    int domain = hexRun(b, from, to);
    int bus = domain + 3;
    int slot = bus + 3;
    boolean sized = (domain - from == 4 || domain - from == 8) && slot <= to;
    if (!sized || !isHexBehindColon(b, domain, bus, to) || !isHexBehindColon(b, bus, slot, to)) {
      return from;
    }
    boolean function = slot + 1 < to && b[slot] == '.' && hexRun(b, slot + 1, to) == slot + 2;
    return function ? slot + 2 : slot;
  }

  /** Whether hexadecimal digits fill the bytes between a colon and {@code end}, and end there. */
  private static boolean isHexBehindColon(byte[] b, int colon, int end, int to) {
    return b[colon] == ':' && hexRun(b, colon + 1, to) == end;
  }

  private static int hexRun(byte[] b, int from, int to) {
    int i = from;
    while (i < to && Character.digit(b[i], 16) >= 0) {
      i++;
    }
    return i;
  }

  private static int nameEnd(byte[] b, int from, int to) {
    if (from >= to || !isLetterOrDigit(b[from]) && b[from] != '_') {
      return from;
    }
    int i = from + 1;
    while (i < to && (isLetterOrDigit(b[i]) || "_.-".indexOf((char) b[i]) >= 0)) {
      if (b[i] == '.' && b[i - 1] == '.') {
        break;
      }
      i++;
    }
    return trimmedEnd(b, from, i, ".-");
  }

  private static int signEnd(byte[] b, int from, int to) {
    return from < to && (b[from] == '-' || b[from] == '+') ? from + 1 : from;
  }

  private static int digitsEnd(byte[] b, int at, int to, int none) {
    int i = at;
    while (i < to && isDigit(b[i])) {
      i++;
    }
    return i > at ? i : none;
  }

  private static int hexEnd(byte[] b, int from, int to) {
    boolean marked = from + 1 < to && b[from] == '0' && (b[from + 1] == 'x' || b[from + 1] == 'X');
    int at = marked ? from + 2 : from;
    int i = at;
    while (i < to && Character.digit(b[i], 16) >= 0) {
      i++;
    }
    return i > at ? i : from;
  }

  private static int sizeEnd(byte[] b, int from, int to) {
    int i = digitsEnd(b, from, to, from);
    if (i == from) {
      return from;
    }
    if (i + 1 < to && b[i] == '.' && isDigit(b[i + 1])) {
      i = digitsEnd(b, i + 1, to, i);
    }
    int unit = i;
    while (unit < to && b[unit] == ' ') {
      unit++;
    }
    int end = unit;
    while (end < to && isLetter(b[end])) {
      end++;
    }
    return Sizes.bytesPerUnit(new String(b, unit, end - unit, StandardCharsets.US_ASCII)) > 0
        ? end
        : i;
  }

  private static int versionEnd(byte[] b, int from, int to) {
    int i = digitsEnd(b, from, to, from);
    if (i == from) {
      return from;
    }
    int end = i;
    while (end + 1 < to && isVersionJoin(b[end]) && isLetterOrDigit(b[end + 1])) {
      end++;
      while (end < to && isLetterOrDigit(b[end])) {
        end++;
      }
    }
    return end;
  }

  private static boolean isVersionJoin(byte c) {
    return c == '.' || c == '+' || c == '-' || c == '_';
  }

  private static int runEnd(byte[] b, int from, int to, String others) {
    int i = from;
    while (i < to && (isLetterOrDigit(b[i]) || others.indexOf((char) b[i]) >= 0)) {
      i++;
    }
    return i;
  }

  /** The same, including letters beyond ASCII. */
  private static int runOfAnyScript(byte[] b, int from, int to, String others) {
    int i = from;
    while (i < to && (b[i] < 0 || isLetterOrDigit(b[i]) || others.indexOf((char) b[i]) >= 0)) {
      i++;
    }
    return i;
  }

  private static int trimmedEnd(byte[] b, int from, int end, String tail) {
    int i = end;
    while (i > from && tail.indexOf((char) b[i - 1]) >= 0) {
      i--;
    }
    return i;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(byte c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isLetterOrDigit(byte c) {
    return isDigit(c) || isLetter(c);
  }
}
