package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * The condition that a value must meet to count as a secret. Training logs are full of tokens and
 * keys that are not secret, so the name alone is not always sufficient.
 */
enum ValueRule {
  /**
   * Any value except words for a missing value, such as {@code none}, and masks, such as {@code
   * ***}.
   */
  ANYTHING,
  /** Like {@link #ANYTHING}, but not a path, nor a number other than one of six digits or more. */
  NO_PATH,
  /** Like {@link #ANYTHING}, but not a path or number. */
  NO_PATH_NO_NUMBER,
  /** At least eight characters, without blanks, with letters and digits. */
  RANDOM,
  /** Both {@link #RANDOM} and {@link #MIXED}; of values with commas between them, the first. */
  RANDOM_WORD,
  /** At least six characters, with letters and with digits or punctuation. */
  MIXED,
  /** A password with a punctuation mark, and a digit or capital letter. */
  MARKED,
  /** At least sixteen characters. */
  LONG,
  /** The name of a user account. */
  USER_NAME,
  /** No value: the name is that of something else, such as a Kubernetes object. */
  NEVER;

  private static final Set<String> NOTHING =
      Set.of(
          "none",
          "null",
          "nil",
          "undefined",
          "true",
          "false",
          "yes",
          "no",
          "on",
          "off",
          "str",
          "string",
          "bytes",
          "required",
          "optional",
          "redacted",
          "hidden",
          "masked",
          "empty",
          "unset");

  private static final Set<String> UNITS =
      Set.of("ns", "us", "ms", "s", "B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "W");

  private static final int MAX_NOTHING = 64;
  private static final int MAX_LOOK = 256;
  private static final int MIN_RANDOM = 8;
  private static final int MAX_CHOSEN = 40;
  private static final int MIN_MIXED = 6;
  private static final int MIN_LONG = 16;
  private static final int MIN_DIGITS = 6;
  private static final int MIN_TOKEN = 20;

  private static boolean isNoValue(String line, SecretValue value) {
    return value.length() <= 0
        || Placeholders.startsAt(line, value.start())
        || line.startsWith("-----BEGIN", value.start())
        || isContinued(line, value)
        || isReference(line, value)
        || isCode(line, value)
        || isNullOrMask(line, value);
  }

  /**
   * Whether the value is a line continuation, the indicator of a YAML block scalar or an escaped
   * line break: the actual value is on the next line.
   */
  private static boolean isContinued(String line, SecretValue value) {
    if (line.startsWith("&#10;", value.start()) || line.startsWith("&#13;", value.start())) {
      return true;
    }
    boolean mark = "\\|>".indexOf(line.charAt(value.start())) >= 0;
    return mark
        && (value.length() == 1
            || (value.length() == 2 && "-+".indexOf(line.charAt(value.end() - 1)) >= 0));
  }

  /** Whether the value refers to a value elsewhere: {@code ${oc.env:HF_TOKEN}}. */
  private static boolean isReference(String line, SecretValue value) {
    int start = value.start();
    return line.startsWith("${oc.", start)
        || line.startsWith("${env:", start)
        || References.cover(line, start, value.end());
  }

  /**
   * Whether the value is an expression: {@code getpass.getpass()}, {@code cfg["key"]}, {@code
   * os.environ/HF_TOKEN}.
   */
  private static boolean isCode(String line, SecretValue value) {
    if (value.quoted() || line.startsWith("os.environ/", value.start())) {
      return !value.quoted();
    }
    int i = value.start();
    while (i < value.end()
        && (isExpressionPart(line.charAt(i))
            || (i > value.start() && TextRuns.isDigit(line.charAt(i))))) {
      i++;
    }
    if (i == value.start() || i + 1 >= line.length() || i > value.end()) {
      return false;
    }
    char next = line.charAt(i + 1);
    return switch (line.charAt(i)) {
      case '(' ->
          TextRuns.isQuote(next)
              || (next == ')' && i + 2 >= value.end())
              || (hasJoint(line, value.start(), i) && hasName(line, i + 1));
      case '[' -> TextRuns.isQuote(next);
      default -> false;
    };
  }

  private static boolean hasJoint(String line, int from, int to) {
    return line.indexOf('_', from, to) >= 0 || line.indexOf('.', from, to) >= 0;
  }

  /** Whether the first argument of a call is a name: {@code read_secret(path)}. */
  private static boolean hasName(String line, int from) {
    int limit = Math.min(line.length(), from + MAX_CHOSEN);
    int i = from;
    while (i < limit && isExpressionPart(line.charAt(i))) {
      i++;
    }
    return i > from && i < limit && ",)".indexOf(line.charAt(i)) >= 0;
  }

  private static boolean isExpressionPart(char c) {
    return TextRuns.isLetter(c) || c == '_' || c == '.';
  }

  /** Whether a value counts as a secret. */
  boolean accepts(String line, SecretValue value) {
    if (isNoValue(line, value)) {
      return false;
    }
    return switch (this) {
      case ANYTHING, USER_NAME -> true;
      case NO_PATH -> !isPath(line, value) && (looksNumeric(line, value) || !isNumber(line, value));
      case NO_PATH_NO_NUMBER -> !isPath(line, value) && !isNumber(line, value);
      case RANDOM -> looksRandom(line, value);
      case RANDOM_WORD -> {
        int comma = line.indexOf(',', value.start(), value.end());
        SecretValue first =
            new SecretValue(value.start(), comma < 0 ? value.end() : comma, value.quoted());
        yield looksRandom(line, first) && looksMixed(line, first);
      }
      case MIXED -> looksMixed(line, value);
      case MARKED -> looksMarked(line, value);
      case LONG -> value.length() >= MIN_LONG;
      case NEVER -> false;
    };
  }

  static boolean isNullOrMask(String line, SecretValue value) {
    if (value.length() > MAX_NOTHING) {
      return false;
    }
    String text = line.substring(value.start(), value.end());
    return NOTHING.contains(text.toLowerCase(Locale.ROOT))
        || text.chars().allMatch(c -> c == '*')
        || text.equals("???") // a value that OmegaConf requires
        || isExample(text)
        || (text.length() > 2 && text.chars().allMatch(c -> c == 'x' || c == 'X' || c == '.'));
  }

  /** Whether a value of an example is to be replaced: {@code YOUR_API_KEY}, {@code your-token}. */
  private static boolean isExample(String text) {
    return text.regionMatches(true, 0, "your", 0, "your".length())
        && text.length() > "your".length()
        && "_-".indexOf(text.charAt("your".length())) >= 0
        && text.chars().allMatch(c -> TextRuns.isLetter((char) c) || c == '_' || c == '-');
  }

  private static boolean isPath(String line, SecretValue value) {
    String start = line.substring(value.start(), Math.min(value.end(), value.start() + 3));
    return (start.startsWith("/") && !looksLikeToken(line, value))
        || (start.startsWith("~") && line.indexOf('/', value.start(), value.end()) >= 0)
        || start.startsWith("./")
        || start.startsWith(":\\", 1)
        || start.startsWith(":/", 1);
  }

  /** Whether text that begins with a slash is Base64: long, with no other sign of a path. */
  private static boolean looksLikeToken(String line, SecretValue value) {
    int letters = value.start() + 1;
    if (value.length() < MIN_TOKEN) {
      return false;
    }
    boolean capital = false;
    boolean small = false;
    boolean digit = false;
    for (int i = letters; i < value.end(); i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetterOrDigit(c) && "+=".indexOf(c) < 0) {
        return false;
      }
      capital |= c >= 'A' && c <= 'Z';
      small |= c >= 'a' && c <= 'z';
      digit |= TextRuns.isDigit(c);
    }
    return capital && small && digit;
  }

