package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The places {@code {{name|default}}} in pages and commands that are filled with what the log says.
 */
public final class Places {
  private static final int LONGEST_VALUE = 200;

  private Places() {}

  /** One place: {@code text[start, end)} and what it is made of. */
  record Place(int start, int end, String name, String otherwise) {}

  static List<Place> in(String text) {
    List<Place> places = new ArrayList<>();
    int at = text.indexOf("{{");
    while (at >= 0) {
      int end = text.indexOf("}}", at);
      int bar = text.indexOf('|', at);
      if (end < 0) {
        break;
      }
      if (bar > at && bar < end && isName(text, at + 2, bar)) {
        places.add(
            new Place(at, end + 2, text.substring(at + 2, bar), text.substring(bar + 1, end)));
      }
      at = text.indexOf("{{", at + 2);
    }
    return places;
  }

  /**
   * Fills the places of a text.
   *
   * @param captures values by name; a value that holds anything but the characters of names,
   *     numbers, paths and addresses is not used, so that nothing from a log can become part of a
   *     command
   */
  public static String fill(String template, Map<String, String> captures) {
    String text = TemplateFunction.fill(template, captures);
    List<Place> places = in(text);
    if (places.isEmpty()) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (Place place : places) {
      String value = captures.get(place.name());
      out.append(text, from, place.start());
      out.append(value != null && isHarmless(value) ? value : place.otherwise());
      from = place.end();
    }
    return out.append(text, from, text.length()).toString();
  }

  private static boolean isHarmless(String value) {
    if (value.isEmpty() || value.length() > LONGEST_VALUE || value.charAt(0) == '-') {
      return false;
    }
    return value
        .chars()
        .allMatch(c -> Character.isLetterOrDigit(c) || "._:/+- @[]%".indexOf(c) >= 0);
  }

  private static boolean isName(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && i > from || c == '_' && i > from)) {
        return false;
      }
    }
    return to > from;
  }
}
