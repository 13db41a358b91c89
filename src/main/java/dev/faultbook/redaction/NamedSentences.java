package dev.faultbook.redaction;

import java.util.List;

/**
 * Sentences that give the value of a name: {@code HF_TOKEN is …}, {@code Set HF_TOKEN to …}, {@code
 * using HF_TOKEN …}. The value must look random, because such words are common in ordinary
 * sentences.
 */
final class NamedSentences implements SecretFinder {

  /** Words between a name and its value. */
  private static final List<String> LINKS =
      List.of(" is ", " was ", " to ", " equals ", " is: ", " was: ");

  /** Words before a name that is followed by its value. */
  private static final List<String> LEADS = List.of("using ", "with ");

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 300;

  private record Phrase(String words, LineGrams.Trigger trigger) {
    Phrase(String words) {
      this(words, new LineGrams.Trigger(words));
    }
  }

  private final List<Phrase> links = LINKS.stream().map(Phrase::new).toList();
  private final List<Phrase> leads = LEADS.stream().map(Phrase::new).toList();
  private final Assignments assignments;

  NamedSentences(Assignments assignments) {
    this.assignments = assignments;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Phrase link : links) {
      if (link.trigger.mayOccurIn(grams)) {
        findBehindLink(link.words, line, found);
      }
    }
    for (Phrase lead : leads) {
      if (lead.trigger.mayOccurIn(grams)) {
        findBehindLead(lead.words, line, found);
      }
    }
  }

  private void findBehindLink(String words, String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, words, 0);
    while (at >= 0) {
      int next = at + words.length();
      TextRange name = nameBefore(line, skipVerb(line, at));
      take(line, name, TextRuns.skipBlanks(line, next), found);
      at = TextRuns.indexOfIgnoringCase(line, words, next - 1);
    }
  }

  private void findBehindLead(String words, String line, RedactedSpans found) {
    int at = TextRuns.indexOfIgnoringCase(line, words, 0);
    while (at >= 0) {
      int start = at + words.length();
      int end = start;
      while (end < line.length()
          && end - start < LONGEST_NAME
          && TextRuns.isNamePart(line.charAt(end))) {
        end++;
      }
      if (end < line.length() && line.charAt(end) == ' ') {
        take(line, new TextRange(start, end), TextRuns.skipBlanks(line, end), found);
      }
      at = TextRuns.indexOfIgnoringCase(line, words, start);
    }
  }

  private void take(String line, TextRange name, int at, RedactedSpans found) {
    if (name.isEmpty() || at >= line.length()) {
      return;
    }
    SecretValue value = SecretValue.at(line, at, LONGEST_VALUE);
    if (ValueRule.RANDOM.accepts(line, value)) {
      assignments.takeRandomValue(line, name, new TextRange(at, value.end()), found);
    }
  }

  /** Skips the verb of {@code HF_TOKEN set to …} backwards. */
  private static int skipVerb(String line, int end) {
    int start = end;
    while (start > 0 && end - start < 10 && TextRuns.isLetter(line.charAt(start - 1))) {
      start--;
    }
    boolean verb =
        List.of("set", "changed", "reset", "updated").contains(line.substring(start, end));
    return verb ? TextRuns.trimmedEnd(line, 0, start) : end;
  }

  private static TextRange nameBefore(String line, int end) {
    int last = end > 0 && TextRuns.isQuote(line.charAt(end - 1)) ? end - 1 : end;
    int start = last;
    while (start > 0
        && last - start < LONGEST_NAME
        && (TextRuns.isNamePart(line.charAt(start - 1)) || line.charAt(start - 1) >= 128)) {
      start--;
    }
    return new TextRange(start, last);
  }
}
