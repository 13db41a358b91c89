package dev.faultbook.signature;

import org.jspecify.annotations.Nullable;

/**
 * A checked pattern that is compiled on its first match: a log needs only a few of some thousand
 * patterns.
 */
final class DeferredPattern extends KnownPattern {
  private volatile @Nullable LinePattern compiled;

  DeferredPattern(PatternTraits traits) {
    super(traits);
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    return compiled().findMatch(bytes, from, to);
  }

  /** Two threads may both compile it; the results are equivalent. */
  LinePattern compiled() {
    LinePattern known = compiled;
    if (known == null) {
      try {
        known = traits().notation().compile(source(), ignoreCase());
      } catch (PatternException e) {
        throw new IllegalStateException("A stored pattern does not compile: " + source(), e);
      }
      compiled = known;
    }
    return known;
  }
}
