package dev.faultbook.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fact that has one value per machine or process, for which a log states several.
 *
 * @param fact its name
 * @param values the values that disagree, each with its line
 * @param because what the disagreement means
 */
public record Contradiction(String fact, List<Facts.Value> values, Meaning because) {
  /** Facts that have one value in a healthy job, and the facts that must agree with them. */
  private static final Map<String, List<String>> ONE =
      Map.of(
          "driver", List.of("driver_library"),
          "nccl", List.of(),
          "torch", List.of(),
          "cuda", List.of(),
          "cudnn", List.of());

  public enum Meaning {
    /** Ranks or machines differ, or two copies are installed and one hides the other. */
    COPIES,
    /** Machines differ, or the driver was updated and the old module is still loaded. */
    DRIVERS
  }

  public Contradiction {
    values = List.copyOf(values);
  }

  /** All contradictions of a log, in the order of its facts. */
  public static List<Contradiction> findAll(Facts facts) {
    List<Contradiction> found = new ArrayList<>();
    facts
        .all()
        .forEach(
            (name, values) -> {
              if (ONE.containsKey(name)) {
                List<Facts.Value> all = new ArrayList<>(values);
                ONE.get(name)
                    .forEach(other -> all.addAll(facts.all().getOrDefault(other, List.of())));
                List<Facts.Value> apart = distinctValues(all);
                if (apart.size() > 1) {
                  found.add(
                      new Contradiction(
                          name, apart, name.equals("driver") ? Meaning.DRIVERS : Meaning.COPIES));
                }
              }
            });
    return found;
  }

  /** The value of a fact if all stated values agree: the most specific of them. */
  static Optional<String> agreedValue(Facts facts, String fact) {
    List<Facts.Value> apart = distinctValues(facts.all().getOrDefault(fact, List.of()));
    return apart.size() == 1 ? Optional.of(apart.getFirst().text()) : Optional.empty();
  }

  /** The most specific value of each group of values that agree. */
  private static List<Facts.Value> distinctValues(List<Facts.Value> values) {
    List<Facts.Value> apart = new ArrayList<>();
    for (Facts.Value value : values) {
      int same = -1;
      for (int i = 0; i < apart.size() && same < 0; i++) {
        same = versionsAgree(apart.get(i).text(), value.text()) ? i : -1;
      }
      if (same < 0) {
        apart.add(value);
      } else if (value.text().length() > apart.get(same).text().length()) {
        apart.set(same, value);
      }
    }
    return apart;
  }

  /**
   * Whether two versions agree in the part that both state: 12.4 and 12.4.131 agree, and so do
   * 2.0.0 and +cu118.
   */
  static boolean versionsAgree(String one, String other) {
    String longer = one.length() >= other.length() ? one : other;
    String shorter = one.length() >= other.length() ? other : one;
    return longer.startsWith(shorter)
        && (longer.length() == shorter.length()
            || longer.charAt(shorter.length()) == '.'
            || longer.charAt(shorter.length()) == '+');
  }
}
