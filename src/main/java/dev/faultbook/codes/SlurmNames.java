package dev.faultbook.codes;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The states and reasons of Slurm, by the names that its commands print. */
final class SlurmNames {
  private static final int MIN_STATE = 4;

  /** Length of the prefix that distinguishes a reason in brackets from ordinary words. */
  private static final int REASON = 8;

  private final Map<String, Code> states = new HashMap<>();
  private final Map<String, Code> brief = new HashMap<>();
  private final Map<String, Code> reasons = new HashMap<>();

  SlurmNames(CodeTables tables) {
    tables.findFamily(SlurmNotation.FAMILY).stream()
        .flatMap(family -> family.codes().stream())
        .forEach(
            code -> {
              boolean state = code.code().equals(upper(code.code()));
              (state ? states : reasons).put(code.code(), code);
              code.spelling().aliases().stream()
                  .filter(alias -> alias.equals(upper(alias)) && alias.length() < MIN_STATE)
                  .forEach(alias -> brief.put(alias, code));
            });
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  /** Words, one of which occurs in each row of a table. */
  Set<String> triggers() {
    Set<String> words = new TreeSet<>(Set.of("out_of_me"));
    for (String state : states.keySet()) {
      words.add(state.toLowerCase(Locale.ROOT));
    }
    for (String reason : reasons.keySet()) {
      int star = reason.indexOf('*');
      boolean ends = star >= 0 && star < MIN_STATE;
      String start = "(" + (star < 0 ? reason + ')' : reason.substring(0, star));
      String word = ends ? reason.substring(star + 1) : start;
      words.add(word.substring(0, Math.min(REASON, word.length())).toLowerCase(Locale.ROOT));
    }
    words.removeIf(word -> word.length() <= MIN_STATE);
    return words;
  }

  /**
   * The row of a state; null if there is none. sacct truncates long ones: {@code OUT_OF_ME+},
   * {@code CANCELLED+}.
   */
  @Nullable Code state(String word) {
    if (!word.endsWith("+") || word.length() <= MIN_STATE) {
      return states.get(word);
    }
    String start = word.substring(0, word.length() - 1);
    return states.entrySet().stream()
        .filter(state -> state.getKey().startsWith(start))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** The row of a state in squeue's short form, such as {@code PD}; null if there is none. */
  @Nullable Code brief(String word) {
    return brief.get(word);
  }

  /** The row of a reason; {@code AssocGrpGRES} belongs to the row {@code AssocGrp*}. */
  Optional<Code> reason(String word) {
    Code exact = reasons.get(word);
    if (exact != null) {
      return Optional.of(exact);
    }
    return reasons.entrySet().stream()
        .filter(reason -> fits(reason.getKey(), word))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean fits(String pattern, String word) {
    int star = pattern.indexOf('*');
    return star > 0
        && word.length() >= pattern.length()
        && word.startsWith(pattern.substring(0, star))
        && word.endsWith(pattern.substring(star + 1));
  }
}
