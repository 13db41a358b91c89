package dev.faultbook.redaction;

/**
 * What a value behind the name of a secret must look like. Training logs are full of tokens and
 * keys that are not secret, so that some names need a value that looks like one.
 */
enum ValueRule {
  /** Any value. */
  ANY,
  /** Neither a path nor a number of fewer than six digits. */
  WORD,
  /** Neither a path nor a number. */
  NO_NUMBER,
  /** At least six characters, letters and digits or punctuation among them: {@code admin@123}. */
  MIXED,
  /** At least eight characters of an identifier or of Base64, letters and digits among them. */
  RANDOM,
  /** At least sixteen characters. */
  LONG,
  /** The name of a person's account. */
  USER,
  /** No value: the name is not that of a secret, such as that of a Kubernetes object. */
  NEVER;

  private static final int MIN_MIXED = 6;
  private static final int MIN_RANDOM = 8;
  private static final int MIN_SCRAMBLED = 16;
  private static final int MIN_LONG = 16;
  private static final int MIN_DIGITS = 6;
  private static final int MIN_BASE64 = 20;

  /** Characters that are looked at. */
  private static final int MAX_LOOK = 256;

  private static final int MAX_USER = 32;

  /** Accounts are also named by the number of a student or an employee: {@code /home/20211234}. */
  private static final int MIN_USER_DIGITS = 5;

  /** The kinds of characters in a value. */
  private record Kinds(int capitals, int smalls, int digits, int marks, int others) {
    static Kinds of(String value) {
      int capitals = 0;
      int smalls = 0;
      int digits = 0;
      int marks = 0;
      int length = Math.min(value.length(), MAX_LOOK);
      for (int i = 0; i < length; i++) {
        char c = value.charAt(i);
        capitals += c >= 'A' && c <= 'Z' ? 1 : 0;
        smalls += c >= 'a' && c <= 'z' ? 1 : 0;
        digits += TextRuns.isDigit(c) ? 1 : 0;
        marks += "!@#$%^&*".indexOf(c) >= 0 ? 1 : 0;
      }
      return new Kinds(
          capitals, smalls, digits, marks, length - capitals - smalls - digits - marks);
    }

    boolean hasLetter() {
      return capitals + smalls > 0;
    }
  }

  /** Whether a value looks like a secret of this rule. */
  boolean accepts(String value) {
    return switch (this) {
      case ANY -> true;
      case WORD -> isLongNumber(value) || isWord(value);
      case NO_NUMBER -> isWord(value);
      case MIXED -> isMixed(value);
      case RANDOM -> isRandom(value);
      case LONG -> value.length() >= MIN_LONG;
      case USER -> isUser(value);
      case NEVER -> false;
    };
  }

  private static boolean isWord(String value) {
    return !isPath(value) && !isNumber(value);
  }

  private static boolean isMixed(String value) {
    Kinds kinds = Kinds.of(value);
    return value.length() >= MIN_MIXED
        && kinds.hasLetter()
        && kinds.digits + kinds.marks > 0
        && isWord(value)
        && containsNone(value, "/:()[]{}<>");
  }

  private static boolean isRandom(String value) {
    Kinds kinds = Kinds.of(value);
    if (value.length() < MIN_RANDOM || !kinds.hasLetter() || !isWord(value)) {
      return false;
    }
    // Base64 has no full stops and no underscores; a path with slashes often has.
    boolean path = value.indexOf('/') >= 0 && !containsNone(value, "._");
    return !path
        && !value.startsWith("0x")
        && consistsOf(value, "_-+/=.~:%|")
        && (kinds.digits > 0 || isScrambled(value, kinds));
  }

  /** Whether a value of letters alone changes its case as often as a random token does. */
  private static boolean isScrambled(String value, Kinds kinds) {
    int changes = 0;
    int length = Math.min(value.length(), MAX_LOOK);
    for (int i = 1; i < length; i++) {
      changes += (value.charAt(i) & 0x20) != (value.charAt(i - 1) & 0x20) ? 1 : 0;
    }
    return length >= MIN_SCRAMBLED
        && kinds.others + kinds.marks == 0
        && kinds.capitals * 4 > length
        && kinds.smalls * 4 > length
        && changes * 3 >= length;
  }

  private static boolean isUser(String value) {
    boolean chinese = value.chars().allMatch(c -> c >= TextRuns.FIRST_IDEOGRAPH);
    return value.length() >= 2
        && value.length() <= MAX_USER
        && (chinese
            || (consistsOf(value, "._-") && Kinds.of(value).hasLetter())
            || (value.length() >= MIN_USER_DIGITS && value.chars().allMatch(Character::isDigit)));
  }

  static boolean isPath(String value) {
    boolean slash = value.startsWith("/") && !isBase64(value.substring(1));
    return slash
        || value.startsWith("./")
        || value.startsWith("../")
        || (value.startsWith("~") && value.indexOf('/') >= 0)
        || value.startsWith(":\\", 1)
        || value.startsWith(":/", 1);
  }

  private static boolean isBase64(String value) {
    Kinds kinds = Kinds.of(value);
    return value.length() >= MIN_BASE64
        && consistsOf(value, "+=")
        && kinds.capitals > 0
        && kinds.smalls > 0
        && kinds.digits > 0;
  }

  private static boolean isNumber(String value) {
    return value.chars().allMatch(c -> TextRuns.isDigit((char) c) || "+-.eE,%_".indexOf(c) >= 0);
  }

  private static boolean isLongNumber(String value) {
    return value.length() >= MIN_DIGITS && value.chars().allMatch(c -> TextRuns.isDigit((char) c));
  }

  private static boolean containsNone(String value, String signs) {
    return value.chars().limit(MAX_LOOK).noneMatch(c -> signs.indexOf(c) >= 0);
  }

  /** Whether a value has only letters, digits and some signs. */
  private static boolean consistsOf(String value, String signs) {
    return value
        .chars()
        .limit(MAX_LOOK)
        .allMatch(c -> TextRuns.isLetterOrDigit((char) c) || signs.indexOf(c) >= 0);
  }
}
