package dev.faultbook.content;

import java.util.List;
import java.util.stream.Collectors;

/** Content with errors was not published. */
public class BadEditionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ContentError> faults;

  BadEditionException(String name, List<ContentError> faults) {
    super(
        "The content of "
            + name
            + " was not published: it has "
            + faults.size()
            + " faults:\n"
            + faults.stream()
                .limit(20)
                .map(ContentError::toString)
                .collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** All errors of the content. */
  public List<ContentError> faults() {
    return faults;
  }
}
