package dev.faultbook.redaction;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Names whose value is taken out.
 *
 * @param words without {@code _ - .}, in lower case
 * @param match how a name is compared with the words
 * @param forms where the name may stand
 * @param value what the value must be
 * @param unless values that are none, in lower case
 */
record NameRule(
    Set<String> words, Match match, Set<Form> forms, ValueRule value, Set<String> unless) {

  static final Set<Form> USUAL_FORMS =
      EnumSet.of(Form.EQUALS, Form.COLON, Form.QUOTED_COLON, Form.OPTION, Form.PARAMETER);

  enum Match {
    /** The name is the word. */
    WHOLE,
    /** It ends with the word, written together or not: {@code hfToken}, {@code HF_TOKEN}. */
    END,
    /** The word stands alone, or after {@code _ - .}. */
    LAST_WORD,
    /** A name of capitals, {@code _} and the word: {@code DB_PASS}. */
    CONSTANT
  }

  /** Where a name may stand. */
  enum Form {
    /** {@code name=value}, {@code name := value}, {@code name => value}. */
    EQUALS,
    /** {@code name: value}. */
    COLON,
    /** {@code "name": value}. */
    QUOTED_COLON,
    /** {@code --name value}. */
    OPTION,
    /** {@code ?name=value} of an address. */
    PARAMETER
  }

  NameRule {
    words = Set.copyOf(words);
    forms = Set.copyOf(forms);
    unless = Set.copyOf(unless);
  }

  /**
   * Whether the rule is for this name.
   *
   * @param word one of the rule's words, with which the name ends, but for {@code _ - .}
   * @param raw the name as it stands in the log
   * @param whole whether the word, with {@code _ - .} at most, is all of the name
   */
  boolean isFor(String word, String raw, boolean whole, Form form) {
    boolean formFits =
        forms.contains(form) || (form == Form.PARAMETER && forms.contains(Form.EQUALS));
    return formFits && matchesWord(word, raw, whole);
  }

  private boolean matchesWord(String word, String raw, boolean whole) {
    return switch (match) {
      case END -> true;
      case WHOLE -> whole;
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
