package dev.faultbook.catalogue;

import dev.faultbook.yaml.ContentError;
import java.util.List;
import java.util.stream.Collectors;

/** Content with faults was to be put in force. */
public class BadEditionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ContentError> faults;

  BadEditionException(String name, List<ContentError> faults) {
    super(
        "The content of "
            + name
            + " is not put in force, it has "
            + faults.size()
            + " faults:\n"
            + faults.stream()
                .limit(20)
                .map(ContentError::toString)
                .collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** All that is wrong with it. */
  public List<ContentError> faults() {
    return faults;
  }
}
