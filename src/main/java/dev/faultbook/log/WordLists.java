package dev.faultbook.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists of words that logs hold, from a text file beside a class: {@code == name}, and the lines of
 * the list. Empty lines and lines that begin with {@code //} are comments.
 */
public final class WordLists {
  private final String file;
  private final Map<String, List<String>> lists = new LinkedHashMap<>();

  /**
   * Reads a file.
   *
   * @throws IllegalStateException if it is missing
   */
  public WordLists(Class<?> beside, String file) {
    this.file = file;
    List<String> lines = new ArrayList<>();
    for (String line : readText(beside, file).lines().toList()) {
      if (line.startsWith("== ")) {
        lines = new ArrayList<>();
        lists.put(line.substring(3), lines);
      } else if (!line.isEmpty() && !line.startsWith("//")) {
        lines.add(line);
      }
    }
  }

  /**
   * The text of a resource.
   *
   * @throws IllegalStateException if it is missing
   */
  public static String readText(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All lists by their names. */
  public Map<String, List<String>> all() {
    return lists;
  }

  /** A list in its order; the blanks before or behind an ellipsis belong to a phrase. */
  public List<String> phrases(String list) {
    List<String> lines = lists.get(list);
    if (lines == null) {
      throw new IllegalArgumentException("There is no list '" + list + "' in " + file);
    }
    return lines.stream().map(line -> line.replace("…", "")).toList();
  }

  /** The same as a set, for names. */
  public Set<String> names(String list) {
    return new HashSet<>(phrases(list));
  }

  /** The pairs of a list, {@code key=value}, in its order. */
  public Map<String, String> pairs(String list) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String line : phrases(list)) {
      int sign = line.indexOf('=');
      pairs.put(line.substring(0, sign), line.substring(sign + 1));
    }
    return pairs;
  }
}
