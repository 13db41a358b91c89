package dev.faultbook.failure;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Signals as printed by shells, launchers, processes themselves and crash handlers. */
final class SignalFormat implements FailureFormat {
  private static final List<String> LINE_WORDS = PhraseSets.LISTS.phrases("shell line words");
  private static final char WIDE_COLON = '\uFF1A';

  private static final List<String> BEFORE_SIGNALS = PhraseSets.LISTS.phrases("before signals");

  private final Signals signals;

  SignalFormat(Signals signals) {
    this.signals = signals;
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    int signal = shellSignal(line.raw().strip(), bare);
    if (signal == 0) {
      signal = handlerSignal(bare);
    }
    if (signal != 0) {
      return NativeBlock.ofSignal(line, signal);
    }
    signal = launcherSignal(bare);
    return signal == 0 ? null : toEvent(line, signal);
  }

  private static SingleLine toEvent(LineText line, int signal) {
    FailureEvent event =
        FailureEvent.of(line, new Failure.Signal(signal, List.of()), Signals.roleOf(signal));
    Integer rank = TextScan.numberAfter(line.bare(), "process rank ");
    return new SingleLine(event.ofRank(rank != null ? rank : ExitFormat.rankOf(line.bare())));
  }

  private int shellSignal(String raw, String bare) {
    int whole = signals.parseLine(bare);
    if (whole != 0) {
      return whole;
    }
    // zsh: segmentation fault (core dumped)  python train.py
    if (raw.startsWith("zsh: ")) {
      return signals.parseName(raw.substring(5));
    }
    // [1]    12345 segmentation fault (core dumped)  python train.py
    if (raw.startsWith("[") && raw.indexOf(']') == 2) {
      return jobSignal(raw, 3);
    }
    // bash: line 5: 12345 Killed                  python train.py
    String script = raw.replace(WIDE_COLON, ':');
    int number = LINE_WORDS.stream().mapToInt(script::indexOf).max().orElse(-1);
    int colon = number < 0 ? -1 : script.indexOf(':', number + 2);
    return colon < 0 ? 0 : jobSignal(script, colon + 1);
  }

  private int jobSignal(String raw, int from) {
    int pid = TextScan.blanksEnd(raw, from);
    int end = TextScan.digitsEnd(raw, pid);
    return end == pid ? 0 : signals.parseName(raw.substring(TextScan.blanksEnd(raw, end)));
  }

  private int handlerSignal(String bare) {
    // [n1:12345] Signal: Segmentation fault (11)
    if (bare.startsWith("Signal: ")) {
      return signals.parseName(bare.substring(8));
    }
    // [n1:12345:0:12345] Caught signal 11 (Segmentation fault: address not mapped)
    Integer caught = TextScan.numberAfter(bare, "Caught signal ");
    if (caught != null) {
      return caught;
    }
    // *** SIGSEGV (@0x0) received by PID 37607 (TID 0x7f38594bc700) from PID 0 ***
    if (bare.startsWith("*** SIG")) {
      return signals.parseName(bare.substring(4));
    }
    // nn/test_pruning 1/1 failed! Received signal: SIGBUS
    int received = bare.indexOf("eceived signal: SIG");
    if (received >= 0) {
      return signals.parseName(bare.substring(received + 16));
    }
    // #  SIGSEGV (0xb) at pc=0x00007f2c, pid=12, tid=13
    if (bare.startsWith("#  SIG")) {
      return signals.parseName(bare.substring(3));
    }
    // !!!!!!! Segfault encountered !!!!!!!
    return bare.contains("! Segfault encountered !") ? 11 : 0;
  }

  private int launcherSignal(String bare) {
    Integer signal =
        BEFORE_SIGNALS.stream()
            .map(words -> TextScan.numberAfter(bare, words))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    // YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)
    if (signal == null && bare.contains("EXIT STRING: ")) {
      signal = TextScan.numberAfter(bare, "(signal ");
    }
    // traceback : Signal 9 (SIGKILL) received by PID 34635
    if (signal == null && bare.contains(" received by PID ")) {
      signal = TextScan.numberAfter(bare, "Signal ");
    }
    if (signal != null) {
      return signal;
    }
    // srun: error: node1: task 3: Segmentation fault (core dumped)
    int last = bare.lastIndexOf(": ");
    boolean srun = bare.startsWith("srun: error: ") && bare.contains(": task");
    return srun ? signals.parseName(bare.substring(last + 2)) : 0;
  }
}
