package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a hang left behind.
 *
 * @param files contents by name
 * @param finding what must be found
 * @param awaited the ranks that must be named; empty if it cannot be known
 * @param kind what they wait for; null if the scene does not show it
 */
record Scene(
    String name, Map<String, byte[]> files, Finding finding, List<Integer> awaited, WaitKind kind) {
  @Override
  public String toString() {
    return name;
  }

  /** A scene of text files. */
  static Scene of(
      String name, Map<String, String> files, Finding finding, WaitKind kind, Integer... awaited) {
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    files.forEach((file, text) -> bytes.put(file, text.getBytes()));
    return new Scene(name, bytes, finding, Arrays.asList(awaited), kind);
  }
}
