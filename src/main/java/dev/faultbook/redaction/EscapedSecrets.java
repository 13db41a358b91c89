package dev.faultbook.redaction;

import java.util.List;

/**
 * Secrets in text that is escaped within a line: {@code {"msg":"env:\nHF_TOKEN=…"}}, {@code
 * %22password%22%3A%22…%22}. The line is decoded, and each line of the decoded text is searched by
 * the other finders.
 */
final class EscapedSecrets implements SecretFinder {

  /** Most levels of escapes within escapes, as in {@code \\\"}. */
  private static final int MAX_LEVELS = 3;

  private final List<SecretFinder> finders;

  /**
   * Creates a finder for escaped text.
   *
   * @param finders the finders for plain text
   */
  EscapedSecrets(List<SecretFinder> finders) {
    this.finders = finders;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    findIn(line, 1, found);
  }

  private void findIn(String line, int level, RedactedSpans found) {
    DecodedText decoded = DecodedText.of(line);
    if (decoded == null) {
      return;
    }
    RedactedSpans spans = new RedactedSpans();
    String text = decoded.text();
    if (level < MAX_LEVELS) {
      findIn(text, level + 1, spans);
    }
    findInLines(decoded, text, spans);
    spans.copyTo(found, decoded::sourceOf);
  }

  private void findInLines(DecodedText decoded, String text, RedactedSpans spans) {
    LineGrams grams = new LineGrams();
    TextLines lines = new TextLines(text);
    while (lines.advance()) {
      if (decoded.isNewLine(new TextRange(lines.start(), lines.end()))) {
        findInLine(lines.line(), lines.start(), grams, spans);
      }
    }
  }

  private void findInLine(String line, int start, LineGrams grams, RedactedSpans spans) {
    grams.readLine(line);
    RedactedSpans inLine = new RedactedSpans();
    for (SecretFinder finder : finders) {
      finder.findSecrets(line, grams, inLine);
    }
    inLine.copyTo(spans, start);
  }
}
