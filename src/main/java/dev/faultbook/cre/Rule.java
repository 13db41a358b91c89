package dev.faultbook.cre;

import java.util.List;

/**
 * A rule as its file states it.
 *
 * @param id id in the enumeration, such as {@code CRE-2025-0001}
 * @param line line in its file where it begins
 * @param text its text for people
 * @param scores severity and scores in words; may be empty
 * @param severe whether its severity is the highest
 * @param index its classification
 * @param condition the condition on a log
 */
record Rule(
    String id,
    int line,
    Prose text,
    String scores,
    boolean severe,
    Index index,
    Condition condition) {

  /**
   * The text of a rule for people.
   *
   * @param title one line
   * @param author its author; may be empty
   * @param description Markdown
   * @param cause Markdown; may be empty
   * @param impact Markdown; may be empty
   * @param mitigation Markdown; may be empty
   */
  record Prose(
      String title,
      String author,
      String description,
      String cause,
      String impact,
      String mitigation) {}

  /**
   * The classification of a rule.
   *
   * @param applications names, with versions if they are given
   * @param keywords search terms
   * @param references unchanged
   */
  record Index(List<String> applications, List<String> keywords, List<String> references) {
    Index {
      applications = List.copyOf(applications);
      keywords = List.copyOf(keywords);
      references = List.copyOf(references);
    }
  }

  /**
   * The condition on a log.
   *
   * @param ordered whether the terms must follow one another
   * @param windowMillis longest time span; 0 if it is not stated
   * @param match terms that must match
   * @param negate terms that must not match
   */
  record Condition(boolean ordered, long windowMillis, List<Term> match, List<Term> negate) {
    Condition {
      match = List.copyOf(match);
      negate = List.copyOf(negate);
    }

    int countLines() {
      return match.stream().mapToInt(Term::count).sum();
    }
  }

  /**
   * A line.
   *
   * @param form {@code value}, {@code regex} or {@code jq}
   * @param text the value, expression or question
   * @param count how often
   * @param anchor for a negated term: which line of the match its stretch begins at
   * @param slideMillis for a negated term: how much later
   * @param windowMillis for a negated term: how much longer than the match
   * @param absolute for a negated term: whether the match's own length does not count
   * @param line in the file
   */
  record Term(
      String form,
      String text,
      int count,
      int anchor,
      long slideMillis,
      long windowMillis,
      boolean absolute,
      int line) {}
}
