package dev.faultbook.codes;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reasons of Kubernetes: {@code kubectl describe}, {@code get pods}, {@code get events}, JSON. */
final class KubernetesNotation implements CodeNotation {
  private static final String FAMILY = "kubernetes";

  /**
   * Conditions that are problems if they are true, and the one that is a problem if it is false.
   */
  private static final Set<String> CONDITIONS =
      Set.of("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

  /** Shorter reasons also occur as words in ordinary lines. */
  private static final int COMMON = 10;

  private static final String READY = "Ready";

  private final Map<String, Code> reasons = new HashMap<>();
  private final Map<String, Code> taints = new HashMap<>();

  KubernetesNotation(CodeTables tables) {
    tables.findFamily(FAMILY).stream()
        .flatMap(family -> family.codes().stream())
        .forEach(
            code -> {
              boolean taint = code.code().indexOf('/') > 0;
              (taint ? taints : reasons).put(code.code(), code);
            });
  }

  @Override
  public List<String> triggerWords() {
    Set<String> words =
        new TreeSet<>(List.of("reason:", "\"reason\"", "reason=", "kubernetes.io/"));
    for (String reason : reasons.keySet()) {
      String word = reason.toLowerCase(Locale.ROOT);
      // Error is a word in many lines; kubectl separates its columns by blanks.
      words.add(word.length() < COMMON ? "  " + word + " " : word);
    }
    return List.copyOf(words);
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    readReason(line, sink);
    readTaints(line, sink);
    String[] words = splitWords(line.text());
    readStatus(words, sink);
    readEvent(words, sink);
    readCondition(words, sink);
  }

  /** {@code Reason: OOMKilled}, {@code "reason":"Evicted"}. */
  private void readReason(CodeLine line, CodeReader sink) {
    int from = 0;
    for (int at = line.findLower("reason"); at >= 0; ) {
      from = line.skipAny(at + 6, " \t:=\"");
      boolean separated = from > at + 6 && !line.text().substring(at + 6, from).isBlank();
      // {"type":"Failed","status":"True","reason":"BackoffLimitExceeded"}
      if (separated) {
        takeReason(wordAt(line, from), sink);
      }
      at = line.findLower("reason", from);
    }
  }

  private static String wordAt(CodeLine line, int from) {
    int end = from;
    while (CodeLine.isNamePart(line.at(end))) {
      end++;
    }
    return line.text().substring(from, end);
  }

  private void takeReason(String word, CodeReader sink) {
    Code code = CONDITIONS.contains(word) || word.equals(READY) ? null : reasons.get(word);
    if (code != null) {
      sink.acceptRow(code);
    }
  }

  /** {@code Taints: node.kubernetes.io/unreachable:NoExecute}. */
  private void readTaints(CodeLine line, CodeReader sink) {
    int at = line.find("node.kubernetes.io/");
    while (at >= 0) {
      int end = at;
      while (CodeLine.isNamePart(line.at(end))
          || "./-".indexOf(line.at(end)) >= 0 && line.at(end) != 0) {
        end++;
      }
      Code code = taints.get(line.text().substring(at, end));
      if (code != null) {
        sink.acceptRow(code);
      }
      at = line.find("node.kubernetes.io/", end);
    }
  }

  /** {@code train-0 0/1 CrashLoopBackOff 5 (2m ago) 10m}: a row of {@code get pods}. */
  private void readStatus(String[] words, CodeReader sink) {
    for (int i = 1; i + 1 < words.length && i < 3; i++) {
      if (isReady(words[i])) {
        String status = words[i + 1];
        takeReason(status.startsWith("Init:") ? status.substring(5) : status, sink);
        return;
      }
    }
  }

  private static boolean isReady(String word) {
    int slash = word.indexOf('/');
    return slash > 0
        && slash + 1 < word.length()
        && word.length() <= 5
        && word.chars().allMatch(c -> CodeLine.isDigit((char) c) || c == '/');
  }

  /** {@code Warning BackOff 2m (x5 over 3m) kubelet Back-off restarting failed container}. */
  private void readEvent(String[] words, CodeReader sink) {
    for (int i = 0; i + 2 < words.length && i < 4; i++) {
      if (words[i].equals("Warning") || words[i].equals("Normal")) {
        takeReason(words[i + 1], sink);
        return;
      }
    }
  }

  /** {@code MemoryPressure True Sat, … KubeletHasInsufficientMemory}. */
  private void readCondition(String[] words, CodeReader sink) {
    if (words.length < 2) {
      return;
    }
    boolean holds = words[1].equals("True") && CONDITIONS.contains(words[0]);
    boolean fails =
        words[0].equals(READY) && (words[1].equals("False") || words[1].equals("Unknown"));
    if (holds || fails) {
      Code code = reasons.get(words[0]);
      if (code != null) {
        sink.acceptRow(code);
      }
    }
  }

  /** The first words of a line; the rest is ignored. */
  private static String[] splitWords(String text) {
    String[] words = new String[8];
    int count = 0;
    int i = 0;
    while (i < text.length() && count < words.length) {
      while (i < text.length() && text.charAt(i) <= ' ') {
        i++;
      }
      int start = i;
      while (i < text.length() && text.charAt(i) > ' ') {
        i++;
      }
      if (i > start) {
        words[count++] = text.substring(start, i);
      }
    }
    String[] found = new String[count];
    System.arraycopy(words, 0, found, 0, count);
    return found;
  }
}
