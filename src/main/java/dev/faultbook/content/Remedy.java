package dev.faultbook.content;

import java.util.List;

/**
 * One way to mend the fault.
 *
 * @param title what it does, in a line
 * @param risks what it asks
 * @param text Markdown that explains it, without the command
 * @param command the command block, possibly of several lines, with {@code {{capture|default}}}
 *     places still open
 */
public record Remedy(String title, List<Risk> risks, String text, String command) {
  /** Copies the list. */
  public Remedy {
    risks = List.copyOf(risks);
  }
}
