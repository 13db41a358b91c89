package dev.faultbook.archive;

/** Finds one sort of thing in a line, in linear time. */
interface Finder {

  void find(String line, Spans found);
}
