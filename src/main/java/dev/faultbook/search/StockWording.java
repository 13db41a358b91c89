package dev.faultbook.search;

import java.util.List;

/**
 * Removes the stock wording of interpreters, the C library and shells from messages. It states the
 * kind of a failure and not its subject: in {@code AttributeError: module 'wandb' has no attribute
 * 'init'} only {@code wandb} and {@code init} help to find a page.
 *
 * <p>The phrases come from CPython 3.8 to 3.14 ({@code Python/ceval.c}, {@code Objects/object.c},
 * {@code Python/errors.c}), from {@code strerror} of glibc, and from bash.
 */
final class StockWording {
  /** A phrase precedes the phrases that are a prefix of it. */
  private static final List<String> PHRASES =
      List.of(
          // AttributeError, NameError, UnboundLocalError
          "partially initialized module",
          "most likely due to a circular import",
          "object has no attribute",
          "has no attribute",
          "type object",
          "object has no len",
          "local variable",
          "referenced before assignment",
          "cannot access local variable",
          "where it is not associated with a value",
          "is not defined",
          "Did you mean",
          // ImportError
          "No module named",
          "cannot import name",
          "attempted relative import",
          // TypeError
          "object is not callable",
          "object is not iterable",
          "object is not subscriptable",
          "object does not support item assignment",
          "object cannot be interpreted as an integer",
          "got an unexpected keyword argument",
          "got multiple values for argument",
          "required positional arguments",
          "required positional argument",
          "required keyword-only argument",
          "positional arguments but",
          "positional argument but",
          "were given",
          "was given",
          "unsupported operand type(s) for",
          "not supported between instances of",
          "unhashable type",
          "can only concatenate",
          "indices must be integers",
          "a bytes-like object is required",
          "expected str, bytes or os.PathLike object",
          "object of type",
          "is not JSON serializable",
          "argument of type",
          // ValueError, IndexError, KeyError and the rest
          "invalid literal for int() with base 10",
          "could not convert string to float",
          "not enough values to unpack",
          "too many values to unpack",
          "list index out of range",
          "tuple index out of range",
          "string index out of range",
          "index out of range",
          "substring not found",
          "Expecting value: line",
          "Extra data: line",
          "division by zero",
          "maximum recursion depth exceeded",
          "generator raised StopIteration",
          "invalid syntax",
          "unexpected EOF while parsing",
          "codec can't decode byte",
          "codec can't encode character",
          "NoneType",
          // strerror
          "No such file or directory",
          "Permission denied",
          "Operation not permitted",
          "Connection refused",
          "Connection reset by peer",
          "Connection timed out",
          "Broken pipe",
          "Is a directory",
          "Not a directory",
          "File exists",
          "Directory not empty",
          "Bad file descriptor",
          "Invalid argument",
          "Resource temporarily unavailable",
          "Input/output error",
          // shells and launchers
          "command not found",
          "returned non-zero exit status",
          "exited with code",
          "exit code",
          "exit status",
          "something went wrong",
          "Traceback (most recent call last)");

  /** Python's built-in exceptions, which any program may raise. */
  private static final List<String> CLASSES =
      List.of(
          "AssertionError",
          "AttributeError",
          "ConnectionError",
          "ConnectionRefusedError",
          "ConnectionResetError",
          "BrokenPipeError",
          "EOFError",
          "Exception",
          "FileExistsError",
          "FileNotFoundError",
          "ImportError",
          "IndexError",
          "IOError",
          "IsADirectoryError",
          "JSONDecodeError",
          "KeyError",
          "ModuleNotFoundError",
          "NameError",
          "NotADirectoryError",
          "NotImplementedError",
          "OSError",
          "PermissionError",
          "RecursionError",
          "RuntimeError",
          "StopIteration",
          "SyntaxError",
          "TimeoutError",
          "TypeError",
          "UnboundLocalError",
          "UnicodeDecodeError",
          "UnicodeEncodeError",
          "ValueError",
          "ZeroDivisionError");

  private StockWording() {}

  /**
   * Returns the message without stock wording; the result may be empty. Takes time linear in the
   * length of the message, because each phrase is compared once per word.
   */
  static String remove(String message) {
    StringBuilder rest = new StringBuilder(message.length());
    int at = 0;
    while (at < message.length()) {
      int end = startsWord(message, at) ? endOfStock(message, at) : at;
      if (end > at) {
        rest.append(' ');
        at = end;
      } else {
        rest.append(message.charAt(at++));
      }
    }
    return rest.toString().strip();
  }

  private static boolean startsWord(String message, int at) {
    return isOfWord(message, at) && !isOfWord(message, at - 1);
  }

  private static boolean isOfWord(String message, int at) {
    return at >= 0
        && at < message.length()
        && (Character.isLetterOrDigit(message.charAt(at)) || message.charAt(at) == '_');
  }

  private static int endOfStock(String message, int at) {
    int end = endOfOne(PHRASES, message, at);
    return end > at ? end : endOfOne(CLASSES, message, at);
  }

  private static int endOfOne(List<String> known, String message, int at) {
    for (String phrase : known) {
      int end = at + phrase.length();
      if (message.regionMatches(true, at, phrase, 0, phrase.length()) && !isOfWord(message, end)) {
        return end;
      }
    }
    return at;
  }
}
