package dev.faultbook.report;

import dev.faultbook.diagnosis.Evidence;
import dev.faultbook.diagnosis.Finding;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds words of a finding's first line that other ranks print too. They stand in a command, so
 * they are words of the signature, never text that a log fills in.
 */
final class FixedText {
  private static final int MIN_LENGTH = 8;
  private static final int MAX_LENGTH = 60;

  private FixedText() {}

  /** The longest such words, safe between single quotes in a shell; empty if none are useful. */
  static String longestIn(Finding finding) {
    return finding.evidence().stream()
        .limit(1)
        .flatMap(evidence -> printedLiterals(finding, evidence))
        .flatMap(FixedText::fixedRuns)
        .filter(words -> words.length() >= MIN_LENGTH)
        .max(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .orElse("");
  }

  /** The literals of the signature, in the case in which the line prints them. */
  private static Stream<String> printedLiterals(Finding finding, Evidence evidence) {
    String text = evidence.line().text();
    String folded = text.toLowerCase(Locale.ROOT);
    return finding.entry().signatures().stream()
        .filter(signature -> signature.source().equals(evidence.signature()))
        .flatMap(signature -> signature.parts().stream())
        .flatMap(pattern -> pattern.requiredLiterals().stream())
        .flatMap(Set::stream)
        .map(
            literal -> {
              int at = text.indexOf(literal);
              int start = at < 0 ? folded.indexOf(literal) : at;
              int end = start + literal.length();
              return start < 0 || end > text.length() ? "" : text.substring(start, end);
            });
  }

  private static Stream<String> fixedRuns(String text) {
    StringBuilder kept = new StringBuilder();
    text.chars().forEach(c -> kept.append(isFixed(c) ? (char) c : '\n'));
    return kept.toString()
        .lines()
        .map(String::strip)
        .map(words -> words.substring(0, Math.min(MAX_LENGTH, words.length())).strip());
  }

  private static boolean isFixed(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || " :,_-".indexOf(c) >= 0;
  }
}
