package dev.faultbook.benchmark;

import dev.faultbook.redaction.Redactor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Searches for lines that redaction does not read in linear time: each word of the rules in {@code
 * redaction.yaml}, repeated with each of a number of fillers. Prints those whose cost grows more
 * than {@value #LIMIT} times when the line gets twice as long, and the number of lines tried. Takes
 * some minutes.
 */
public final class RedactionGrowthBenchmark {
  private static final int SIZE = 96 * 1024;
  private static final double LIMIT = 2.7;

  /** CPU time in nanoseconds below which a line is not measured again. */
  private static final long CHEAP = 250_000_000;

  private static final List<String> SECTIONS =
      List.of("tokens", "names", "spoken", "commands", "calls", "logins", "paths");

  private static final List<String> KEYS =
      List.of("prefix", "near", "words", "after", "option", "link", "adverbs", "parents", "mixed");

  private static final List<String> FILLERS =
      List.of(
          "", " ", "(", "='", ": ", "\"", ",", "/", "@", "=", "\\'", " x=", "|", "('a',", "[", "{",
          "a ", "x", "1", "\n", "\r\n", " \\\n", "\t", "  ", ";", "%", "&", "<", ">", "*", "!",
          "\u5bc6", " to ", "=a,", "a1B2!@");

  private RedactionGrowthBenchmark() {}

  /** Measures all lines and prints those that grow too fast. */
  public static void main(String[] args) throws IOException {
    Redactor redactor = new Redactor();
    int lines = 0;
    for (String word : words()) {
      for (String filler : FILLERS) {
        String piece = word + filler;
        lines++;
        String whole = piece.repeat(SIZE / piece.length() + 1);
        if (costOf(redactor, whole) < CHEAP) {
          continue;
        }
        double half = costOf(redactor, whole.substring(0, whole.length() / 2));
        double growth = costOf(redactor, whole) / half;
        if (growth > LIMIT) {
          System.out.printf(Locale.ROOT, "%5.1f  %s%n", growth, piece.replace("\n", "\\n"));
        }
      }
    }
    System.out.printf(Locale.ROOT, "%d lines%n", lines);
  }

  private static long costOf(Redactor redactor, String text) {
    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    if (redactor.redact(text).text().isEmpty()) {
      throw new IllegalStateException("Redaction returned an empty text");
    }
    return threads.getCurrentThreadCpuTime() - start;
  }

  private static Set<String> words() throws IOException {
    Set<String> words = new TreeSet<>();
    try (InputStream in = Redactor.class.getResourceAsStream("/redaction.yaml")) {
      Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      for (String section : SECTIONS) {
        Object rows = file.get(section);
        for (Object row : rows instanceof List<?> list ? list : List.of(rows)) {
          KEYS.forEach(key -> addWords(((Map<?, ?>) row).get(key), words));
        }
      }
    }
    return words;
  }

  private static void addWords(Object value, Set<String> words) {
    if (value instanceof Collection<?> list) {
      list.forEach(word -> addWords(word, words));
    } else if (value != null && !value.toString().isBlank()) {
      words.add(value.toString());
      words.add(value + "(");
    }
  }
}
