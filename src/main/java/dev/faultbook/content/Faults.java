package dev.faultbook.content;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects faults while a folder is read. */
final class Faults {
  private final List<Fault> faults = new ArrayList<>();

  void add(String file, int line, String message) {
    faults.add(new Fault(file, line, message));
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  List<Fault> sorted() {
    List<Fault> sorted = new ArrayList<>(faults);
    Collections.sort(sorted);
    return sorted;
  }
}
