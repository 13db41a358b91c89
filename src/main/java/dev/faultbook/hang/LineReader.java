package dev.faultbook.hang;

/** Reads the lines of one log stream for one format. */
interface LineReader {
  /** Whether nothing is being read. */
  boolean isIdle();

  /** Takes the line above the first one that a reader is given. */
  void noteHeading(String text);

  /** Reads a line without its prefix. */
  void acceptLine(long line, String text);

  /** Ends what is being read. */
  void finish();
}
