package dev.faultbook.report;

import dev.faultbook.diagnosis.Evidence;
import dev.faultbook.diagnosis.Finding;
import java.util.List;

/**
 * Finds words of a finding's first line that other ranks print too: without numbers, addresses and
 * paths, and safe between single quotes in a shell.
 */
final class FixedText {
  private static final int LEAST = 8;
  private static final int MOST = 60;

  private FixedText() {}

  /** The longest run of such words within the match; empty if it is too short to be useful. */
  static String longestIn(Finding finding) {
    String longest = "";
    for (Evidence evidence : finding.evidence().stream().limit(1).toList()) {
      String text = evidence.line().text();
      for (var span : evidence.line().spans()) {
        int end = Math.min(span.end(), text.length());
        for (String words : fixedRuns(text.substring(Math.min(span.start(), end), end))) {
          longest = words.length() > longest.length() ? words : longest;
        }
      }
    }
    return longest.length() < LEAST ? "" : longest;
  }

  private static List<String> fixedRuns(String text) {
    StringBuilder kept = new StringBuilder();
    text.chars().forEach(c -> kept.append(isFixed(c) ? (char) c : '\n'));
    return kept.toString()
        .lines()
        .map(String::strip)
        .map(words -> words.length() > MOST ? words.substring(0, MOST).strip() : words)
        .toList();
  }

  private static boolean isFixed(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || " :,_-".indexOf(c) >= 0;
  }
}
