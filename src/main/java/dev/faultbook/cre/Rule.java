package dev.faultbook.cre;

import java.util.List;

/**
 * A rule as its file states it.
 *
 * @param id of the enumeration, such as {@code CRE-2025-0001}
 * @param line where it begins in its file
 * @param text what it says to people
 * @param scores severity and scores in words; may be empty
 * @param severe whether its severity is the highest
 * @param index where it belongs
 * @param condition what has to be in a log
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
   * What a rule says to people.
   *
   * @param title one line
   * @param author who wrote it; may be empty
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
   * Where a rule belongs.
   *
   * @param applications names, with versions where they are given
   * @param keywords what people may search for
   * @param references as they stand
   */
  record Index(List<String> applications, List<String> keywords, List<String> references) {
    Index {
      applications = List.copyOf(applications);
      keywords = List.copyOf(keywords);
      references = List.copyOf(references);
    }
  }

  /**
   * What has to be in a log.
   *
   * @param ordered whether the terms follow one another
   * @param windowMillis within how long; 0 when it does not say
   * @param match what has to be there
   * @param negate what must not
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
