package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value in brackets, which holds other values: {@code ['k1', 'k2']}, {@code {"value": "…"}},
 * {@code Some("…")}.
 *
 * @param elements the values, without the keys of a map
 * @param map whether the values have keys
 * @param start index after the opening bracket
 * @param end index after the closing bracket
 */
record ValueContainer(List<SecretValue> elements, boolean map, int start, int end) {

  private static final String OPENING = "[({";
  private static final String CLOSING = "])}";
  private static final int LONGEST = 2000;
  private static final int LONGEST_WRAPPER = 12;
  private static final int MAX_DEPTH = 6;

  /** Constructors of a value in parentheses, in Rust and Python. */
  private static final Set<String> WRAPPERS =
      Set.of("Some", "Ok", "Just", "Secret", "SecretStr", "SecretBytes", "String", "str", "bytes");

  ValueContainer {
    elements = List.copyOf(elements);
  }

  /**
   * Reads the container that starts at a position.
   *
   * @return null if there is none, or if it does not end on the line
   */
  static @Nullable ValueContainer at(String line, int from) {
    int open = openingBracket(line, from);
    if (open == line.length() || OPENING.indexOf(line.charAt(open)) < 0) {
      return null;
    }
    List<SecretValue> elements = new ArrayList<>();
    boolean map = false;
    boolean described = false;
    int depth = 0;
    int limit = Math.min(line.length(), open + LONGEST);
    int i = open;
    while (i < limit) {
      char c = line.charAt(i);
      if (OPENING.indexOf(c) >= 0) {
        depth++;
        i++;
        if (depth > MAX_DEPTH) {
          return null;
        }
      } else if (CLOSING.indexOf(c) >= 0) {
        depth--;
        i++;
        if (depth == 0) {
          return new ValueContainer(elements, map, open + 1, i);
        }
      } else if (isSeparator(c)) {
        i++;
      } else {
        SecretValue element = elementAt(line, i, limit);
        int end = element.end() + (element.quoted() ? 1 : 0);
        int behind = TextRuns.skipBlanks(line, Math.min(end, line.length()));
        boolean key = behind < limit && (line.charAt(behind) == ':' || line.charAt(behind) == '=');
        map |= key;
        if (!key && !described) {
          elements.add(element);
        }
        described = key && DescriptionKeys.contains(line.substring(element.start(), element.end()));
        i = Math.max(i + 1, end);
      }
    }
    return null;
  }

  /**
   * Returns the position of the bracket that opens a container at a position, behind the name of a
   * constructor; {@code from} if there is no constructor.
   */
  static int openingBracket(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < LONGEST_WRAPPER && TextRuns.isLetter(line.charAt(i))) {
      i++;
    }
    boolean wrapper =
        i < line.length() && line.charAt(i) == '(' && WRAPPERS.contains(line.substring(from, i));
    return wrapper ? i : from;
  }

  private static SecretValue elementAt(String line, int from, int limit) {
    SecretValue value = SecretValue.at(line, from, limit - from);
    if (value.quoted()) {
      return value;
    }
    int end = from;
    while (end < limit
        && !isSeparator(line.charAt(end))
        && CLOSING.indexOf(line.charAt(end)) < 0
        && line.charAt(end) != ':'
        && line.charAt(end) != '=') {
      end++;
    }
    // A Base64 value ends with equals signs.
    while (end < limit && line.charAt(end) == '=' && endsElement(line, end + 1, limit)) {
      end++;
    }
    return new SecretValue(from, end, false);
  }

  private static boolean endsElement(String line, int at, int limit) {
    return at >= limit
        || line.charAt(at) == '='
        || isSeparator(line.charAt(at))
        || CLOSING.indexOf(line.charAt(at)) >= 0;
  }

  private static boolean isSeparator(char c) {
    return TextRuns.isBlank(c) || c == ',' || c == ';' || c == ':' || c == '=';
  }
}
