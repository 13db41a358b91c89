package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;

/**
 * Names at the end of a line whose value may be on the next one: {@code api_key:}, {@code API
 * key:}, {@code --api-key}, the question of a program, a command that prints a secret.
 */
final class OpenNames {

  private static final int LONGEST_NAME = 80;
  private static final String SIGNS = ":\uff1a";

  private final Assignments assignments;
  private final SpokenSecrets spoken;
  private final PrintedSecrets printed;

  OpenNames(Assignments assignments, SpokenSecrets spoken) {
    this.assignments = assignments;
    this.spoken = spoken;
    this.printed = new PrintedSecrets(assignments);
  }

  /** The name that ends the line; {@link OpenName#NONE} if there is none. */
  OpenName at(String line) {
    OpenName name = assignments.openName(line);
    if (name.rules().isEmpty()) {
      name = words(line);
    }
    if (name.rules().isEmpty()) {
      name = spoken.endsInPrompt(line) ? OpenName.PROMPT : option(line);
    }
    return name.rules().isEmpty() ? printed.openName(line) : name;
  }

  /** A name of two words, like {@code API key:}. */
  private OpenName words(String line) {
    int sign = TextRuns.trimmedEnd(line, 0, line.length()) - 1;
    if (sign < 1 || SIGNS.indexOf(line.charAt(sign)) < 0) {
      return OpenName.NONE;
    }
    int end = TextRuns.trimmedEnd(line, 0, sign);
    int last = wordStart(line, end);
    int first = last > 0 && line.charAt(last - 1) == ' ' ? wordStart(line, last - 1) : last;
    if (first >= last - 1 || last == end) {
      return OpenName.NONE;
    }
    String name = line.substring(first, last - 1) + "_" + line.substring(last, end);
    return openName(assignments.secretRulesFor(name, Form.COLON), OpenName.Ending.SIGN);
  }

  private static int wordStart(String line, int end) {
    int i = end;
    while (i > 0 && end - i < LONGEST_NAME && TextRuns.isWordPart(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /** An option, whose value is the next word of a command or the next item of a list. */
  private OpenName option(String line) {
    int trimmed = TextRuns.trimmedEnd(line, 0, line.length());
    boolean continued = trimmed > 0 && line.charAt(trimmed - 1) == '\\';
    int end = continued ? TextRuns.trimmedEnd(line, 0, trimmed - 1) : trimmed;
    end -= end > 0 && line.charAt(end - 1) == ',' ? 1 : 0;
    end -= end > 0 && TextRuns.isQuote(line.charAt(end - 1)) ? 1 : 0;
    int start = TextRuns.nameStart(line, end, LONGEST_NAME);
    int name = start;
    while (name < end && line.charAt(name) == '-') {
      name++;
    }
    boolean apart =
        start == 0
            || TextRuns.isBlank(line.charAt(start - 1))
            || TextRuns.isQuote(line.charAt(start - 1));
    if (!apart || name == start || name == end) {
      return OpenName.NONE;
    }
    return openName(
        assignments.secretRulesFor(line.substring(name, end), Form.OPTION),
        continued ? OpenName.Ending.BACKSLASH : OpenName.Ending.OPTION);
  }

  private static OpenName openName(List<NameRule> rules, OpenName.Ending ending) {
    return rules.isEmpty() ? OpenName.NONE : new OpenName(rules, ending);
  }
}