  private static boolean isNumber(String line, SecretValue value) {
    for (int i = value.start(); i < value.end(); i++) {
      if (!TextRuns.isDigit(line.charAt(i)) && "+-.eE,%".indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value may be a password of digits alone: {@code 123456}. */
  static boolean looksNumeric(String line, SecretValue value) {
    return value.length() >= MIN_DIGITS && TextRuns.isNumber(line, value.start(), value.end());
  }

  private static boolean looksRandom(String line, SecretValue value) {
    if (value.length() < MIN_RANDOM || isPath(line, value) || isNumber(line, value)) {
      return false;
    }
    boolean letter = false;
    boolean digit = false;
    boolean slash = false;
    boolean file = false;
    for (int i = value.start(); i < value.end() && i < value.start() + MAX_LOOK; i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetterOrDigit(c) && "_-+/=.~:%".indexOf(c) < 0) {
        return false;
      }
      letter |= TextRuns.isLetter(c);
      digit |= TextRuns.isDigit(c);
      slash |= c == '/';
      file |= c == '.' || c == '_';
    }
    boolean path = slash && file; // Base64 has no full stops and no underscores
    boolean random = digit || isScrambled(line, value);
    return letter && random && !path && !line.startsWith("0x", value.start());
  }

  /** Whether a value is a number with its unit: {@code 12.3ms}, {@code 24.5GiB}. */
  private static boolean isQuantity(String line, SecretValue value) {
    int unit = value.start();
    while (unit < value.end()
        && (TextRuns.isDigit(line.charAt(unit)) || line.charAt(unit) == '.')) {
      unit++;
    }
    return unit > value.start() && UNITS.contains(line.substring(unit, value.end()));
  }

  /**
   * Whether a value has letters alone, whose case changes as often as in a random token; it changes
   * seldom in names such as {@code AutoModelForCausalLM}. Of random tokens of 24 letters and
   * digits, one in 70 has no digit.
   */
  private static boolean isScrambled(String line, SecretValue value) {
    int length = Math.min(value.length(), MAX_LOOK);
    int capitals = 0;
    int changes = 0;
    for (int i = value.start(); i < value.start() + length; i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetter(c)) {
        return false;
      }
      boolean capital = c >= 'A' && c <= 'Z';
      capitals += capital ? 1 : 0;
      boolean changed =
          i > value.start() && capital != (line.charAt(i - 1) >= 'A' && line.charAt(i - 1) <= 'Z');
      changes += changed ? 1 : 0;
    }
    return length >= MIN_LONG
        && capitals * 4 > length
        && capitals * 4 < length * 3
        && changes * 3 >= length;
  }

  static boolean looksMixed(String line, SecretValue value) {
    if (value.length() < MIN_MIXED
        || isPath(line, value)
        || isNumber(line, value)
        || isQuantity(line, value)) {
      return false;
    }
    boolean letter = false;
    boolean other = false;
    for (int i = value.start(); i < value.end() && i < value.start() + MAX_LOOK; i++) {
      char c = line.charAt(i);
      if ("/:()[]{}<>".indexOf(c) >= 0) {
        return false; // a path, a call, a test: tests/test_fp16.py::test_one
      }
      letter |= TextRuns.isLetter(c);
      other |= TextRuns.isDigit(c) || "!@#$%^&*".indexOf(c) >= 0;
    }
    return letter && other;
  }

  /**
   * Whether a value looks like a password that a person chose: at least three of capital letters,
   * small letters, digits and punctuation marks. Words of logs such as {@code sha512} have two.
   */
  static boolean looksChosen(String line, SecretValue value) {
    if (!looksMixed(line, value) || value.length() > MAX_CHOSEN) {
      return false;
    }
    boolean capital = false;
    boolean small = false;
    boolean digit = false;
    boolean mark = false;
    for (int i = value.start(); i < value.end(); i++) {
      char c = line.charAt(i);
      capital |= c >= 'A' && c <= 'Z';
      small |= c >= 'a' && c <= 'z';
      digit |= TextRuns.isDigit(c);
      mark |= "!@#$%^&*".indexOf(c) >= 0;
    }
    int kinds = (capital ? 1 : 0) + (small ? 1 : 0) + (digit ? 1 : 0) + (mark ? 1 : 0);
    return kinds > 2;
  }

  /** Whether a value mixes capital letters with digits. */
  static boolean looksCapital(String line, SecretValue value) {
    boolean capital = false;
    boolean digit = false;
    for (int i = value.start(); i < value.end() && i < value.start() + MAX_CHOSEN; i++) {
      char c = line.charAt(i);
      capital |= c >= 'A' && c <= 'Z';
      digit |= TextRuns.isDigit(c);
    }
    return capital && digit && looksMixed(line, value);
  }

  /**
   * Whether a value looks like a password with a punctuation mark, and with a digit or a capital
   * letter: {@code admin@123}, {@code Summer!}. The {@code @} of an address ({@code root@gpu01},
   * {@code root@10.0.0.1}) is no such mark, nor is the sign before a variable.
   */
  static boolean looksMarked(String line, SecretValue value) {
    if (!looksMixed(line, value)
        || value.length() > MAX_CHOSEN
        || line.charAt(value.start()) == '$') {
      return false;
    }
    boolean mark = false;
    boolean strong = false;
    boolean address = false;
    for (int i = value.start(); i < value.end(); i++) {
      char c = line.charAt(i);
      boolean host = c == '@' && isHost(line, value, i);
      mark |= "!@#$%^&*".indexOf(c) >= 0 && !host;
      address |= c == '@' && line.indexOf('.', i, value.end()) >= 0;
      strong |= TextRuns.isDigit(c) || (c >= 'A' && c <= 'Z');
    }
    return mark && strong && !address;
  }

  /** Whether the at sign of {@code root@gpu01} is at a position, and not that of {@code P@ss1}. */
  private static boolean isHost(String line, SecretValue value, int at) {
    boolean account = at - value.start() > 1;
    for (int i = value.start(); i < at; i++) {
      char c = line.charAt(i);
      account &= TextRuns.isNamePart(c) && !(c >= 'A' && c <= 'Z');
    }
    return account && at + 1 < value.end() && TextRuns.isLetter(line.charAt(at + 1));
  }
}
