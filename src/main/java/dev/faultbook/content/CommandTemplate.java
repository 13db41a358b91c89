package dev.faultbook.content;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A command of a page with variables {@code {{name|default}}}. A value from a log or a link is
 * inserted only if it is one shell word, or a part of one, in the form of the capture's type;
 * otherwise the default is used.
 *
 * <p>A value with a {@code /} must lie below a stated root, unless it is a {@link
 * dev.faultbook.signature.CaptureType#REFERENCE}: the folder that the default names, {@code
 * {{library|/usr/lib/LIBRARY}}}. If text of the command precedes the variable, as in {@code
 * /var/log/{{file|FILE}}}, that text is the root and the value must not contain {@code /}.
 *
 * @param text the command, possibly of several lines, with unfilled variables
 */
public record CommandTemplate(String text) {
  /** How pages call the reader's own program. */
  private static final String PROGRAM = "train.py";

  private static final Pattern NAMED = Pattern.compile("(^|[\\s'\"(])train\\.py\\b");

  /** A start of the program without a launcher. */
  private static final Pattern STARTED =
      Pattern.compile("(?m)^((?:[A-Z_]+=\\S+ )*)python train\\.py\\b");

  /** Whether there is no command. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  List<Variable> variables() {
    return Variable.findAll(text);
  }

  /** The command with values inserted for its variables. */
  public String fill(TemplateValues values) {
    return named(
        new CommandTemplate(TemplateFunction.fillAll(text, values.computed()))
            .fillVariables(values),
        values);
  }

  /** The command with the program of the log, and its launcher, for those of the page. */
  private static String named(String command, TemplateValues values) {
    if (!command.contains(PROGRAM)) {
      return command;
    }
    String launched =
        values.proseValue("launcher").filter("torchrun"::equals).isPresent()
            ? STARTED.matcher(command).replaceAll("$1torchrun --nproc_per_node=gpu " + PROGRAM)
            : command;
    return values
        .argumentValue("script")
        .map(script -> NAMED.matcher(launched).replaceAll("$1" + Matcher.quoteReplacement(script)))
        .orElse(launched);
  }

  private String fillVariables(TemplateValues values) {
    List<Variable> variables = variables();
    if (variables.isEmpty()) {
      return text;
    }
    BitSet quoted = findQuoted(text);
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (Variable variable : variables) {
      out.append(text, from, variable.start());
      out.append(wordFor(variable, values, quoted).orElse(variable.defaultValue()));
      from = variable.end();
    }
    return out.append(text, from, text.length()).toString();
  }

  private Optional<String> wordFor(Variable variable, TemplateValues values, BitSet quoted) {
    return values
        .argumentValue(variable.name())
        .filter(word -> values.needsNoRoot(variable.name()) || isBelowRoot(word, variable))
        .flatMap(variable::scale)
        .map(word -> isAddressBeforePort(word, variable) ? "[" + word + "]" : word)
        .map(
            word ->
                word.startsWith("[") && !quoted.get(variable.start()) ? "'" + word + "'" : word);
  }

  /** The characters of a command that are inside quotes, by the rules of a shell. */
  private static BitSet findQuoted(String command) {
    BitSet quoted = new BitSet();
    char quote = 0;
    int i = 0;
    while (i < command.length()) {
      char c = command.charAt(i);
      quoted.set(i, quote != 0);
      if (c == '\\' && quote != '\'') {
        quoted.set(i + 1, quote != 0);
        i++;
      } else if (quote == 0 && c == '#' && isAfterBlank(command, i)) {
        int end = command.indexOf('\n', i);
        i = end < 0 ? command.length() : end;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      i++;
    }
    return quoted;
  }

  private static boolean isAfterBlank(String command, int at) {
    return at == 0 || Character.isWhitespace(command.charAt(at - 1));
  }

  private boolean isBelowRoot(String word, Variable variable) {
    if (word.indexOf('/') < 0) {
      return true;
    }
    String folder =
        variable.defaultValue().substring(0, variable.defaultValue().lastIndexOf('/') + 1);
    return isAtWordStart(variable.start())
        && !folder.isEmpty()
        && word.startsWith(folder)
        && word.length() > folder.length();
  }

  /** Whether only quotes or {@code NAME=} precede the variable in its word. */
  private boolean isAtWordStart(int start) {
    int at = start;
    while (at > 0 && "\"'".indexOf(text.charAt(at - 1)) >= 0) {
      at--;
    }
    return isAfterBlank(text, at) || text.charAt(at - 1) == '=';
  }

  /** {@code {{master|HOST}}:29500} needs brackets around an IPv6 address. */
  private boolean isAddressBeforePort(String word, Variable variable) {
    return text.startsWith(":", variable.end()) && word.indexOf(':') != word.lastIndexOf(':');
  }
}
