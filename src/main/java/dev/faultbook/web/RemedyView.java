package dev.faultbook.web;

import java.util.List;

/**
 * A remedy of the compatibility tables as a page shows it.
 *
 * @param text what to do
 * @param command to be copied; empty when there is none
 */
public record RemedyView(String text, String command) {
  private static final List<String> COMMANDS = List.of("pip install ", "nvidia-smi ", "python -c ");

  /** Takes a sentence apart: its command ends it, after a colon. */
  static RemedyView of(String whole) {
    for (String start : COMMANDS) {
      int at = whole.indexOf(start);
      if (at > 0) {
        return new RemedyView(whole.substring(0, at).strip(), whole.substring(at));
      }
    }
    return new RemedyView(whole, "");
  }
}
