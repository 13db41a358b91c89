package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Texts in the place of a value that refer to a value elsewhere, or that have replaced one: {@code
 * $HF_TOKEN}, {@code ${{ secrets.PASS }}}, {@code $(cat ~/.token)}, {@code <your token>}, {@code
 * [secure]}. They stay, because they show that a variable was not expanded.
 */
final class References {

  private static final int LONGEST = 120;
  private static final int LONGEST_WORDS = 40;

  /** Endings of the names of variables in source code and scripts: {@code {db_password}}. */
  private static final List<String> VARIABLES =
      List.of(
          "user", "username", "password", "passwd", "pwd", "pass", "pw", "token", "key", "secret");

  /** Tags of YAML before a value that is encrypted or stored elsewhere. */
  private static final List<String> TAGS =
      List.of("!vault", "!Ref", "!GetAtt", "!secret", "!reference", "!ENV");

  /** Words that stand for a removed value, between signs: {@code [secure]}. */
  private static final Set<String> MASKS =
      Set.of("redacted", "hidden", "masked", "secure", "removed", "filtered", "protected");

  /** How OmegaConf reads a variable of the environment. */
  private static final String OMEGACONF = "${oc.env:";

  private static final String OPENING_MARKS = "[(*_-<";
  private static final String CLOSING_MARKS = "])*_->";

  private References() {}

  /** Whether a text is a reference; blanks within the reference may have cut the text. */
  static boolean cover(String line, int start, int end) {
    return start < end && (end(line, start) >= end || maskEnd(line, start) >= end);
  }

  /** Whether {@code {{ db_password }}} or {@code {password}} stands at a position. */
  static boolean isTemplate(String line, int at) {
    return line.startsWith("{", at) && bracesEnd(line, at) >= 0;
  }

  /**
   * Returns the start of the default value of the variable at a position, {@code ${PASS:-…}} or
   * {@code ${oc.env:PASS,…}}; the position itself if there is none.
   */
  static int behindVariable(String line, int at) {
    if (line.startsWith(OMEGACONF, at)) {
      int comma = identifierEnd(line, at + OMEGACONF.length());
      return line.startsWith(",", comma) ? TextRuns.skipBlanks(line, comma + 1) : at;
    }
    int name = line.startsWith("${", at) ? identifierEnd(line, at + 2) : at;
    return name > at + 2 && line.startsWith(":-", name) ? name + 2 : at;
  }

  /** Returns the end of the reference that starts at a position; -1 if there is none. */
  private static int end(String line, int start) {
    return switch (line.charAt(start)) {
      case '$' -> dollarEnd(line, start);
      case '{' -> bracesEnd(line, start);
      case '%' -> formatEnd(line, start);
      case '<' -> wordsEnd(line, start);
      case '!' -> tagEnd(line, start);
      default -> -1;
    };
  }

  private static int dollarEnd(String line, int start) {
    if (line.startsWith("${{", start)) {
      return templateEnd(line, start + 3);
    }
    if (line.startsWith("${", start)) {
      int name = identifierEnd(line, start + 2);
      if (name > start + 2 && line.startsWith(":?", name)) {
        return Math.max(name, line.indexOf('}', name, limit(line, start)) + 1);
      }
      return name > start + 2 && line.startsWith("}", name) ? name + 1 : -1;
    }
    if (line.startsWith("$(", start)) {
      int word = identifierEnd(line, start + 2);
      boolean command = word > start + 2 && line.startsWith(" ", word);
      int close = command ? line.indexOf(')', word, limit(line, start)) : -1;
      return close < 0 ? -1 : close + 1;
    }
    int variable = identifierEnd(line, start + 1);
    if (isVariable(line, start + 1, variable)) {
      return variable;
    }
    int end = start + 1;
    while (end < line.length() && isConstantPart(line.charAt(end))) {
      end++;
    }
    boolean number = start + 1 < line.length() && TextRuns.isDigit(line.charAt(start + 1));
    return end - start > 2 && !number ? end : -1;
  }

  /**
   * Returns the end of {@code {{ db_password }}} and {@code {password}}; -1 if neither is there.
   */
  private static int bracesEnd(String line, int start) {
    if (line.startsWith("{{", start)) {
      return templateEnd(line, start + 2);
    }
    int end = identifierEnd(line, start + 1);
    return isVariable(line, start + 1, end) && line.startsWith("}", end) ? end + 1 : -1;
  }

  private static boolean isVariable(String line, int start, int end) {
    String name = line.substring(start, end);
    return VARIABLES.stream().anyMatch(name::endsWith);
  }

  /** Returns the end of {@code %s} and {@code %(password)s}; -1 if there is neither. */
  private static int formatEnd(String line, int start) {
    int type = start + 1;
    if (line.startsWith("(", type)) {
      type = identifierEnd(line, type + 1) + 1;
    }
    boolean format = type < line.length() && "sdrv".indexOf(line.charAt(type)) >= 0;
    boolean closed = type == start + 1 || line.charAt(Math.min(type, line.length()) - 1) == ')';
    return format && closed ? type + 1 : -1;
  }

  /** Returns the end of {@code {{ db_password }}}, whose content starts with a name. */
  private static int templateEnd(String line, int content) {
    int name = TextRuns.skipBlanks(line, content);
    name = line.startsWith(".", name) ? name + 1 : name;
    boolean named = name < line.length() && TextRuns.isLetter(line.charAt(name));
    int close = named ? line.indexOf("}}", name, limit(line, content)) : -1;
    boolean map = close >= 0 && line.indexOf(':', name, close) >= 0;
    return close < 0 || map ? -1 : close + 2;
  }

  private static int wordsEnd(String line, int start) {
    int limit = Math.min(line.length(), start + LONGEST_WORDS);
    int i = start + 1;
    while (i < limit && (TextRuns.isLetter(line.charAt(i)) || " _-".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    return i > start + 1 && i < limit && line.charAt(i) == '>' ? i + 1 : -1;
  }

  private static int tagEnd(String line, int start) {
    return TAGS.stream()
        .filter(tag -> line.startsWith(tag, start))
        .map(tag -> start + tag.length())
        .filter(end -> end == line.length() || TextRuns.isBlank(line.charAt(end)))
        .findFirst()
        .orElse(-1);
  }

  /** Returns the end of {@code [REDACTED]} and {@code ***REDACTED***}; -1 if there is none. */
  private static int maskEnd(String line, int start) {
    int limit = limit(line, start);
    int word = start;
    while (word < limit && OPENING_MARKS.indexOf(line.charAt(word)) >= 0) {
      word++;
    }
    int end = word;
    while (end < limit && TextRuns.isLetter(line.charAt(end))) {
      end++;
    }
    boolean mask =
        word > start && MASKS.contains(line.substring(word, end).toLowerCase(Locale.ROOT));
    while (mask && end < limit && CLOSING_MARKS.indexOf(line.charAt(end)) >= 0) {
      end++;
    }
    return mask ? end : -1;
  }

  private static int identifierEnd(String line, int from) {
    int limit = limit(line, from);
    boolean letter = from < limit && !TextRuns.isDigit(line.charAt(from));
    int i = from;
    while (letter && i < limit && (TextRuns.isWordPart(line.charAt(i)) || line.charAt(i) == '.')) {
      i++;
    }
    return i;
  }

  private static boolean isConstantPart(char c) {
    return c == '_' || TextRuns.isDigit(c) || (c >= 'A' && c <= 'Z');
  }

  private static int limit(String line, int from) {
    return Math.min(line.length(), from + LONGEST);
  }
}
