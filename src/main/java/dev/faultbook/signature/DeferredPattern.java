package dev.faultbook.signature;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checked pattern that is compiled on its first match: a log needs only a few of some thousand
 * patterns.
 */
final class DeferredPattern implements LinePattern {
  private final StoredPattern.OfLine stored;
  private volatile @Nullable LinePattern compiled;

  DeferredPattern(StoredPattern.OfLine stored) {
    this.stored = stored;
  }

  StoredPattern.OfLine stored() {
    return stored;
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
        known = stored.notation().compile(source(), ignoreCase());
      } catch (PatternException e) {
        throw new IllegalStateException("A stored pattern does not compile: " + source(), e);
      }
      compiled = known;
    }
    return known;
  }

  @Override
  public StoredPattern.Notation notation() {
    return stored.notation();
  }

  @Override
  public String source() {
    return stored.source();
  }

  @Override
  public List<Set<String>> requiredLiterals() {
    return stored.requiredLiterals();
  }

  @Override
  public Map<String, CaptureType> captureTypes() {
    return stored.captureTypes();
  }

  @Override
  public boolean ignoreCase() {
    return stored.ignoreCase();
  }

  @Override
  public int specificity() {
    return stored.specificity();
  }

  @Override
  public String toString() {
    return source();
  }
}
