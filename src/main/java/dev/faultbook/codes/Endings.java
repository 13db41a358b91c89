package dev.faultbook.codes;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rows of the code tables that end a job, as its log states them. Thread-safe. */
public final class Endings {
  /** A shell adds it to the number of the signal that ended a process. */
  private static final int SIGNAL_BASE = 128;

  /** {@code sacct} leaves at least so much of a state, with the mark. */
  private static final int MIN_CUT = 5;

  private final List<Code> slurmRows;
  private final List<Code> reasons;
  private final List<String> errors;

  private final Map<String, Integer> signals = new HashMap<>();

  public Endings(CodeTables tables) {
    slurmRows = rowsOf(tables, "slurm");
    reasons = rowsOf(tables, "kubernetes");
    errors =
        rowsOf(tables, "errno").stream()
            .flatMap(code -> code.spelling().texts().stream())
            .map(text -> text.toLowerCase(Locale.ROOT))
            .toList();
    for (Code code : rowsOf(tables, "exit")) {
      code.spelling().aliases().stream()
          .filter(alias -> alias.startsWith("SIG"))
          .forEach(alias -> signals.put(alias, Integer.parseInt(code.code()) - SIGNAL_BASE));
    }
  }

  private static List<Code> rowsOf(CodeTables tables, String family) {
    return tables.findFamily(family).stream()
        .flatMap(one -> one.codes().stream())
        .filter(code -> code.ends().isPresent())
        .toList();
  }

  /** The ending of a job in a state of Slurm, which {@code sacct} may cut off: OUT_OF_ME+. */
  public Optional<Ending> ofSlurmState(String state) {
    boolean cut = state.length() >= MIN_CUT && state.endsWith("+");
    String start = cut ? state.substring(0, state.length() - 1) : state;
    return slurmRows.stream()
        .filter(row -> cut ? row.code().startsWith(start) : row.code().equals(state))
        .findFirst()
        .flatMap(Code::ends);
  }

  /** States of Slurm that end jobs, as its commands print them. */
  public List<String> slurmStates() {
    return slurmRows.stream().map(Code::code).filter(code -> code.indexOf(' ') < 0).toList();
  }

  /** The ending that a message of Slurm states: {@code CANCELLED AT … DUE TO TIME LIMIT}. */
  public Optional<Ending> ofSlurmMessage(String message) {
    return slurmRows.stream()
        .filter(code -> code.spelling().texts().stream().anyMatch(message::contains))
        .findFirst()
        .flatMap(Code::ends);
  }

  /** Reasons of Kubernetes that end or refuse a container. */
  public List<String> kubernetesReasons() {
    return reasons.stream().map(Code::code).toList();
  }

  /** The ending that a reason of Kubernetes in a message states. */
  public Optional<Ending> ofKubernetesReason(String message) {
    return reasons.stream()
        .filter(code -> containsWord(message, code.code()))
        .findFirst()
        .flatMap(Code::ends);
  }

  private static boolean containsWord(String message, String word) {
    int at = message.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean begins = at == 0 || !CodeLine.isNamePart(message.charAt(at - 1));
      if (begins && (end == message.length() || !CodeLine.isNamePart(message.charAt(end)))) {
        return true;
      }
      at = message.indexOf(word, end);
    }
    return false;
  }

  /** Texts of {@code strerror(3)} with which commands fail, in lower case. */
  public List<String> systemErrors() {
    return errors;
  }

  /** The numbers of the signals that end processes, by name: {@code SIGKILL}. */
  public Map<String, Integer> signals() {
    return Collections.unmodifiableMap(signals);
  }
}
