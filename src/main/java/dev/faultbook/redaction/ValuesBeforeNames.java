package dev.faultbook.redaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of secrets whose name is on one of the next lines: {@code - value: …} with {@code name:
 * DB_PASSWORD} below it, or {@code <value>…</value>} with {@code <name>…</name>} below it. The text
 * is read once before it is redacted; time and memory are linear in the number of lines.
 */
final class ValuesBeforeNames {

  private static final int MOST_LINES = 3;
  private static final int LONGEST_NAME = 80;
  private static final List<String> NAMES = List.of("name", "Name", "key", "Key");
  private static final List<String> VALUES = List.of("value", "Value");

  private final Assignments assignments;

  /** The names of secrets, by the number of the line of their value, counted from zero. */
  private final Map<Integer, String> names = new HashMap<>();

  /**
   * Line of a value whose name has not been read, and the column of its key; -1 if there is none.
   */
  private int openLine = -1;

  private int openColumn;
  private int lineNumber = -1;

  ValuesBeforeNames(String text, Assignments assignments) {
    this.assignments = assignments;
    if (text.contains("alue")) {
      readText(text);
    }
  }

  /**
   * Redacts the value of the next line of the text, if its name is that of a secret.
   *
   * @param named whether the line starts with a name that is a label
   */
  String redactLine(String line, boolean named, Placeholders placeholders) {
    lineNumber++;
    String name = names.get(lineNumber);
    if (name == null) {
      return line;
    }
    int start = LineLabels.textStart(line, named);
    String program = line.substring(start);
    RedactedSpans spans = new RedactedSpans();
    int element = elementStart(program);
    if (element < 0) {
      assignments.takeValueOf(name, program, YamlLine.of(program).value(), spans);
    } else {
      assignments.takeRangeOf(
          name, program, new TextRange(element, program.indexOf("</", element)), spans);
    }
    return line.substring(0, start) + spans.replaceIn(program, placeholders);
  }

  private void readText(String text) {
    TextLines lines = new TextLines(text);
    for (int number = 0; lines.advance(); number++) {
      if (openLine >= 0 || mayHoldValue(text, lines.start(), lines.end())) {
        String line = lines.line();
        readLine(line.substring(LineLabels.textStart(line, lines.startsWithLabel())), number);
      }
    }
  }

  private static boolean mayHoldValue(String text, int start, int end) {
    return text.indexOf("alue", start, end) >= 0;
  }

  private void readLine(String line, int number) {
    int value = elementStart(line);
    if (value >= 0) {
      open(number, TextRuns.skipBlanks(line, 0));
    }
    int name = openLine >= 0 ? elementName(line, Math.max(0, value)) : -1;
    int end = name < 0 ? -1 : line.indexOf("</", name);
    if (end >= 0) {
      close(line.substring(name, end));
    } else if (value < 0) {
      readField(line, number);
    }
  }

  private void readField(String line, int number) {
    YamlLine yaml = YamlLine.of(line);
    boolean sameObject = yaml.hasKey() && !yaml.isItem() && yaml.column() == openColumn;
    if (VALUES.contains(yaml.key())) {
      open(number, yaml.column());
    } else if (openLine < 0 || !sameObject || number - openLine > MOST_LINES) {
      openLine = -1;
    } else if (NAMES.contains(yaml.key())) {
      SecretValue name = SecretValue.at(line, yaml.value(), LONGEST_NAME);
      close(line.substring(name.start(), Math.max(name.start(), name.end())));
    }
  }

  private void open(int number, int column) {
    openLine = number;
    openColumn = column;
  }

  private void close(String name) {
    if (assignments.isSecretName(name)) {
      names.put(openLine, name);
    }
    openLine = -1;
  }

  /** Returns the start of the text of an element {@code value} at the start; -1 if none. */
  private static int elementStart(String line) {
    String tag = "<value>";
    int start = TextRuns.skipBlanks(line, 0);
    int text = start + tag.length();
    return line.startsWith(tag, start) && line.indexOf("</", text) >= 0 ? text : -1;
  }

  private static int elementName(String line, int from) {
    int name = line.indexOf("<name>", from);
    return name < 0 ? -1 : name + "<name>".length();
  }
}
