package dev.faultbook.cli;

import java.util.Map;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Option;

/** The option that says whether answers to read are coloured. */
final class Colors {
  /** Indents of a plain report: lines of the log, and commands. */
  private static final int QUOTE = 4;

  private static final int COMMAND = 6;
  private static final String LABEL_END = "  ";

  /** When an answer is coloured. */
  enum When {
    AUTO,
    ALWAYS,
    NEVER
  }

  @Option(
      names = {"--color", "--colour"},
      paramLabel = "auto|always|never",
      defaultValue = "auto",
      description = "Colour of the answer; auto (default): in a terminal, unless NO_COLOR is set.")
  private When when = When.AUTO;

  /** Prints a plain report to standard output. */
  void print(String report, Streams streams) {
    streams.out().print(paint(report, streams, 1));
  }

  /**
   * A plain report, coloured if that is wanted.
   *
   * @param descriptor where it will be printed: 1 standard output, 2 standard error
   */
  String paint(String report, Streams streams, int descriptor) {
    boolean wanted =
        switch (when) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTO -> streams.own() && Posix.isTerminal(descriptor) && isAllowed(System.getenv());
        };
    return wanted ? paint(report) : report;
  }

  /**
   * Whether the environment lets programs colour.
   *
   * @see <a href="https://no-color.org">NO_COLOR</a>
   */
  static boolean isAllowed(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Colours by indents: a report holds no control characters of the log. */
  static String paint(String report) {
    StringBuilder out = new StringBuilder();
    boolean first = true;
    for (String line : report.lines().toList()) {
      String text = line.stripLeading();
      int indent = line.length() - text.length();
      int label = first ? text.length() : text.indexOf(LABEL_END);
      out.append(line, 0, indent);
      if (indent >= QUOTE) {
        out.append(color(text, indent >= COMMAND ? Style.fg_cyan : Style.fg_yellow));
      } else {
        // "ROOT CAUSE  …", "  Fix 1  …": the label is bold, and so is the whole headline.
        int end = Math.max(label, 0);
        out.append(color(text.substring(0, end), Style.bold)).append(text, end, text.length());
      }
      out.append('\n');
      first = false;
    }
    return out.toString();
  }

  private static String color(String text, Style style) {
    return text.isEmpty() ? "" : style.on() + text + Style.reset.on();
  }
}
