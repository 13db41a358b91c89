package dev.faultbook.matcher;

/** Progress callback; called often, so it must return quickly. */
@FunctionalInterface
public interface Progress {
  /** Does nothing. */
  Progress NONE = (lines, bytes) -> {};

  /**
   * Reports the amount matched so far.
   *
   * @param lines lines so far, across all files
   * @param bytes bytes of uncompressed text so far
   */
  void reportMatched(long lines, long bytes);
}
