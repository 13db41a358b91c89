package dev.faultbook.compatibility;

import java.util.List;
import java.util.Optional;

/**
 * What a machine needs, according to the tables. All text comes from the tables, none from the
 * stated values.
 *
 * @param install how to install PyTorch; empty if too little is known
 * @param driver the oldest sufficient driver; empty if too little is known
 * @param gpuKnown whether the GPUs were known, so that the build is certain to have code for them
 */
public record SetUpNeeds(Optional<Install> install, Optional<Version> driver, boolean gpuKnown) {
  /**
   * How to install PyTorch.
   *
   * @param notes what to know first: another release, a newer driver, another Python
   * @param command the command, on one line
   */
  public record Install(List<Statement> notes, String command) {
    public Install {
      notes = List.copyOf(notes);
    }
  }
}
