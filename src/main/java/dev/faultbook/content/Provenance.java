package dev.faultbook.content;

import java.time.LocalDate;
import java.util.List;

/**
 * What supports an entry.
 *
 * @param sources documents; at least one
 * @param reviewed when someone last checked the entry
 * @param checked what that review compared with what; empty when it does not say
 */
public record Provenance(List<Source> sources, LocalDate reviewed, String checked) {
  public Provenance {
    sources = List.copyOf(sources);
  }
}
