package dev.faultbook.redaction;

/** Finds one sort of thing in a line, in linear time. */
interface SecretFinder {

  /**
   * Adds what it finds.
   *
   * @param line one line, without its end
   * @param grams the pairs of characters of this line
   */
  void findSecrets(String line, LineGrams grams, RedactedSpans found);
}
