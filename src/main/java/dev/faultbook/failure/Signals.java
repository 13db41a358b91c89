package dev.faultbook.failure;

import dev.faultbook.codes.Endings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The signals that end processes: Linux numbers, and the names that programs print. */
final class Signals {
  static final int INT = 2;
  static final int ABRT = 6;
  static final int KILL = 9;
  static final int TERM = 15;

  private static final int MAX_NAME = 60;

  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final Map<String, Integer> shellNames = new HashMap<>();

  /** The signals that end processes by the names of the tables and by what shells print. */
  Signals(Endings endings) {
    endings.signals().forEach((name, number) -> names.put(name.toLowerCase(Locale.ROOT), number));
    PhraseSets.LISTS
        .pairs("signals")
        .forEach(
            (name, signal) -> {
              int number = endings.signals().getOrDefault(signal, 0);
              names.put(name.toLowerCase(Locale.ROOT), number);
              if (!Character.isLowerCase(name.charAt(0))) {
                shellNames.put(name, number);
              }
            });
  }

  /** The signal with whose name a text begins; 0 if none. */
  int parseName(String text) {
    String s = TextScan.limitLength(text, MAX_NAME).toLowerCase(Locale.ROOT);
    return names.entrySet().stream()
        .filter(name -> s.startsWith(name.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /** The signal that a shell names on a whole line: {@code Bus error (core dumped)}; 0 if none. */
  int parseLine(String line) {
    // Aborted (core dumped), also in the words of another language
    int dumped = line.endsWith(")") ? line.indexOf(" (") : -1;
    return shellNames.getOrDefault(dumped > 0 ? line.substring(0, dumped) : line, 0);
  }

  /** How well a signal explains the end of a process. */
  static CausalRole roleOf(int signal) {
    return switch (signal) {
      case INT, TERM, 1 -> CausalRole.INTERRUPTION;
      // A process that aborts states why before; one that is killed cannot.
      case ABRT -> CausalRole.EXIT;
      case KILL, 0 -> CausalRole.DEATH;
      case 13 -> CausalRole.TEARDOWN;
      default -> CausalRole.CAUSE;
    };
  }

  /** The role of an exit code; above 128 it encodes a signal. */
  static CausalRole roleOfExit(int code) {
    if (code == 128 + TERM || code == 128 + INT) {
      return CausalRole.INTERRUPTION;
    }
    return code > 128 && code < 160 && code != 128 + ABRT ? CausalRole.DEATH : CausalRole.EXIT;
  }
}
