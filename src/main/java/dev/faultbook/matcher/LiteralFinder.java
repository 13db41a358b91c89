package dev.faultbook.matcher;

import dev.faultbook.matcher.PatternIndex.Candidates;
import java.util.List;

/**
 * Finds literals in a text, ignoring the case of ASCII letters, at the speed of the prefilter and
 * however many there are. Immutable and thread-safe.
 */
public final class LiteralFinder {
  private final LiteralPrefilter literals;

  /**
   * Compiles the prefilter.
   *
   * @param literals the literals, none empty, in lower case; the place of a literal in this list is
   *     its number
   */
  public LiteralFinder(List<String> literals) {
    this.literals = new LiteralPrefilter(LiteralSelector.anchorsOf(literals));
  }

  /**
   * Finds the literals in {@code bytes[from, to)}, text in UTF-8. Reports number and first byte of
   * each, unordered and possibly more than once.
   */
  public void findLiterals(byte[] bytes, int from, int to, Candidates found) {
    new CandidateFinder(literals).findCandidates(bytes, from, to, found);
  }
}
