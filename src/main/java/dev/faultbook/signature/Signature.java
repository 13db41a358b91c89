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
 * @param kind how its parts make up a match
 * @param parts the line patterns: one for {@code LINE} and {@code COUNT}, several for {@code ALL}
 *     and {@code SEQUENCE}
 * @param repetition how often the parts must occur
 * @param window how close together several lines must stand; {@link Window#WHOLE_LOG} for no bound
 * @param ranks which ranks the lines may come from
 * @param unless lines that forbid the signature, or a match of it that they stand too near to
 * @param where a condition on captures and facts that must hold
 * @param weak whether the line is printed in other situations too, so that it hints and no more
 */
public record Signature(
    String source,
    Kind kind,
    List<LinePattern> parts,
    Repetition repetition,
    Window window,
    Ranks ranks,
    List<Unless> unless,
    Optional<Condition> where,
    boolean weak) {

  /** The lists cannot be changed. */
  public Signature {
    parts = List.copyOf(parts);
    unless = List.copyOf(unless);
  }

  /** A signature of one line. */
  static Signature ofLine(
      LinePattern pattern, List<Unless> unless, Optional<Condition> where, boolean weak) {
    return new Signature(
        pattern.source(),
        Kind.LINE,
        List.of(pattern),
        Repetition.ONCE,
        Window.WHOLE_LOG,
        Ranks.ONE,
        unless,
        where,
        weak);
  }

  /**
   * How often the parts of a signature must occur.
   *
   * @param repeats for {@code ALL} and {@code SEQUENCE}: how many lines each part asks for, in the
   *     order of the parts
   * @param times for {@code COUNT}: how often the line must occur within the window; else 1
   */
  public record Repetition(List<Integer> repeats, int times) {
    /** Each part once. */
    public static final Repetition ONCE = new Repetition(List.of(1), 1);

    /** The list cannot be changed. */
    public Repetition {
      repeats = List.copyOf(repeats);
    }
  }

  /**
   * Which ranks the lines of a match may come from.
   *
   * @param any whether the lines of {@code ALL}, {@code SEQUENCE} and {@code COUNT} may come from
   *     different ranks
   * @param same for {@code PAIR}: captures in which the two lines agree
   * @param differ for {@code PAIR}: captures of which at least one differs
   */
  public record Ranks(boolean any, List<String> same, List<String> differ) {
    /** All lines come from one rank. */
    public static final Ranks ONE = new Ranks(false, List.of(), List.of());

    /** The lists cannot be changed. */
    public Ranks {
      same = List.copyOf(same);
      differ = List.copyOf(differ);
    }
  }

  /** How many lines each part asks for, see {@link Repetition#repeats()}. */
  public List<Integer> repeats() {
    return repetition.repeats();
  }

  /** How often the line of {@code COUNT} must occur; else 1. */
  public int times() {
    return repetition.times();
  }

  /** Whether the lines may come from different ranks, see {@link Ranks#any()}. */
  public boolean anyRank() {
    return ranks.any();
  }

  /** For {@code PAIR}: captures in which the two lines agree. */
  public List<String> same() {
    return ranks.same();
  }

  /** For {@code PAIR}: captures of which at least one differs. */
  public List<String> differ() {
    return ranks.differ();
  }

  /** How parts make up a match. */
  public enum Kind {
    /** One line. */
    LINE,
    /** Several lines, in any order. */
    ALL,
    /** Several lines, each after the one before it. */
    SEQUENCE,
    /** One line, many times. */
    COUNT,
    /**
     * One line from two ranks, alike in some captures and different in others; each rank's first.
     */
    PAIR
  }

  /**
   * A distance between lines.
   *
   * @param lines most lines between the first and the last; 0 when not bounded by lines
   * @param seconds most seconds between them, by the times that the lines state; 0 when not bounded
   */
  public record Window(int lines, int seconds) {
    /** Anywhere in the log. */
    public static final Window WHOLE_LOG = new Window(0, 0);
  }

  /**
   * A line that forbids.
   *
   * @param pattern the line
   * @param stretch where it has to stand to forbid a match; empty when it forbids the signature
   *     wherever in the log it stands
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
   * @param absolute whether its length is {@code window} alone
   */
  public record Stretch(int anchor, long slideMillis, long windowMillis, boolean absolute) {
    /** Whether it is nothing but the match itself. */
    public boolean isMatch() {
      return anchor == 0 && slideMillis == 0 && windowMillis == 0 && !absolute;
    }
  }

  /** Whether times decide about its matches, so that lines without one need that of another. */
  public boolean needsTimes() {
    return window.seconds() > 0 || unless.stream().anyMatch(line -> line.stretch().isPresent());
  }

  /**
   * The captures that a match bears, and their types. A pair bears those of its first line with
   * {@code _a} behind their names and those of its second with {@code _b}. A capture that its lines
   * give several types has none: {@link CaptureType#TEXT}.
   */
  public Map<String, CaptureType> captureTypes() {
    Map<String, CaptureType> types = new HashMap<>();
    for (LinePattern part : parts) {
      part.captureTypes()
          .forEach(
              (name, type) -> {
                if (kind == Kind.PAIR) {
                  types.merge(name + "_a", type, CaptureType::commonType);
                  types.merge(name + "_b", type, CaptureType::commonType);
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

  /** Literal characters that all parts together ask for. */
  public int specificity() {
    return parts.stream().mapToInt(LinePattern::specificity).sum();
  }
}
