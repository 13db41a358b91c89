package dev.faultbook.content;

import java.util.Set;

/**
 * A log that proves an entry, or a near-miss in which it must not be found.
 *
 * @param name file name
 * @param hit whether the entry must lead; else it must not be found
 * @param bytes the log
 * @param also other causes that are rightly found in it too
 */
public record ExampleLog(String name, boolean hit, byte[] bytes, Set<String> also) {
  /** The set cannot be changed; nobody changes the bytes. */
  public ExampleLog {
    also = Set.copyOf(also);
  }
}
