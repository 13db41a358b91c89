package dev.faultbook.content;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A variable {@code {{name|default}}} of a page or a command, or {@code {{name*1.5|default}}}.
 *
 * @param start index of its first character in the text
 * @param end one past its last character
 * @param name name of a capture or a fact
 * @param factor what the number of the value is multiplied by; null for the value as it is
 * @param defaultValue the text to show if there is no value that may be inserted
 */
record Variable(int start, int end, String name, @Nullable BigDecimal factor, String defaultValue) {

  private static final Pattern FORM =
      Pattern.compile("\\{\\{([a-z][a-z0-9_]*)(?:\\*([0-9]+(?:\\.[0-9]+)?))?\\|((?s:.)*?)}}");

  /** The variables of a text, in order. Other text between braces is ignored. */
  static List<Variable> findAll(String text) {
    // Most commands have none, and every answer fills them.
    if (!text.contains("{{")) {
      return List.of();
    }
    List<Variable> variables = new ArrayList<>();
    for (Matcher found = FORM.matcher(text); found.find(); ) {
      Optional<BigDecimal> factor =
          Optional.ofNullable(found.group(2)).flatMap(Variable::parseNumber);
      variables.add(
          new Variable(
              found.start(), found.end(), found.group(1), factor.orElse(null), found.group(3)));
    }
    return variables;
  }

  /**
   * A value multiplied by the factor, rounded up to a whole number, with its unit: {@code 384Gi}
   * for {@code 256Gi * 1.5}. Empty if the value does not begin with a number.
   */
  Optional<String> scale(String value) {
    if (factor == null) {
      return Optional.of(value);
    }
    int end = 0;
    while (end < value.length()
        && (Character.isDigit(value.charAt(end)) || value.charAt(end) == '.')) {
      end++;
    }
    String unit = value.substring(end);
    return parseNumber(value.substring(0, end))
        .map(number -> number.multiply(factor).setScale(0, RoundingMode.CEILING))
        .map(number -> number.toPlainString() + unit);
  }

  private static Optional<BigDecimal> parseNumber(String digits) {
    try {
      return Optional.of(new BigDecimal(digits));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  /** The error message for a variable in a command whose value has no type. */
  String untypedMessage() {
    return "{{"
        + name
        + "|…}} is used in a command and has no type: write {"
        + name
        + ":TYPE} or (?<"
        + name
        + ":TYPE>…), the same in every signature that captures it, or for a fact `types:` in "
        + FactRuleReader.FILE
        + "; types are "
        + CaptureType.declarableNames();
  }
}
