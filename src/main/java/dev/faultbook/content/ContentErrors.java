package dev.faultbook.content;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects errors while a folder is read. */
public final class ContentErrors {
  private final List<ContentError> faults = new ArrayList<>();

  public void add(String file, int line, String message) {
    faults.add(new ContentError(file, line, message));
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  public List<ContentError> sortedErrors() {
    List<ContentError> sorted = new ArrayList<>(faults);
    Collections.sort(sorted);
    return sorted;
  }
}
