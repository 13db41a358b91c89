package dev.faultbook.redaction;

/**
 * A range of characters of a line.
 *
 * @param start index of the first character
 * @param end index after the last character
 */
record TextRange(int start, int end) {
  int length() {
    return end - start;
  }

  boolean isEmpty() {
    return start >= end;
  }
}
