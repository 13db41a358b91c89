package dev.faultbook.content;

import dev.faultbook.signature.Condition;
import java.util.List;
import java.util.Optional;

/**
 * One way to mend the fault.
 *
 * @param title what it does, in a line
 * @param risks what it asks
 * @param text Markdown that explains it, without the command
 * @param command the command block, possibly empty
 * @param when the facts for which it is meant; where the log's facts say otherwise it is not
 *     offered
 * @param verified how the command was verified; empty when the page does not say
 */
public record Remedy(
    String title,
    List<Risk> risks,
    String text,
    CommandTemplate command,
    Optional<Condition> when,
    Optional<Verification> verified) {
  public Remedy {
    risks = List.copyOf(risks);
  }
}
