package dev.faultbook.failure;

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

/** The sections of a text file beside this class: {@code == name}, and the lines of the section. */
final class Sections {
  private static final Map<String, List<String>> PHRASES = read("phrases.txt");

  private Sections() {}

  /** The lines of each section by its heading, without comments and empty lines. */
  static Map<String, List<String>> read(String file) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : textOf(file).lines().toList()) {
      if (line.startsWith("== ")) {
        lines = new ArrayList<>();
        sections.put(line.substring(3), lines);
      } else if (!line.isEmpty() && !line.startsWith("//")) {
        lines.add(line);
      }
    }
    return sections;
  }

  private static String textOf(String file) {
    try (InputStream in = Sections.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A list of {@code phrases.txt}; the blanks before or behind an ellipsis belong to a phrase. */
  static List<String> phrases(String list) {
    List<String> lines = PHRASES.get(list);
    if (lines == null) {
      throw new IllegalArgumentException("There is no list '" + list + "' of phrases");
    }
    return lines.stream().map(line -> line.replace("…", "")).toList();
  }

  /** The pairs of a list, {@code key=value}, in its order. */
  static Map<String, String> pairs(String list) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String line : phrases(list)) {
      int sign = line.indexOf('=');
      pairs.put(line.substring(0, sign), line.substring(sign + 1));
    }
    return pairs;
  }

  /** The same as a set, for names. */
  static Set<String> names(String list) {
    return new HashSet<>(phrases(list));
  }
}
