package dev.faultbook.failure;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line that names an exception: {@code torch.cuda.OutOfMemoryError: CUDA out of memory}.
 *
 * @param type class as printed
 * @param message what follows the colon; empty if nothing follows
 */
record ExceptionText(String type, String message) {
  private static final int MAX_TYPE = 200;
  private static final String RAISE = "raise ";

  /** A prefix of a string, {@code rf"…"}, stands between the bracket and the quote. */
  private static final int MAX_BEFORE_QUOTE = 3;

  private static final List<String> MODULES = PhraseSets.LISTS.phrases("modules of exceptions");

  /**
   * Suffixes of classes that are printed without their module: Python's own and those of other
   * tools.
   */
  private static final List<String> SUFFIXES = PhraseSets.LISTS.phrases("exception suffixes");

  private static final Set<String> LOWER = PhraseSets.LISTS.names("lower-case exceptions");

  /**
   * Parses a class outside of a traceback, where the name alone must identify an exception; null if
   * it does not.
   */
  static @Nullable ExceptionText parseStrict(String bare) {
    ExceptionText text = parseLenient(bare);
    if (text == null) {
      return null;
    }
    String name = text.simpleName();
    boolean dotted = text.type.indexOf('.') > 0;
    boolean tells =
        LOWER.contains(text.type)
            || isExceptionName(name)
            || dotted && (hasKnownSuffix(name) || isOfExceptions(text.type));
    return tells && !text.type.equals("Error") ? text : null;
  }

  private static boolean isExceptionName(String name) {
    return name.endsWith("Error")
        || name.endsWith("Exception")
        || name.equals("KeyboardInterrupt")
        || name.length() > 8 && name.endsWith("NotFound");
  }

  /** {@code google.api_core.exceptions.Forbidden}: its module holds exceptions only. */
  private static boolean isOfExceptions(String type) {
    String module = type.substring(0, type.lastIndexOf('.') + 1);
    return MODULES.stream().anyMatch(module::endsWith);
  }

  /**
   * The exception of a statement that raises it: {@code raise ValueError(f"no shard {name}")}; null
   * if the statement names no class. The message is what the statement shows of it.
   */
  static @Nullable ExceptionText parseStatement(String bare) {
    int from = RAISE.length();
    int open = bare.indexOf('(', from);
    int end = open < 0 ? TextScan.limitLength(bare, MAX_TYPE).length() : open;
    ExceptionText text =
        bare.startsWith(RAISE) ? parseLenient(bare.substring(from, end).strip()) : null;
    if (text == null || open < 0) {
      return text;
    }
    int quote = bare.indexOf('"', open);
    int single = bare.indexOf('\'', open);
    int first = quote < 0 || single >= 0 && single < quote ? single : quote;
    if (first < 0 || first > open + MAX_BEFORE_QUOTE) {
      return text;
    }
    int close = bare.indexOf(bare.charAt(first), first + 1);
    return new ExceptionText(
        text.type, bare.substring(first + 1, close < 0 ? bare.length() : close).strip());
  }

  private static boolean isTypeName(String type) {
    return !type.isEmpty() && !TextScan.isDigit(type.charAt(0)) && !type.endsWith(".");
  }

  /**
   * Parses a class at the end of a traceback, where more spellings are accepted; null if it is not
   * a class.
   */
  static @Nullable ExceptionText parseLenient(String bare) {
    int end = 0;
    while (end < bare.length() && end < MAX_TYPE && isTypePart(bare.charAt(end))) {
      end++;
    }
    String type = bare.substring(0, end);
    if (!isTypeName(type)) {
      return null;
    }
    // RayTaskError(KeyError): …
    int close = bare.startsWith("(", end) ? bare.indexOf(')', end) : -1;
    int after = close < 0 || close - end > MAX_TYPE ? end : close + 1;
    if (!isClass(type, type.lastIndexOf('.'))
        || after < bare.length() && !isSeparator(bare, after, isExceptionName(type))) {
      return null;
    }
    String message = after < bare.length() ? bare.substring(after + 1).strip() : "";
    // typeError: not a string, as somebody typed it
    boolean typed = LOWER.contains(type) && type.indexOf('.') < 0;
    return new ExceptionText(
        typed ? Character.toUpperCase(type.charAt(0)) + type.substring(1) : type, message);
  }

  /** A colon and a blank; behind the name of an exception the blank may lack. */
  private static boolean isSeparator(String bare, int at, boolean tells) {
    return bare.charAt(at) == ':'
        && (at + 1 == bare.length()
            || bare.charAt(at + 1) == ' '
            || tells && bare.charAt(at + 1) != ':');
  }

  private static boolean isClass(String type, int lastDot) {
    String name = type.substring(lastDot + 1);
    char first = name.charAt(0) == '_' && name.length() > 1 ? name.charAt(1) : name.charAt(0);
    if (LOWER.contains(type)) {
      return true;
    }
    if (!Character.isUpperCase(first)) {
      return lastDot > 0 && (name.endsWith("error") || name.endsWith("exception"));
    }
    return lastDot > 0 && looksLikeModule(type, lastDot)
        || hasKnownSuffix(name)
        || name.equals("SystemExit");
  }

  /** Modules are lower case; {@code Vol.Used} is not a class. */
  private static boolean looksLikeModule(String type, int lastDot) {
    char first = type.charAt(0);
    return first >= 'a' && first <= 'z' || first == '_' || lastDot > 0 && hasKnownSuffix(type);
  }

  private static boolean hasKnownSuffix(String name) {
    return SUFFIXES.stream().anyMatch(name::endsWith);
  }

  private static boolean isTypePart(char c) {
    return TextScan.isIdentifierPart(c) || c == '.' || c == '<' || c == '>' || c == '$';
  }

  /** The class without its module. */
  String simpleName() {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
