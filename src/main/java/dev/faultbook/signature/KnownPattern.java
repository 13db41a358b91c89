package dev.faultbook.signature;

/** A pattern whose traits are known once and for all. */
abstract sealed class KnownPattern implements LinePattern
    permits TextPattern, RegexPattern, JsonPattern, DeferredPattern {
  private final PatternTraits traits;

  KnownPattern(PatternTraits traits) {
    this.traits = traits;
  }

  @Override
  public final PatternTraits traits() {
    return traits;
  }

  @Override
  public final String toString() {
    return source();
  }
}
