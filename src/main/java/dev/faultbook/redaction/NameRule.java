package dev.faultbook.redaction;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A rule of {@code redaction.yaml}: names whose value is redacted.
 *
 * @param words the names, or parts of them, in lower case and without {@code _}, {@code -} and
 *     {@code .}
 * @param match how a name is compared with the words
 * @param forms syntactic forms in which the name may occur
 * @param value condition on the value
 * @param unless values that are not secret, in lower case
 */
record NameRule(
    Set<String> words, Match match, Set<Form> forms, ValueRule value, Set<String> unless) {

  static final Set<Form> USUAL_FORMS =
      EnumSet.of(Form.EQUALS, Form.COLON, Form.QUOTED_COLON, Form.OPTION, Form.PARAMETER);

  enum Match {
    /** The whole name is the word. */
    WHOLE,
    /**
     * The name ends with the word, with or without a separator: {@code hfToken}, {@code HF_TOKEN}.
     */
    END,
    /** The name is the word, or ends with it after {@code _}, {@code -} or {@code .}. */
    LAST_WORD,
    /** The whole name is the word, in upper case. */
    CAPITALS,
    /** An upper-case name of several parts that ends with the word: {@code DB_PASS}. */
    CONSTANT
  }

  /** How a name is written with its value. */
  enum Form {
    /** {@code name=value}, {@code name := value}, {@code name => value}. */
    EQUALS,
    /** {@code name: value}. */
    COLON,
    /** {@code "name": value}. */
    QUOTED_COLON,
    /** {@code --name value}. */
    OPTION,
    /** {@code ?name=value} in a URL. */
    PARAMETER
  }

  NameRule {
    words = Set.copyOf(words);
    forms = Set.copyOf(forms);
    unless = Set.copyOf(unless);
  }

  /**
   * Whether the rule applies to a name.
   *
   * @param word the word of the rule that the name ends with, ignoring {@code _}, {@code -} and
   *     {@code .}
   * @param raw the name as written in the log
   * @param whole whether the name has nothing else than the word and {@code _}, {@code -} or {@code
   *     .}
   */
  boolean isFor(String word, String raw, boolean whole, Form form) {
    boolean formFits =
        forms.contains(form) || (form == Form.PARAMETER && forms.contains(Form.EQUALS));
    return formFits && matchesWord(word, raw, whole);
  }

  /**
   * The same rule, restricted to values that mix letters with digits or punctuation; to those that
   * look random if it is restricted already.
   */
  NameRule forMixedValues() {
    ValueRule strict =
        switch (value) {
          case RANDOM, LONG, MIXED -> ValueRule.RANDOM_WORD;
          default -> ValueRule.MIXED;
        };
    return new NameRule(words, match, forms, strict, unless);
  }

  private boolean matchesWord(String word, String raw, boolean whole) {
    return switch (match) {
      case END -> true;
      case WHOLE -> whole;
      case CAPITALS -> whole && raw.equals(raw.toUpperCase(Locale.ROOT));
      case LAST_WORD -> endsWithWord(raw, word);
      case CONSTANT ->
          raw.length() > word.length()
              && endsWithWord(raw, word)
              && raw.equals(raw.toUpperCase(Locale.ROOT));
    };
  }

  private static boolean endsWithWord(String raw, String word) {
    int start = raw.length() - word.length();
    return raw.regionMatches(true, start, word, 0, word.length())
        && (start == 0 || "_-.".indexOf(raw.charAt(start - 1)) >= 0);
  }
}
