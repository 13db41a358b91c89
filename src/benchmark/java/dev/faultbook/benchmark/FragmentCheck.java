package dev.faultbook.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Completes a search for the longest fragments: finds the line of a hit, and checks there that all
 * fragments occur in order, once per line and signature.
 */
final class FragmentCheck {
  private final String log;
  private final List<Workload.Signature> signatures;
  private final String[][] fragments;
  private final long[] checkedOn;
  private final Tally tally;
  private long line;
  private int start;
  private int end;

  FragmentCheck(Workload workload, String log) {
    this.log = log;
    this.signatures = workload.signatures();
    this.fragments =
        signatures.stream().map(s -> s.latin1().toArray(String[]::new)).toArray(String[][]::new);
    this.checkedOn = new long[fragments.length];
    this.tally = new Tally(signatures);
  }

  /** The indexes of the signatures by their longest fragment. */
  Map<String, int[]> byLongest() {
    Map<String, List<Integer>> lists = new TreeMap<>();
    for (int i = 0; i < fragments.length; i++) {
      String longest =
          signatures.get(i).latin1().stream()
              .max(Comparator.comparingInt(String::length))
              .orElseThrow();
      lists.computeIfAbsent(longest, key -> new ArrayList<>()).add(i);
    }
    Map<String, int[]> numbers = new TreeMap<>();
    lists.forEach((key, list) -> numbers.put(key, list.stream().mapToInt(i -> i).toArray()));
    return numbers;
  }

  void begin() {
    tally.clear();
    Arrays.fill(checkedOn, 0);
    line = 1;
    start = 0;
    end = endFrom(0);
  }

  /** Handles an occurrence of a longest fragment. Calls must be in ascending order of lines. */
  void hit(int at, int[] numbers) {
    while (at >= end) {
      next();
    }
    for (int signature : numbers) {
      check(signature);
    }
  }

  /** Checks a signature on the current line. */
  void check(int signature) {
    if (checkedOn[signature] == line) {
      return;
    }
    checkedOn[signature] = line;
    int from = start;
    for (String fragment : fragments[signature]) {
      int at = log.indexOf(fragment, from, end);
      if (at < 0) {
        return;
      }
      from = at + fragment.length();
    }
    tally.add(line, signature);
  }

  /** Whether there is a current line. */
  boolean onLine() {
    return start < log.length();
  }

  String text() {
    return log.substring(start, end);
  }

  void next() {
    line++;
    start = Math.min(end + 1, log.length());
    end = endFrom(start);
  }

  void add(int signature) {
    tally.add(line, signature);
  }

  Tally.Result result() {
    return tally.result();
  }

  private int endFrom(int from) {
    int at = log.indexOf('\n', from);
    return at < 0 ? log.length() : at;
  }
}
