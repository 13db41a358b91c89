package dev.faultbook.signature;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One compiled signature of an entry.
 *
 * @param source how it reads in the entry, for people
 * @param form how its lines make up a match
 * @param unless lines that rule out the signature, or only the matches near them
 * @param where a condition on captures and facts that a match must satisfy
 * @param weak whether other situations print the line too, so that a match is only a hint
 */
public record Signature(
    String source, Form form, List<Unless> unless, Optional<Condition> where, boolean weak) {

  /** The list cannot be changed. */
  public Signature {
    unless = List.copyOf(unless);
  }

  /** The patterns of its lines, see {@link Form#parts()}. */
  public List<LinePattern> parts() {
    return form.parts();
  }

  /**
   * A line that rules out a match.
   *
   * @param pattern the line
   * @param stretch where the line must be to rule out a match; empty if it rules out the signature
   *     anywhere in the log
   */
  public record Unless(LinePattern pattern, Optional<Stretch> stretch) {}

  /**
   * The stretch of time around a match in which a line forbids it. It begins at the time of one of
   * the match's lines plus {@code slide} and lasts as long as the match itself plus {@code window}.
   * With all values 0 it reaches from the match's first line to its last.
   *
   * @param anchor which line of the match, from 0, in the order of the log; a line that the match
   *     holds several times counts each time
   * @param slideMillis how much later than that line the stretch begins; below 0 it begins earlier
   * @param windowMillis how much is added to its length
   */
  public record Stretch(int anchor, long slideMillis, long windowMillis) {
    /** Whether it is nothing but the match itself. */
    public boolean isMatch() {
      return anchor == 0 && slideMillis == 0 && windowMillis == 0;
    }
  }

  /** Whether its matches depend on times, so that lines without one inherit it. */
  public boolean needsTimes() {
    return form.window().seconds() > 0
        || unless.stream().anyMatch(line -> line.stretch().isPresent());
  }

  /**
   * The captures that a match bears, and their types. A pair bears those of its first line with
   * {@link Form.Pair#FIRST} behind their names and those of its second with {@link
   * Form.Pair#SECOND}. A capture that its lines give several types has none: {@link
   * CaptureType#TEXT}.
   */
  public Map<String, CaptureType> captureTypes() {
    Map<String, CaptureType> types = new HashMap<>();
    for (LinePattern part : parts()) {
      part.captureTypes()
          .forEach(
              (name, type) -> {
                if (form instanceof Form.Pair) {
                  types.merge(name + Form.Pair.FIRST, type, CaptureType::commonType);
                  types.merge(name + Form.Pair.SECOND, type, CaptureType::commonType);
                } else {
                  types.merge(name, type, CaptureType::commonType);
                }
              });
    }
    return types;
  }

  /** Names of the captures that a match bears. */
  public Set<String> captureNames() {
    return captureTypes().keySet();
  }

  /** Number of literal characters of all parts together. */
  public int specificity() {
    return parts().stream().mapToInt(LinePattern::specificity).sum();
  }
}
