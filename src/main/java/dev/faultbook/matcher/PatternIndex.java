package dev.faultbook.matcher;

import dev.faultbook.signature.LinePattern;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Line patterns, with an index of the positions in a text where each of them can match. Immutable
 * and thread-safe.
 */
public final class PatternIndex {
  private final LinePattern[] patterns;
  private final IntFunction<LinePattern> source;
  private final LiteralPrefilter literals;
  private final int[] companions;

  /**
   * Compiles the prefilter.
   *
   * @param patterns the patterns; the place of a pattern in this list is its number
   */
  public PatternIndex(List<LinePattern> patterns) {
    this(patterns.size(), LiteralSelector.choose(patterns), List.copyOf(patterns)::get);
  }

  /**
   * @param chosen the literals that were chosen for these patterns
   * @param source a pattern by its number; asked when a candidate of it was found
   */
  PatternIndex(int size, ChosenLiterals chosen, IntFunction<LinePattern> source) {
    this.patterns = new LinePattern[size];
    this.source = source;
    this.literals = new LiteralPrefilter(chosen.toAnchors());
    this.companions = chosen.companions();
  }

  /**
   * A literal that ordinary lines hold, if a pattern cannot be found by rarer ones: more than one
   * in ten thousand lines would have to be examined for it. Case is ignored.
   */
  public static Optional<String> findOrdinaryLiteral(LinePattern pattern) {
    String found = null;
    for (Set<String> any : pattern.requiredLiterals()) {
      Optional<String> ordinary =
          any.stream().filter(OrdinaryLines::contain).min(Comparator.naturalOrder());
      if (ordinary.isEmpty()) {
        return ordinary;
      }
      found = ordinary.get();
    }
    return Optional.ofNullable(found);
  }

  /** The literals of which a line that matches holds at least one. */
  List<byte[]> literals() {
    return literals.literals();
  }

  /** The number of patterns. */
  public int size() {
    return patterns.length;
  }

  /** The pattern with a number, from 0. */
  public LinePattern patternOf(int number) {
    LinePattern known = patterns[number];
    if (known == null) {
      known = source.apply(number);
      patterns[number] = known;
    }
    return known;
  }

  /** A line, {@code bytes[from, to)}, that holds candidates. */
  public CandidateLine candidateLine(byte[] bytes, int from, int to) {
    return new CandidateLine(this, bytes, from, to);
  }

  /** The {@link ChosenLiterals#companions} of a pattern. */
  int companionOf(int pattern) {
    return companions[pattern];
  }

  /** Receives the places where a pattern can match. */
  public interface Candidates {
    /**
     * The pattern's anchor occurs here, so the pattern may match the line around it.
     *
     * @param pattern the pattern's number
     * @param at the anchor's first byte
     */
    void acceptCandidate(int pattern, int at);
  }

  /** Creates a finder of positions where patterns can match; for one thread. */
  public CandidateFinder createFinder() {
    return literals.createFinder();
  }

  static byte[] bytesOf(String literal) {
    return literal.getBytes(StandardCharsets.UTF_8);
  }
}
