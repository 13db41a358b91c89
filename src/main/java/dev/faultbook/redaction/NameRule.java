package dev.faultbook.redaction;

import java.util.Set;

/**
 * A rule of {@code redaction.yaml}: names whose value goes.
 *
 * @param words the names, in lower case and without {@code _}, {@code -} and {@code .}
 * @param match which part of a name a word must be
 * @param value what the value must look like
 * @param colon what it must look like behind {@code name:} without quotes
 * @param kind kind of the value
 * @param signs the signs before a value
 */
record NameRule(
    Set<String> words,
    Match match,
    ValueRule value,
    ValueRule colon,
    SecretKind kind,
    Set<Sign> signs) {

  /** Which part of a name a word must be. */
  enum Match {
    /** Its end: {@code hfToken}, {@code DBPASSWORD}. */
    END,
    /** The last of its parts, or all of it: {@code db_pass}. */
    PART,
    /**
     * As {@link #PART}, with another part before, in a name in capital letters: {@code X_TOKEN}.
     */
    CONSTANT,
    /** All of it. */
    WHOLE
  }

  /** What joins a name and its value. */
  enum Sign {
    /** {@code name=value}, {@code name: value} in quotes, and what has no row of its own. */
    EQUALS,
    /** {@code name: value}. */
    COLON,
    /** {@code "name": value}. */
    QUOTED,
    /** {@code --name value}. */
    OPTION,
    /** {@code ?name=value} in a URL. */
    PARAMETER
  }

  NameRule {
    words = Set.copyOf(words);
    signs = Set.copyOf(signs);
  }

  /** The condition on a value behind a sign. */
  ValueRule valueBehind(Sign sign) {
    return sign == Sign.COLON ? colon : value;
  }
}
