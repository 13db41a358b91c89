package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Source code in the place of a value: {@code connect(password=password)}, {@code
 * api_key=self.api_key}, {@code getpass("Password: ")}. Only bare words count, with evidence that
 * they are names: a secret may be any other word.
 */
final class CodeValues {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_LOOK_BACK = 256;

  /** Objects that hold settings. */
  private static final Set<String> OBJECTS =
      Set.of(
          "self",
          "this",
          "args",
          "cfg",
          "config",
          "conf",
          "settings",
          "opts",
          "opt",
          "options",
          "params",
          "os",
          "env",
          "ctx");

  /** Usual names of variables that hold a secret. */
  private static final Set<String> VARIABLES =
      Set.of(
          "key",
          "token",
          "api_key",
          "apikey",
          "secret",
          "password",
          "passwd",
          "pwd",
          "pw",
          "access_token",
          "hf_token",
          "secret_key",
          "access_key",
          "ak",
          "sk");

  private CodeValues() {}

  /**
   * Whether the value behind an assignment sign is a name of the source code.
   *
   * @param sign position of the sign, directly behind the name in a call
   */
  static boolean isName(String line, int sign, SecretValue value) {
    if (value.quoted() || value.length() <= 0 || value.length() > LONGEST_NAME) {
      return false;
    }
    if (sign > 0 && line.charAt(sign) == '=' && line.charAt(sign - 1) == '!') {
      return true; // if password != expected
    }
    int first = wordEnd(line, value.start());
    if (first < value.end() && line.charAt(first) == '.') {
      return OBJECTS.contains(line.substring(value.start(), first)) && isPath(line, first, value);
    }
    int nameEnd = TextRuns.trimmedEnd(line, 0, sign);
    int name = TextRuns.nameStart(line, nameEnd, LONGEST_NAME);
    int dot = line.substring(name, nameEnd).lastIndexOf('.');
    String last = line.substring(name + dot + 1, nameEnd);
    String text = line.substring(value.start(), value.end());
    if (dot > 0 && OBJECTS.contains(line.substring(name, name + dot))) {
      return text.equals(last);
    }
    if (isAssignedToAttribute(line, sign, dot > 0) && value.end() == line.length()) {
      return VARIABLES.contains(text);
    }
    if (text.equals(last) && last.indexOf('_') > 0 && line.startsWith(",", value.end())) {
      return true; // use_auth_token=use_auth_token, in a call that begins on another line
    }
    if (text.equals(last)
        && (line.startsWith(" or ", value.end()) || line.startsWith(" if ", value.end()))) {
      return true; // api_key = api_key or os.environ.get("API_KEY")
    }
    boolean argument =
        sign == nameEnd
            && value.start() == sign + 1
            && value.end() < line.length()
            && ",)".indexOf(line.charAt(value.end())) >= 0
            && isInCall(line, name);
    return argument && (text.equals(last) || VARIABLES.contains(text.toLowerCase(Locale.ROOT)));
  }

  /** Whether {@code openai.api_key =} or {@code os.environ["HF_TOKEN"] =} ends with a sign. */
  private static boolean isAssignedToAttribute(String line, int sign, boolean dotted) {
    boolean apart = sign > 1 && line.charAt(sign) == '=' && line.charAt(sign - 1) == ' ';
    return apart && (dotted || line.charAt(sign - 2) == ']');
  }

  /** Whether the parenthesis of a call opens before a position. */
  private static boolean isInCall(String line, int at) {
    int limit = Math.max(0, at - LONGEST_LOOK_BACK);
    for (int i = at - 1; i > limit; i--) {
      char c = line.charAt(i);
      if (c == '(') {
        return TextRuns.isWordPart(line.charAt(i - 1));
      }
      if (c == ')' || c == '{' || c == '}') {
        return false;
      }
    }
    return false;
  }

  /** Whether the rest of a value is a path of attributes. */
  private static boolean isPath(String line, int dot, SecretValue value) {
    int i = dot;
    while (i + 1 < value.end() && line.charAt(i) == '.' && isNameStart(line.charAt(i + 1))) {
      i = wordEnd(line, i + 1);
    }
    return i >= value.end() || "([".indexOf(line.charAt(i)) >= 0;
  }

  /**
   * Whether a word is an assignment, {@code WORLD_SIZE=16}, or a requirement, {@code torch==2.5.1}.
   * Base64 has the sign at its end alone.
   */
  static boolean isAssignment(String line, SecretValue value) {
    int name = value.start();
    while (name < value.end() && TextRuns.isNamePart(line.charAt(name))) {
      name++;
    }
    int behind = name;
    while (behind < value.end() && line.charAt(behind) == '=') {
      behind++;
    }
    return !value.quoted() && name > value.start() && behind > name && behind < value.end();
  }

  private static boolean isNameStart(char c) {
    return TextRuns.isLetter(c) || c == '_';
  }

  private static int wordEnd(String line, int from) {
    int i = from;
    while (i < line.length() && TextRuns.isWordPart(line.charAt(i))) {
      i++;
    }
    return i;
  }

  /**
   * Whether a quote at a position closes the text of a prompt and not opens a value: {@code
   * expect('password:')}.
   */
  static boolean isClosingQuote(String line, int at) {
    if (at + 1 >= line.length()
        || !TextRuns.isQuote(line.charAt(at))
        || ")]},;".indexOf(line.charAt(at + 1)) < 0) {
      return false;
    }
    boolean open = false;
    for (int i = Math.max(0, at - LONGEST_LOOK_BACK); i < at; i++) {
      open ^= line.charAt(i) == line.charAt(at);
    }
    return open;
  }

  /**
   * Whether the value of an assignment is empty, because another assignment follows: {@code
   * logname= uid=0}.
   */
  static boolean isEmpty(String line, int sign, int value) {
    boolean apart = value > sign + 1 && sign > 0 && line.charAt(sign) == '=';
    if (!apart || !TextRuns.isWordPart(line.charAt(sign - 1))) {
      return false;
    }
    int end = value;
    while (end < line.length()
        && end - value < LONGEST_NAME
        && (TextRuns.isLetter(line.charAt(end)) || line.charAt(end) == '_')) {
      end++;
    }
    boolean assigned = end > value + 1 && line.startsWith("=", end);
    return assigned && end + 1 < line.length() && line.charAt(end + 1) != '=';
  }
}
