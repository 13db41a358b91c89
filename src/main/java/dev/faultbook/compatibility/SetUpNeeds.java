package dev.faultbook.compatibility;

import java.util.List;
import java.util.Optional;

/**
 * What a machine needs, by the tables. Every word of it comes from the tables, none from what was
 * stated.
 *
 * @param install how PyTorch is installed; empty when too little is known
 * @param driver the oldest driver that will do; empty when too little is known
 * @param gpuKnown whether the GPUs were known, so that the build surely has code for them
 */
public record SetUpNeeds(Optional<Install> install, Optional<Version> driver, boolean gpuKnown) {
  /**
   * How PyTorch is installed.
   *
   * @param notes what to know before: another release, a newer driver, another Python
   * @param command the command, on one line
   */
  public record Install(List<Statement> notes, String command) {
    /** The list cannot be changed. */
    public Install {
      notes = List.copyOf(notes);
    }
  }
}
