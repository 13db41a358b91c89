package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import java.util.ArrayList;
import java.util.List;

/**
 * A variable {@code {{name|default}}} of a page or a command.
 *
 * @param start index of its first character in the text
 * @param end one past its last character
 * @param name name of a capture or a fact
 * @param defaultValue the text to show if there is no value that may be inserted
 */
record Variable(int start, int end, String name, String defaultValue) {

  /** The variables of a text, in order. Other text between braces is ignored. */
  static List<Variable> findAll(String text) {
    List<Variable> variables = new ArrayList<>();
    int at = text.indexOf("{{");
    while (at >= 0) {
      int end = text.indexOf("}}", at);
      int bar = text.indexOf('|', at);
      if (end < 0) {
        break;
      }
      if (bar > at && bar < end && isName(text, at + 2, bar)) {
        variables.add(
            new Variable(at, end + 2, text.substring(at + 2, bar), text.substring(bar + 1, end)));
      }
      at = text.indexOf("{{", at + 2);
    }
    return variables;
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
