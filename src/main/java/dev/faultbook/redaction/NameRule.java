package dev.faultbook.redaction;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rule of {@code redaction.yaml}: names whose value goes.
 *
 * @param words the names, in lower case and without {@code _}, {@code -} and {@code .}
 * @param after words of which one must stand directly before those names
 * @param match which part of a name a word must be
 * @param value what the value must look like
 * @param colon what it must look like behind {@code name:} without quotes
 * @param kind kind of the value
 * @param signs the signs before a value
 */
@JsonIgnoreProperties({"redacts", "keeps"})
record NameRule(
    Set<String> words,
    Set<String> after,
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
    Set<String> plain = words;
    words =
        after == null
            ? words
            : after.stream()
                .flatMap(owner -> plain.stream().map(owner::concat))
                .collect(Collectors.toSet());
    match = match == null ? Match.END : match;
    colon = colon == null ? value : colon;
    kind = kind == null ? SecretKind.SECRET : kind;
    signs = signs == null ? EnumSet.allOf(Sign.class) : signs;
  }

  /** The condition on a value behind a sign. */
  ValueRule valueBehind(Sign sign) {
    return sign == Sign.COLON ? colon : value;
  }
}
