package dev.faultbook.codes;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exit codes and signals printed by shells, containers, schedulers and torchrun. */
final class ExitNotation implements CodeNotation {
  private static final String FAMILY = "exit";
  private static final int SIGNAL_BASE = 128;

  /** Words before an exit code; of words with a common beginning the longest comes first. */
  private static final List<String> CODED =
      List.of(
          "exit code",
          "exit_code",
          "exitcode",
          "exit status",
          "returncode",
          "return code",
          "exited with code",
          "exited with status",
          "exited with",
          "exit value",
          "exited (",
          "returned non-zero exit status",
          "rc=",
          "exit:");

  private static final List<String> SIGNALLED =
      List.of("killed by signal", "by signal", "signal:", "on signal", "signal");

  private static final Map<String, String> DEATHS =
      Map.of(
          "segmentation fault", "SIGSEGV",
          "bus error", "SIGBUS",
          "floating point exception", "SIGFPE",
          "illegal instruction", "SIGILL",
          "aborted (core dumped)", "SIGABRT",
          "cpu time limit exceeded", "SIGXCPU",
          "file size limit exceeded", "SIGXFSZ",
          "bad system call", "SIGSYS");

  /** The row of each signal, with the exit code of a shell for it. */
  private final Map<String, Code> signals = new HashMap<>();

  private final Map<String, Code> bySignalNumber = new HashMap<>();

  ExitNotation(CodeTables tables) {
    tables.findFamily(FAMILY).stream()
        .flatMap(family -> family.codes().stream())
        .forEach(this::addSignal);
  }

  private void addSignal(Code code) {
    String first = code.code();
    boolean shell = first.length() == 3 && first.chars().allMatch(c -> CodeLine.isDigit((char) c));
    for (String alias : code.spelling().aliases()) {
      if (shell && alias.startsWith("SIG")) {
        signals.put(alias, code);
        bySignalNumber.put(Integer.toString(Integer.parseInt(first) - SIGNAL_BASE), code);
      }
    }
  }

  @Override
  public List<String> triggerWords() {
    return List.of(
        "exit code",
        "exit_code",
        "exitcode",
        "exit status",
        "returncode",
        "return code",
        "exited with",
        "exit value",
        "exited (",
        "signal",
        "segmentation fault",
        "bus error",
        "floating point exception",
        "illegal instruction",
        "aborted (core",
        "time limit exceeded",
        "size limit exceeded",
        "bad system call");
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    if (readCode(line, sink) || readSignal(line, sink)) {
      return;
    }
    DEATHS.forEach(
        (text, signal) -> {
          int at = line.findLower(text);
          if (at >= 0
              && line.beginsWord(at)
              && signals.containsKey(signal)
              && isDeath(line, at, text)) {
            sink.acceptRow(signals.get(signal));
          }
        });
  }

  /** {@code train.sh: line 3: 4711 Segmentation fault (core dumped) python train.py}. */
  private static boolean isDeath(CodeLine line, int at, int end) {
    int after = line.skipAny(end, " ");
    return after == line.length()
        || line.at(after) == '('
        || CodeLine.isDigit(line.at(line.skipAny(0, " ")))
        || line.findLastLower(": line ", at) >= 0;
  }

  private static boolean isDeath(CodeLine line, int at, String text) {
    return text.endsWith(")") || isDeath(line, at, at + text.length());
  }

  private static boolean readCode(CodeLine line, CodeReader sink) {
    for (String word : CODED) {
      int at = line.findLower(word);
      boolean inWord = at > 0 && line.at(at - 1) >= 'a' && line.at(at - 1) <= 'z';
      if (at >= 0 && !inWord) {
        // exitcode  : -9 (pid: 1234)    Exit Code: 137    "exitCode":137    Exited (137)
        int number = line.skipAny(at + word.length(), " \t:=\"'()");
        String code = parsePair(line, number);
        if (code == null) {
          code = line.numberAt(number);
        }
        if (code == null) {
          code = ntStatus(line, number);
        }
        if (code != null) {
          sink.acceptCode(FAMILY, code);
          return true;
        }
      }
    }
    return false;
  }

  /** {@code 0:9}: Slurm's code and signal. */
  static @Nullable String parsePair(CodeLine line, int from) {
    int colon = line.find(':', from);
    if (colon <= from || colon - from > 3 || !CodeLine.isDigit(line.at(colon + 1))) {
      return null;
    }
    int end = colon + 1;
    while (CodeLine.isDigit(line.at(end))) {
      end++;
    }
    boolean bounded = end - colon <= 4 && !CodeLine.isNamePart(line.at(end)) && line.at(end) != ':';
    for (int i = from; i < colon; i++) {
      bounded &= CodeLine.isDigit(line.at(i));
    }
    return bounded ? line.text().substring(from, end) : null;
  }

  /** {@code exit code 0xC0000005}: Windows prints the same number in both forms. */
  private static @Nullable String ntStatus(CodeLine line, int from) {
    int digits = 10;
    if (!line.lower().startsWith("0xc", from) || from + digits > line.length()) {
      return null;
    }
    long value = 0;
    for (int i = from + 2; i < from + digits; i++) {
      int digit = Character.digit(line.at(i), 16);
      if (digit < 0) {
        return null;
      }
      value = value << 4 | digit;
    }
    return Long.toString(value);
  }

  private boolean readSignal(CodeLine line, CodeReader sink) {
    for (String word : SIGNALLED) {
      int at = line.findLower(word);
      if (at >= 0 && line.beginsWord(at)) {
        int from = line.skipAny(at + word.length(), " :=(");
        // Signal 9 (SIGKILL) received by PID 1234    Killed by signal 9
        String number = line.numberAt(from);
        Code code = number == null ? signalNamed(line, from) : bySignalNumber.get(number);
        if (code != null && tellsDeath(line)) {
          sink.acceptRow(code);
          return true;
        }
      }
    }
    return false;
  }

  /** A process that installs a handler or sends a signal did not die from it. */
  private static boolean tellsDeath(CodeLine line) {
    return line.containsWord("received")
        || line.containsWord("killed")
        || line.containsWord("terminated")
        || line.containsWord("died")
        || line.containsWord("exited")
        || line.containsWord("caught")
        || line.containsWord("core dumped")
        || line.containsWord("crashed")
        || line.containsWord("failed");
  }

  private @Nullable Code signalNamed(CodeLine line, int from) {
    int end = from;
    while (CodeLine.isNamePart(line.at(end))) {
      end++;
    }
    return signals.get(line.text().substring(from, end).toUpperCase(Locale.ROOT));
  }
}
