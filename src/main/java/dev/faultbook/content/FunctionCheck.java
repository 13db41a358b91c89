package dev.faultbook.content;

import java.util.List;
import java.util.Optional;

/** Checks that the template functions of a page exist and are used correctly. */
final class FunctionCheck {
  private static final String NAME = "abcdefghijklmnopqrstuvwxyz0123456789_.";

  private final String file;
  private final List<String> lines;
  private final ContentErrors faults;

  FunctionCheck(String file, List<String> lines, ContentErrors faults) {
    this.file = file;
    this.lines = lines;
    this.faults = faults;
  }

  void checkFunctions() {
    boolean code = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      code ^= line.startsWith("```");
      for (int at = line.indexOf("{{"); at >= 0; at = line.indexOf("{{", at + 2)) {
        int end = line.indexOf("}}", at);
        if (end >= 0) {
          checkFunction(i, line.substring(at + 2, end), code);
        }
      }
    }
  }

  /** Ignores other text between braces, such as docker's {@code {{.Names}}}. */
  private void checkFunction(int line, String inside, boolean code) {
    int bar = inside.indexOf('|');
    String name = bar < 0 ? inside : inside.substring(0, bar);
    if (!isName(name) || bar >= 0 && name.indexOf('.') < 0) {
      return;
    }
    Optional<TemplateFunction> function = TemplateFunction.find(name);
    if (function.isEmpty()) {
      addFault(
          line,
          name.indexOf('.') < 0
              ? "{{" + name + "}} has no default: write {{" + name + "|DEFAULT}}"
              : "Unknown function {{"
                  + name
                  + "}}; known functions are "
                  + TemplateFunction.listKeys());
    } else if (bar >= 0) {
      addFault(line, "{{" + name + "}} takes no default");
    } else if (function.get().isCommand()
        && !(code && lines.get(line).strip().equals("{{" + name + "}}"))) {
      addFault(
          line, "{{" + name + "}} is a command: it must be alone on a line of a ```bash block");
    }
  }

  private void addFault(int line, String message) {
    faults.add(file, line + 1, message);
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.charAt(0) >= 'a'
        && text.charAt(0) <= 'z'
        && text.chars().allMatch(c -> NAME.indexOf(c) >= 0);
  }
}
