package dev.faultbook.content;

import java.time.LocalDate;
import java.util.List;

/**
 * The evidence for an entry.
 *
 * @param sources documents; at least one
 * @param reviewed date of the last review
 * @param checked what that review compared with what; empty if it is not stated
 */
public record Provenance(List<Source> sources, LocalDate reviewed, String checked) {
  public Provenance {
    sources = List.copyOf(sources);
  }
}
