package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.faultbook.diagnosis.Role;
import java.util.Locale;

/** How sure a finding is, as a word. */
public enum Certainty {
  /** Lines state it, and nothing else explains them. */
  PROVEN,
  /** The evidence points to it: an ambiguous line, facts alone, or another possible cause. */
  LIKELY,
  /** It is certain, but what caused it is another question. */
  SYMPTOM,
  /** The page is about a class of failures and does not know this one. */
  CLOSEST;

  /** The least confidence in lines that prove a finding beside which nothing else is possible. */
  private static final double MIN_PROVEN = 0.9;

  static Certainty of(Role role, boolean generic, double confidence) {
    if (role == Role.CONSEQUENCE) {
      return SYMPTOM;
    }
    if (generic && role.isFailure()) {
      return CLOSEST;
    }
    return confidence >= MIN_PROVEN ? PROVEN : LIKELY;
  }

  /** The value in JSON. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
