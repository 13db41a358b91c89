package dev.faultbook.content;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A title with variables {@code {{name}}}, used only if every variable has a value. */
public final class Headline {
  /** Longest headline of an entry, with unfilled variables, in characters. */
  static final int MAX_LENGTH = 140;

  private static final int MAX_VALUE_LENGTH = 80;
  private static final Pattern VARIABLE = Pattern.compile("\\{\\{(.*?)}}");

  private Headline() {}

  static List<String> variableNames(String template) {
    List<String> names = new ArrayList<>();
    for (Matcher variable = VARIABLE.matcher(template); variable.find(); ) {
      names.add(variable.group(1));
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
    for (Matcher variable = VARIABLE.matcher(template); variable.find(); from = variable.end()) {
      String name = variable.group(1);
      String value = values.get(name);
      if (value == null || value.isBlank() || value.length() > MAX_VALUE_LENGTH) {
        return Optional.empty();
      }
      if (name.endsWith("_b")
          && value.equals(values.get(name.substring(0, name.length() - 1) + "a"))) {
        // "{{op_a}} on one side, {{op_b}} on the other" names two different sides.
        return Optional.empty();
      }
      out.append(template, from, variable.start()).append(value.strip());
    }
    return Optional.of(out.append(template, from, template.length()).toString());
  }
}
