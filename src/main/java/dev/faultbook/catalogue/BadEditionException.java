package dev.faultbook.catalogue;

import dev.faultbook.content.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** Content with faults was to be put in force. */
public class BadEditionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  BadEditionException(String name, List<Fault> faults) {
    super(
        "The content of "
            + name
            + " is not put in force, it has "
            + faults.size()
            + " faults:\n"
            + faults.stream().limit(20).map(Fault::toString).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** All that is wrong with it. */
  public List<Fault> faults() {
    return faults;
  }
}
