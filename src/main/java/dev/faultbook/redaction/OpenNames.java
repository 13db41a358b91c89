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
  private static final int LONGEST_LONE = 40;
  private static final int MOST_BLANKS = 3;
  private static final int MOST_HEADING_MARKS = 6;

  /** Words between a name and its value: "is", "was", and the Chinese for "is" and "as follows". */
  private static final List<String> LINKS =
      List.of(" is", " was", "\u662f", "\u4e3a", "\u5982\u4e0b");

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
    if (name.rules().isEmpty()) {
      name = printed.openName(line);
    }
    return name.rules().isEmpty() ? lone(line) : name;
  }

  /**
   * A name that is the whole line, as the labels of web pages are when they are copied: {@code SSH
   * password}, {@code the password is}, {@code ## Password}.
   */
  private OpenName lone(String line) {
    int start = Emphasis.end(line, behindHeadingMark(line, TextRuns.skipBlanks(line, 0)));
    int end = TextRuns.trimmedEnd(line, start, line.length());
    if (end - start > LONGEST_LONE || !isWords(line, start, end)) {
      return OpenName.NONE;
    }
    int last = behindLink(line, start, end);
    String name = line.substring(start, last).replace(' ', '_');
    boolean otherScript = last > start && line.charAt(last - 1) >= 128;
    List<NameRule> rules =
        otherScript
            ? assignments.secretRulesAtEnd(name, Form.COLON)
            : assignments.secretRulesFor(name, Form.COLON);
    return openName(rules, OpenName.Ending.SIGN);
  }

  /** Returns the start of the text of a Markdown heading; the position itself if there is none. */
  private static int behindHeadingMark(String line, int at) {
    int end = at;
    while (end < line.length() && end - at < MOST_HEADING_MARKS && line.charAt(end) == '#') {
      end++;
    }
    return line.startsWith(" ", end) ? TextRuns.skipBlanks(line, end) : at;
  }

  /** Returns the end of the text before a word such as "is" that ends it, and a colon. */
  private static int behindLink(String line, int start, int end) {
    int last = end > start && SIGNS.indexOf(line.charAt(end - 1)) >= 0 ? end - 1 : end;
    for (String link : LINKS) {
      int from = last - link.length();
      if (from > start && line.startsWith(link, from)) {
        return TextRuns.trimmedEnd(line, start, from);
      }
    }
    return last;
  }

  /** Whether a range has at most four words of letters, digits and underscores. */
  private static boolean isWords(String line, int start, int end) {
    int blanks = 0;
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      boolean sign = i == end - 1 && (SIGNS.indexOf(c) >= 0 || c == '*');
      if (!TextRuns.isWordPart(c) && c < TextRuns.FIRST_IDEOGRAPH && c != ' ' && !sign) {
        return false;
      }
      blanks += c == ' ' ? 1 : 0;
    }
    return start < end && blanks <= MOST_BLANKS;
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
