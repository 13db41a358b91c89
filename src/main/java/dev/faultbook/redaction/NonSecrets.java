package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * What stands in the place of a value without being one, and stays: a placeholder, a word such as
 * {@code none} or {@code missing}, a mask, a reference such as {@code $HF_TOKEN}, source code.
 *
 * @param nothing words that are no value, in lower case
 * @param nobody accounts that identify no person, in lower case
 */
record NonSecrets(Set<String> nothing, Set<String> nobody) {

  private static final int MAX_WORD = 64;

  /** Objects of programs that hold settings: {@code self.api_key}. */
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
          "os",
          "env",
          "ctx",
          "params");

  NonSecrets {
    nothing = Set.copyOf(nothing);
    nobody = Set.copyOf(nobody);
  }

  /** Whether a text in quotes, or anywhere, is no secret. */
  boolean isNothing(String value) {
    if (value.isBlank()) {
      return true;
    }
    char first = value.charAt(0);
    return isReference(value, first)
        || isMask(value)
        || (value.length() <= MAX_WORD && nothing.contains(value.toLowerCase(Locale.ROOT)));
  }

  private static boolean isReference(String value, char first) {
    return switch (first) {
      case '<' -> value.indexOf('>') > 0; // <secret-1>, <|im_end|>, <your token>
      case '%' -> value.length() > 1 && "s(drv".indexOf(value.charAt(1)) >= 0;
      case '!' -> isName(value.substring(1));
      case '$' -> value.startsWith("${") || value.startsWith("$(") || isVariable(value);
      case '{' -> value.startsWith("{{") || isTemplate(value);
      default -> false;
    };
  }

  /** {@code $HF_TOKEN}, but not {@code $6$salt…}. */
  private static boolean isVariable(String value) {
    return value.length() > 2 && !TextRuns.isDigit(value.charAt(1)) && isName(value.substring(1));
  }

  /** {@code {password}}. */
  private static boolean isTemplate(String value) {
    return value.endsWith("}") && isName(value.substring(1, value.length() - 1));
  }

  private static boolean isName(String text) {
    return text.chars().allMatch(c -> TextRuns.isWordPart((char) c));
  }

  /** {@code ****}, {@code xxxx}, {@code [REDACTED]}, {@code sk-ab****cd}, {@code your-api-key}. */
  private static boolean isMask(String value) {
    boolean stars = value.contains("***") || value.chars().allMatch(c -> c == '*');
    boolean blank = value.length() > 2 && value.chars().allMatch(c -> "xX.?#-".indexOf(c) >= 0);
    boolean brackets = value.startsWith("[") && value.endsWith("]");
    boolean example =
        value.regionMatches(true, 0, "your", 0, 4)
            && value.chars().allMatch(c -> TextRuns.isLetter((char) c) || "_- ".indexOf(c) >= 0);
    return stars || blank || brackets || example || value.startsWith("-----BEGIN");
  }

  /**
   * Whether a bare value is source code or the start of a message.
   *
   * @param name the name before it: {@code connect(password=password)}
   * @param value the value
   * @param behind what follows the value in the line
   */
  static boolean isCode(String name, String value, String behind) {
    if (value.equals(name.substring(name.lastIndexOf('.') + 1)) || value.equals("\\")) {
      return true;
    }
    int end = pathEnd(value);
    int dot = value.indexOf('.');
    boolean object = dot > 0 && OBJECTS.contains(value.substring(0, dot));
    if (end == value.length()) {
      return object || (end > 0 && isUsed(behind));
    }
    return end > 0
        && !TextRuns.isDigit(value.charAt(0))
        && (object || opensCall(value, end, behind));
  }

  /** The end of the names with full stops at the start of a value: {@code cfg.auth.key}. */
  private static int pathEnd(String value) {
    int i = 0;
    while (i < value.length() && (TextRuns.isWordPart(value.charAt(i)) || value.charAt(i) == '.')) {
      i++;
    }
    return i;
  }

  /**
   * {@code getpass} before {@code ()}, {@code keys} before {@code [0]}; but not {@code erin(1007)}.
   */
  private static boolean isUsed(String behind) {
    return behind.startsWith("[")
        || behind.equals("(")
        || (behind.startsWith("(") && !TextRuns.isDigit(behind.charAt(1)));
  }

  /**
   * {@code getpass.getpass()}, {@code cfg["key"]}, {@code get(x, 1)}; but not a password such as
   * {@code abc(d}.
   */
  private static boolean opensCall(String value, int at, String behind) {
    char last = value.charAt(value.length() - 1);
    return "([".indexOf(value.charAt(at)) >= 0
        && ("([)]".indexOf(last) >= 0 || behind.startsWith(","));
  }

  /** Whether a value is an account that identifies nobody, or no account. */
  boolean isNobody(String value) {
    return nobody.contains(value.toLowerCase(Locale.ROOT)) || isNothing(value);
  }
}
