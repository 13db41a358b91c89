package dev.faultbook.redaction;

/** Finds one sort of thing in a line, in linear time. */
interface SecretFinder {

  void find(String line, RedactedSpans found);
}
