package dev.faultbook.redaction;

import java.util.List;
import java.util.Set;

/**
 * The shapes of {@code redaction.yaml}: what the finders look for.
 *
 * @param tokens tokens that show by their shape what they are
 * @param names names whose value is taken out, the more specific before the vague
 * @param spoken secrets within a sentence or after a prompt
 * @param commands commands that take a credential by its place
 * @param loginCommands commands whose {@code USER@HOST} names a person
 * @param paths folders below which each person has one
 * @param numbers words after which a number of a person stands
 * @param nobody accounts that name nobody, in lower case
 */
record RedactionRules(
    List<TokenShape> tokens,
    List<NameRule> names,
    List<SpokenRule> spoken,
    List<CommandRule> commands,
    List<String> loginCommands,
    PathRules paths,
    List<NumberRule> numbers,
    Set<String> nobody) {

  RedactionRules {
    tokens = List.copyOf(tokens);
    names = List.copyOf(names);
    spoken = List.copyOf(spoken);
    commands = List.copyOf(commands);
    numbers = List.copyOf(numbers);
    loginCommands = List.copyOf(loginCommands);
    nobody = Set.copyOf(nobody);
  }

  /** The packed rules; read once. */
  static RedactionRules shipped() {
    return Shipped.RULES;
  }

  /**
   * Words after which a secret stands.
   *
   * @param after the words, in lower case
   * @param prompt whether the secret stands after the next colon and goes on to the end of the line
   * @param kind what is taken out
   * @param random whether only what looks random is a secret, as after words of ordinary sentences
   * @param unless words that may follow instead, in lower case
   */
  record SpokenRule(
      List<String> after, boolean prompt, SecretKind kind, boolean random, Set<String> unless) {
    SpokenRule {
      after = List.copyOf(after);
      unless = Set.copyOf(unless);
    }
  }

  /**
   * Words after which a number of a person stands.
   *
   * @param after the words, in lower case
   * @param shape of the number
   */
  record NumberRule(List<String> after, PersonalNumbers.Shape shape) {
    NumberRule {
      after = List.copyOf(after);
    }
  }

  /** Where a command takes its credential. */
  enum Place {
    /** {@code -pSECRET}; {@code -p} alone asks for it. */
    GLUED,
    /** {@code -p SECRET}, {@code -p=SECRET}, {@code -pSECRET}. */
    NEXT,
    /** {@code -u USER:SECRET}. */
    PAIR,
    /** The next long word. */
    ARGUMENT,
    /** {@code NAME https://HOST KEY SECRET}: the words behind the address, up to an option. */
    AFTER_ADDRESS
  }

  /**
   * A command with a credential.
   *
   * @param words names of the command
   * @param options options whose value is the secret; empty for {@link Place#ARGUMENT}
   */
  record CommandRule(List<String> words, List<String> options, Place place) {
    CommandRule {
      words = List.copyOf(words);
      options = List.copyOf(options);
    }
  }

  /**
   * Folders of people.
   *
   * @param parents a person's name follows
   * @param windows names of such folders between backslashes; case does not matter
   * @param mixed as {@code parents}, but ordinary folders lie there too
   * @param folders the names of these, in lower case
   */
  record PathRules(
      List<String> parents, List<String> windows, List<String> mixed, Set<String> folders) {
    PathRules {
      parents = List.copyOf(parents);
      windows = List.copyOf(windows);
      mixed = List.copyOf(mixed);
      folders = Set.copyOf(folders);
    }
  }

  private static final class Shipped {
    static final RedactionRules RULES = RedactionRulesReader.readShipped();
  }
}
