package dev.faultbook.failure;

import java.util.Locale;

/** The signals that end processes: Linux numbers, and the names that programs print. */
final class Signals {
  static final int INT = 2;
  static final int ABRT = 6;
  static final int KILL = 9;
  static final int TERM = 15;

  private static final Object[][] NAMES = {
    {"segmentation fault", 11},
    {"segfault", 11},
    {"sigsegv", 11},
    {"access violation", 11},
    {"bus error", 7},
    {"sigbus", 7},
    {"illegal instruction", 4},
    {"sigill", 4},
    {"floating point exception", 8},
    {"floating-point exception", 8},
    {"sigfpe", 8},
    {"aborted", ABRT},
    {"abort", ABRT},
    {"sigabrt", ABRT},
    {"killed", KILL},
    {"sigkill", KILL},
    {"terminated", TERM},
    {"sigterm", TERM},
    {"interrupt", INT},
    {"sigint", INT},
    {"hangup", 1},
    {"sighup", 1},
    {"cpu time limit exceeded", 24},
    {"sigxcpu", 24},
  };

  private Signals() {}

  /** The signal with whose name a text begins; 0 if none. */
  static int parseName(String text) {
    String s = TextScan.limitLength(text, 60).toLowerCase(Locale.ROOT);
    for (Object[] name : NAMES) {
      if (s.startsWith((String) name[0])) {
        return (int) name[1];
      }
    }
    return 0;
  }

  /** How well a signal explains the end of a process. */
  static Standing standingOf(int signal) {
    return switch (signal) {
      case INT, TERM, 1 -> Standing.INTERRUPTION;
      // A process that aborts states why before; one that is killed cannot.
      case ABRT -> Standing.EXIT;
      case KILL, 0 -> Standing.DEATH;
      case 13 -> Standing.TEARDOWN;
      default -> Standing.CAUSE;
    };
  }

  /** The standing of an exit code; above 128 it encodes a signal. */
  static Standing standingOfExit(int code) {
    if (code == 128 + TERM || code == 128 + INT) {
      return Standing.INTERRUPTION;
    }
    return code > 128 && code < 160 && code != 128 + ABRT ? Standing.DEATH : Standing.EXIT;
  }
}
