package dev.faultbook.content;

import dev.faultbook.signature.Condition;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A way to fix the fault.
 *
 * @param title one line
 * @param risks the risks and requirements
 * @param check whether it only inspects, even if it requires a restart, as logging more does
 * @param text Markdown that explains it, without the command
 * @param command the command block; may be empty
 * @param when the facts to which it applies; it is not offered if the log's facts contradict them
 * @param answer Markdown that says what the log already shows, with variables; the step is left out
 *     of an answer in which all of them have values. A blank one leaves it out of every answer: it
 *     searches the log for what the answer shows. Empty if only the command tells
 */
public record Remedy(
    String title,
    List<Risk> risks,
    boolean check,
    String text,
    CommandTemplate command,
    Optional<Condition> when,
    Optional<String> answer) {
  /** {@code <!-- answered: The limit is {{memory_limit|LIMIT}}. -->} below the heading. */
  static final String ANSWERED = "<!-- answered:";

  private static final Set<Risk> INSPECTING = Set.of(Risk.SAFE, Risk.ROOT);

  public Remedy {
    risks = List.copyOf(risks);
    check |= risks.contains(Risk.SAFE) && INSPECTING.containsAll(risks);
  }
}
