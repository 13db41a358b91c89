package dev.faultbook.signature;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The types that a regular expression declares for its named groups, {@code (?<master:host>\S+)},
 * and the expression without them.
 *
 * @param regex in RE2 syntax, with plain names
 * @param types by name of the group; groups without a declared type are left out
 */
record TypedGroups(String regex, Map<String, CaptureType> types) {

  /** Whether the text after an unescaped character is inside a class such as {@code [a-z]}. */
  private static boolean isInSet(char c, boolean set) {
    return c == '[' || set && c != ']';
  }

  static TypedGroups fromRegex(String source) throws PatternException {
    StringBuilder regex = new StringBuilder(source.length());
    Map<String, CaptureType> types = new LinkedHashMap<>();
    boolean set = false;
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      int name = set ? -1 : nameStart(source, i);
      if (name > 0) {
        int end = source.indexOf('>', name);
        int colon = source.indexOf(':', name);
        boolean typed = colon > 0 && colon < end;
        if (typed) {
          types.put(source.substring(name, colon), typeOf(source.substring(colon + 1, end)));
        }
        regex.append(source, i, typed ? colon : name);
        i = typed ? end : name;
      } else {
        int length = c == '\\' ? Math.min(2, source.length() - i) : 1;
        set = length == 1 ? isInSet(c, set) : set;
        regex.append(source, i, i + length);
        i += length;
      }
    }
    return new TypedGroups(regex.toString(), Map.copyOf(types));
  }

  /** The start of the name of the group that opens here; -1 if it has none. */
  private static int nameStart(String source, int at) {
    if (source.startsWith("(?<", at)) {
      return at + "(?<".length();
    }
    return source.startsWith("(?P<", at) ? at + "(?P<".length() : -1;
  }

  private static CaptureType typeOf(String name) throws PatternException {
    return CaptureType.findByName(name).orElseThrow(() -> CaptureType.unknownType(name));
  }
}
