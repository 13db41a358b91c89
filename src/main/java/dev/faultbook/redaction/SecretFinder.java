package dev.faultbook.redaction;

/** Finds one kind of secret or personal data in a line, in time linear in its length. */
interface SecretFinder {

  /**
   * Adds the ranges that it finds.
   *
   * @param line a line without its line terminator
   * @param grams the bigrams of this line
   */
  void findSecrets(String line, LineGrams grams, RedactedSpans found);
}
