package dev.faultbook.redaction;

import java.util.List;
import java.util.Set;

/**
 * The rules of {@code redaction.yaml}, which the finders apply.
 *
 * @param tokens tokens that are recognised by their shape
 * @param names names whose value is redacted, from the most specific to the least
 * @param suffixes suffixes of names
 * @param messages messages in the place of a value
 * @param spoken secrets in a sentence or after a prompt
 * @param commands commands with a credential at a known position
 * @param calls functions with a credential at a known position
 * @param loginCommands commands with a {@code USER@HOST} argument
 * @param paths folders that contain a folder for each user
 * @param numbers words that are followed by a personal number
 * @param tables words in the cells of tables
 * @param nobody names of accounts that do not identify a person, such as {@code root}, in lower
 *     case
 */
record RedactionRules(
    List<TokenShape> tokens,
    List<NameRule> names,
    NameSuffixes suffixes,
    ValueMessages messages,
    List<SpokenRule> spoken,
    List<CommandRule> commands,
    List<CallRule> calls,
    List<String> loginCommands,
    PathRules paths,
    List<NumberRule> numbers,
    TableRules tables,
    Set<String> nobody) {

  RedactionRules {
    tokens = List.copyOf(tokens);
    names = List.copyOf(names);
    spoken = List.copyOf(spoken);
    commands = List.copyOf(commands);
    calls = List.copyOf(calls);
    numbers = List.copyOf(numbers);
    loginCommands = List.copyOf(loginCommands);
    nobody = Set.copyOf(nobody);
  }

  /** The rules shipped with the program, which are read once. */
  static RedactionRules shipped() {
    return Shipped.RULES;
  }

  /** What counts as the value of words in a sentence. */
  enum SpokenValue {
    /** A word that ends the line, is in quotes, or mixes letters with digits or punctuation. */
    WORD,
    /** A word that looks random, because the words before also occur in ordinary sentences. */
    RANDOM,
    /** As {@link #RANDOM}, or a password that a person chose: {@code Summer2024!}. */
    PASSWORD,
    /** A word that mixes letters with digits or punctuation. */
    MIXED,
    /** A password with a punctuation mark, and a digit or capital letter: {@code admin@123}. */
    MARKED,
    /** At least six digits. */
    DIGITS,
    /** Any text in single or double quotes. */
    QUOTED,
    /** The second of two texts in quotes: {@code ('bob', …)}. */
    QUOTED_PAIR,
    /** A short code: four to eight letters or digits, at least one of them a digit. */
    CODE,
    /** The second of two words, which looks random: {@code root / …}. */
    PAIR,
    /**
     * The second of two words, a password with a punctuation mark and a digit; behind an account of
     * administrators and a slash, any with capital letters and digits.
     */
    LOGIN,
    /** The text from the next colon to the end of the line. */
    PROMPT
  }

  /**
   * The text around a secret in a sentence.
   *
   * @param link words that must stand between the name and the value; none if it has no links
   * @param then words of which one must follow the value, in lower case; any may follow if empty
   * @param near a word that the line must contain as well, in lower case; may be empty
   * @param word whether the name must be a word of its own
   */
  record Sentence(LinkWords link, List<String> then, String near, boolean word) {
    Sentence {
      then = List.copyOf(then);
    }
  }

  /**
   * Words that are followed by a secret.
   *
   * @param after the words, in lower case
   * @param kind type of the secret
   * @param unless following words that are not secret, in lower case
   */
  record SpokenRule(
      List<String> after,
      Sentence sentence,
      SpokenValue value,
      SecretKind kind,
      Set<String> unless) {
    SpokenRule {
      after = List.copyOf(after);
      unless = Set.copyOf(unless);
    }

    boolean prompt() {
      return value == SpokenValue.PROMPT;
    }
  }

  /**
   * Words that are followed by a personal number.
   *
   * @param after the words, in lower case
   * @param shape form of the number
   */
  record NumberRule(List<String> after, PersonalNumbers.Shape shape) {
    NumberRule {
      after = List.copyOf(after);
    }
  }

  /** Position of the credential in a command. */
  enum Place {
    /** {@code -pSECRET}; {@code -p} without a value makes the command prompt for it. */
    GLUED,
    /** {@code -p SECRET}, {@code -p=SECRET}, {@code -pSECRET}. */
    NEXT,
    /** {@code -u USER:SECRET}; without an option {@code NAME=USER:SECRET}. */
    PAIR,
    /** {@code USER/SECRET@DATABASE}. */
    ACCOUNT,
    /** {@code -k SECRET}; {@code -key} is another option. */
    ALONE,
    /** {@code -passin pass:SECRET}; {@code env:NAME} and {@code file:PATH} are no secrets. */
    SOURCE,
    /** {@code set -x HF_TOKEN SECRET}: the name of a secret, and the word after it. */
    ASSIGNMENT,
    /** Any argument of at least 32 characters that is no option. */
    ARGUMENT,
    /** An argument at a known position; options and {@code name=value} do not count. */
    WORD,
    /** {@code --from-literal=NAME=SECRET}; without an option every {@code NAME=SECRET}. */
    LITERAL,
    /** {@code --api-keys SECRET SECRET}: the words behind an option, up to the next one. */
    WORDS,
    /** The arguments in quotes that follow directly: {@code "AUTH" "SECRET"}. */
    QUOTED_WORDS,
    /** {@code echo SECRET | COMMAND}. */
    PIPED,
    /** {@code echo SECRET > FILE}. */
    WRITTEN,
    /**
     * {@code NAME https://HOST KEY SECRET}, {@code NAME \\HOST SECRET}: the words after the
     * address, up to an option.
     */
    AFTER_ADDRESS,
    /**
     * As {@link #NEXT}, but only before the command that it runs: {@code sshpass -p X ssh -p 22}.
     */
    LEADING,
    /** {@code -u USER}. */
    USER,
    /** As {@link #USER}, but only before the command that it runs. */
    LEADING_USER;

    boolean isLeading() {
      return this == LEADING || this == LEADING_USER;
    }

    boolean isUser() {
      return this == USER || this == LEADING_USER;
    }
  }

  /**
   * A command with a credential among its arguments.
   *
   * @param words names of the command
   * @param options options whose value is the secret; empty where the place needs none
   * @param separator the sign between user and secret of a {@link Place#PAIR}
   * @param skip number of words before the secret of a {@link Place#WORD}
   */
  record CommandRule(
      List<String> words, List<String> options, Place place, char separator, int skip) {
    CommandRule {
      words = List.copyOf(words);
      options = List.copyOf(options);
    }
  }

  /**
   * A function with a credential among its arguments. Positions count from 1.
   *
   * @param words names of the function
   * @param secrets positions of the secrets; if empty, the first argument is USER/SECRET@HOST
   * @param users positions of the names of users
   * @param numbers positions of arguments that must be numbers, because the name is a common one
   * @param least least number of arguments; not less than any position
   */
  record CallRule(
      List<String> words,
      List<Integer> secrets,
      List<Integer> users,
      List<Integer> numbers,
      int least) {
    CallRule {
      words = List.copyOf(words);
      secrets = List.copyOf(secrets);
      users = List.copyOf(users);
      numbers = List.copyOf(numbers);
    }
  }

  /**
   * Folders that contain user folders.
   *
   * @param parents paths that are followed by a user name, with their slashes: {@code /home/}
   * @param windows names of such folders in Windows paths, compared ignoring case
   * @param mixed like {@code parents}, but for folders that also contain other folders
   * @param folders the names of these other folders, in lower case, also with a number at the end
   * @param numbered names of such folders that end with a number, without the number
   */
  record PathRules(
      List<String> parents,
      List<String> windows,
      List<String> mixed,
      Set<String> folders,
      Set<String> numbered) {
    PathRules {
      parents = List.copyOf(parents);
      windows = List.copyOf(windows);
      mixed = List.copyOf(mixed);
      folders = Set.copyOf(folders);
      numbered = Set.copyOf(numbered);
    }
  }

  /**
   * Words in the cells of tables, in lower case.
   *
   * @param beside headings beside that of a secret
   * @param pairs headings of columns that hold a user and a secret
   * @param fields headings of a column of names, beside one of values
   * @param settings names in the first cell of a row of names and values
   */
  record TableRules(
      Set<String> beside, Set<String> pairs, Set<String> fields, Set<String> settings) {
    TableRules {
      beside = Set.copyOf(beside);
      pairs = Set.copyOf(pairs);
      fields = Set.copyOf(fields);
      settings = Set.copyOf(settings);
    }
  }

  private static final class Shipped {
    static final RedactionRules RULES = RedactionRulesReader.readShipped();
  }
}
