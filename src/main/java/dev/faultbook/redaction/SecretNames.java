package dev.faultbook.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which names announce a secret, and how sure that is. Training logs are full of tokens and keys
 * that are none, so a name alone is not always enough.
 */
final class SecretNames {

  /** What a value must be to be taken for a secret. */
  enum Rule {
    /** The name announces nothing. */
    NONE,
    /** Whatever stands there, but for the words that say "nothing". */
    ANYTHING,
    /** As {@link #ANYTHING}, but neither a path nor a number. */
    NO_PATH_NO_NUMBER,
    /** Only what looks random: no blank, eight characters or more, letters and digits. */
    RANDOM_LOOKING;

    boolean accepts(String line, SecretValue value) {
      if (this == NONE
          || value.length() <= 0
          || Placeholders.standsAt(line, value.start())
          || line.startsWith("-----BEGIN", value.start())) {
        return false;
      }
      return switch (this) {
        case NONE -> false;
        case ANYTHING -> !saysNothing(line, value);
        case NO_PATH_NO_NUMBER ->
            !saysNothing(line, value) && !isPath(line, value) && !isNumber(line, value);
        case RANDOM_LOOKING -> looksRandom(line, value);
      };
    }
  }

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

  private static final int LONGEST_NOTHING = 64;
  private static final int LONG = 256;

  private static final List<String> PASSWORDS =
      List.of("password", "passwd", "passphrase", "passcode", "pwd", "_pass", "-pass", ".pass");

  /** Without their separators. */
  private static final List<String> KEYS =
      List.of(
          "apikey",
          "accesskey",
          "accesskeyid",
          "accesskeysecret",
          "accountkey",
          "secretkey",
          "sharedkey",
          "encryptionkey",
          "signingkey",
          "masterkey",
          "authkey",
          "subscriptionkey",
          "sessionkey",
          "licensekey",
          "wandbkey",
          "secret",
          "clientsecret",
          "secrettext");

  /** A token of these is a credential; a pad_token or an eos_token is not. */
  private static final List<String> TOKEN_OWNERS =
      List.of(
          "hf",
          "huggingface",
          "hub",
          "access",
          "auth",
          "api",
          "refresh",
          "session",
          "security",
          "bearer",
          "github",
          "gh",
          "gitlab",
          "slack",
          "bot",
          "wandb",
          "oauth",
          "private",
          "personal",
          "deploy",
          "csrf",
          "xsrf",
          "secret",
          "vault",
          "consul",
          "npm",
          "pypi",
          "registry",
          "docker",
          "kube",
          "jupyter",
          "notebook",
          "comet",
          "neptune",
          "mlflow",
          "clearml",
          "modelscope",
          "login",
          "join",
          "bootstrap",
          "account");

  private SecretNames() {}

  /** The rule for {@code name=value}. */
  static Rule ruleFor(String line, int start, int end) {
    if (end - start < 3 || !mayBeSecret(line, end)) {
      return Rule.NONE;
    }
    if (start > 0 && (line.charAt(start - 1) == '/' || line.charAt(start - 1) == '\\')) {
      return Rule.NONE; // the end of a path: /etc/passwd: No such file
    }
    String name = line.substring(start, end);
    return ruleFor(name, name.toLowerCase(Locale.ROOT));
  }

  /** The rule for {@code --name value}: a bare token is a credential there. */
  static Rule optionRuleFor(String line, int start, int end) {
    if (end - start < 3 || !mayBeSecret(line, end)) {
      return Rule.NONE;
    }
    String name = line.substring(start, end).toLowerCase(Locale.ROOT);
    return name.equals("token") ? Rule.NO_PATH_NO_NUMBER : ruleFor(name, name);
  }

  /** Spares nearly every name the work below: secrets' names end in one of few letters. */
  private static boolean mayBeSecret(String line, int end) {
    return "dDeEsSyYtTnNhHlL".indexOf(line.charAt(end - 1)) >= 0;
  }

  private static Rule ruleFor(String name, String lower) {
    if (PASSWORDS.stream().anyMatch(lower::endsWith)) {
      return lower.endsWith("pwd") || lower.endsWith("pass")
          ? Rule.NO_PATH_NO_NUMBER
          : Rule.ANYTHING;
    }
    String joined = lower.replace("_", "").replace("-", "").replace(".", "");
    if (KEYS.stream().anyMatch(joined::endsWith)) {
      return Rule.ANYTHING;
    }
    if (joined.endsWith("token")) {
      String owner = joined.substring(0, joined.length() - "token".length());
      boolean credential = TOKEN_OWNERS.stream().anyMatch(owner::endsWith);
      return credential ? Rule.NO_PATH_NO_NUMBER : Rule.RANDOM_LOOKING;
    }
    if (joined.endsWith("privatekey")) {
      return Rule.NO_PATH_NO_NUMBER;
    }
    boolean constant = name.endsWith("_KEY");
    boolean vague = List.of("auth", "credential", "credentials", "signature").contains(joined);
    return constant || vague ? Rule.RANDOM_LOOKING : Rule.NONE;
  }

  private static boolean saysNothing(String line, SecretValue value) {
    if (value.length() > LONGEST_NOTHING) {
      return false;
    }
    String text = line.substring(value.start(), value.end());
    return NOTHING.contains(text.toLowerCase(Locale.ROOT))
        || text.chars().allMatch(c -> c == '*')
        || (text.length() > 2 && text.chars().allMatch(c -> c == 'x' || c == 'X' || c == '.'));
  }

  private static boolean isPath(String line, SecretValue value) {
    String start = line.substring(value.start(), Math.min(value.end(), value.start() + 3));
    return start.startsWith("/")
        || start.startsWith("~")
        || start.startsWith("./")
        || start.startsWith(":\\", 1)
        || start.startsWith(":/", 1);
  }

  private static boolean isNumber(String line, SecretValue value) {
    for (int i = value.start(); i < value.end(); i++) {
      if (!TextRuns.isDigit(line.charAt(i)) && "+-.eE,%".indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean looksRandom(String line, SecretValue value) {
    if (value.length() < 8 || isPath(line, value)) {
      return false;
    }
    boolean letter = false;
    boolean digit = false;
    for (int i = value.start(); i < value.end() && i < value.start() + LONG; i++) {
      char c = line.charAt(i);
      if (!TextRuns.isLetterOrDigit(c) && "_-+/=.~:".indexOf(c) < 0) {
        return false;
      }
      letter |= TextRuns.isLetter(c);
      digit |= TextRuns.isDigit(c);
    }
    return letter && digit && !line.startsWith("0x", value.start());
  }
}
