package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A title with variables {@code {{name}}}, used only if every variable has a value. */
public final class Headline {
  /** Longest headline of an entry, with unfilled variables, in characters. */
  static final int MAX_LENGTH = 140;

  private static final int MAX_VALUE_LENGTH = 80;

  private Headline() {}

  static List<String> variableNames(String template) {
    List<String> names = new ArrayList<>();
    int at = template.indexOf("{{");
    while (at >= 0) {
      int end = template.indexOf("}}", at);
      if (end < 0) {
        break;
      }
      names.add(template.substring(at + 2, end));
      at = template.indexOf("{{", end);
    }
    return names;
  }

  /**
   * Fills a headline.
   *
   * @param template text with {@code {{name}}} variables
   * @param values captures and facts by name
   * @return the headline, or empty if a value is missing, blank or longer than 80 characters, or if
   *     the two sides {@code x_a} and {@code x_b} have the same value
   */
  public static Optional<String> fill(String template, Map<String, String> values) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (String name : variableNames(template)) {
      String value = values.get(name);
      if (value == null || value.isBlank() || value.length() > MAX_VALUE_LENGTH) {
        return Optional.empty();
      }
      if (name.endsWith("_b")
          && value.equals(values.get(name.substring(0, name.length() - 1) + "a"))) {
        // "{{op_a}} on one side, {{op_b}} on the other" names two different sides.
        return Optional.empty();
      }
      int at = template.indexOf("{{" + name + "}}", from);
      out.append(template, from, at).append(value.strip());
      from = at + name.length() + 4;
    }
    return Optional.of(out.append(template, from, template.length()).toString());
  }
}
