package dev.faultbook.redaction;

/**
 * A part of a line.
 *
 * @param start its first character
 * @param end one past its last
 */
record TextRange(int start, int end) {
  int length() {
    return end - start;
  }

  boolean isEmpty() {
    return start >= end;
  }
}
