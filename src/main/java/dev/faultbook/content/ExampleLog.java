package dev.faultbook.content;

import java.util.Set;

/**
 * An example log of an entry, or a near miss in which the entry must not be found.
 *
 * @param name file name
 * @param hit true if the entry must lead the diagnosis; false if it must not be found
 * @param bytes the log
 * @param also other causes that are correctly found in it
 */
public record ExampleLog(String name, boolean hit, byte[] bytes, Set<String> also) {
  /** Copies the set; callers must not modify the bytes. */
  public ExampleLog {
    also = Set.copyOf(also);
  }
}
