package dev.faultbook.matcher;

/** Told how far a log has been read; often, so it must be quick. */
@FunctionalInterface
public interface Progress {
  /** Nobody looks. */
  Progress UNSEEN = (lines, bytes) -> {};

  /**
   * So much has been matched.
   *
   * @param lines lines so far, those of all files
   * @param bytes bytes of unpacked text so far
   */
  void reportMatched(long lines, long bytes);
}
