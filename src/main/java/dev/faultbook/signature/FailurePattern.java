package dev.faultbook.signature;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * {@code failure: "…"}: a pattern that is asked about the message of the failure that ended the
 * job, and about no other line. It may therefore be broad, and it ranks below the other forms.
 *
 * @param text the pattern of the message; ASCII case does not matter
 * @param conditions the values of which each trait of the failure must have one; a trait without an
 *     entry may have any value
 */
public record FailurePattern(LinePattern text, Map<Trait, Set<String>> conditions)
    implements LinePattern {

  /** The capture of every match whose program is known. */
  public static final String PROGRAM = "program";

  /** What a condition asks of a failure. */
  public enum Trait {
    /** The program that reports it: {@code slurmd}, {@code pip}. */
    PROGRAM,
    /** Its kind: {@code exception}, {@code command}, {@code message} and so on. */
    KIND,
    /** The class of its exception, short or qualified. */
    TYPE,
    /** The layer of its program. */
    LAYER
  }

  /** The map cannot be changed. */
  public FailurePattern {
    conditions = Map.copyOf(conditions);
  }

  /**
   * Whether a failure satisfies the conditions.
   *
   * @param traits what is known of the failure; an unknown trait satisfies no condition
   */
  public boolean allows(Map<Trait, String> traits) {
    return conditions.entrySet().stream()
        .allMatch(one -> isAmong(one.getValue(), traits.get(one.getKey())));
  }

  /** {@code requests.exceptions.HTTPError} is an {@code HTTPError}. */
  private static boolean isAmong(Set<String> wanted, @Nullable String value) {
    return value != null
        && (wanted.contains(value) || wanted.contains(value.substring(value.lastIndexOf('.') + 1)));
  }

  /**
   * Whether a message holds the words that a match needs; false for most messages, whose patterns
   * then need not be compiled.
   *
   * @param message the message, in lower case
   */
  public boolean mayMatch(String message) {
    return text.requiredLiterals().stream()
        .allMatch(any -> any.stream().anyMatch(literal -> holdsWords(message, literal)));
  }

  /** A blank in a literal stands for any white space. */
  private static boolean holdsWords(String message, String literal) {
    StringTokenizer words = new StringTokenizer(Literals.lowerAscii(literal), " ");
    while (words.hasMoreTokens()) {
      if (!message.contains(words.nextToken())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isStructural() {
    return true;
  }

  @Override
  public PatternTraits traits() {
    PatternTraits of = text.traits();
    Map<String, CaptureType> types = new HashMap<>(of.captureTypes());
    types.putIfAbsent(PROGRAM, CaptureType.NAME);
    return new PatternTraits(
        of.notation(),
        of.source(),
        of.ignoreCase(),
        of.requiredLiterals(),
        types,
        of.specificity());
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] bytes, int from, int to) {
    return text.findMatch(bytes, from, to);
  }
}
