package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kind of a failure, with the data that only this kind has. */
public sealed interface Failure {
  /** The name of the kind in JSON: {@code exception}, {@code signal} and so on. */
  default String kind() {
    return switch (this) {
      case UncaughtException e -> "exception";
      case Signal s -> "signal";
      case Exit e -> "exit";
      case Scheduler s -> "scheduler";
      case Command c -> "command";
      case Kernel k -> "kernel";
      case Message m -> "message";
    };
  }

  /**
   * An uncaught exception, a panic, or a failed assertion.
   *
   * @param runtime the runtime that raised it
   * @param type class as printed, qualified if it is printed so; {@code panic}, {@code Check
   *     failed} or {@code Assertion failed} if the language has no class; null if the stack is cut
   *     off before the class
   * @param message the text after the class, lines joined by newlines, at most 4,000 characters;
   *     may be empty
   * @param frames from the outermost to the innermost, at most 64
   * @param chain the lines that state the exceptions of a chain, oldest first; a single one if
   *     there is no chain; the one whose message this is has no text
   */
  record UncaughtException(
      ExceptionRuntime runtime,
      @Nullable String type,
      String message,
      List<StackFrame> frames,
      List<MessageLine> chain)
      implements Failure {
    public enum ExceptionRuntime {
      PYTHON,
      /** C, C++, Go, Rust or a Java virtual machine. */
      NATIVE
    }

    public UncaughtException {
      frames = List.copyOf(frames);
      chain = List.copyOf(chain);
    }

    /** An exception of a native runtime that a single line states. */
    static UncaughtException ofNative(
        String type, String message, List<StackFrame> frames, long line) {
      return new UncaughtException(
          ExceptionRuntime.NATIVE, type, message, frames, List.of(new MessageLine(line, "")));
    }

    /** An exception of Python that a single line states. */
    static UncaughtException ofPython(
        @Nullable String type, String message, List<StackFrame> frames, long line) {
      return new UncaughtException(
          ExceptionRuntime.PYTHON, type, message, frames, List.of(new MessageLine(line, "")));
    }
  }

  /**
   * A signal ended a process.
   *
   * @param number number of the signal on Linux; 0 if it is not stated
   * @param frames the stack that was printed with it; often empty
   */
  record Signal(int number, List<StackFrame> frames) implements Failure {
    public Signal {
      frames = List.copyOf(frames);
    }
  }

  /**
   * A process exited with a code other than 0.
   *
   * @param code the exit code
   */
  record Exit(int code) implements Failure {}

  /**
   * A scheduler, an orchestrator or a person ended the job.
   *
   * @param reason the reason
   */
  record Scheduler(Reason reason) implements Failure {
    public enum Reason {
      TIME_LIMIT,
      PREEMPTED,
      NODE_FAILURE,
      CANCELLED,
      OUT_OF_MEMORY,
      EVICTED,
      SPOT_RECLAIMED,
      REFUSED
    }
  }

  /**
   * A command, a build or an installation that reports its error.
   *
   * @param tool name of the program that reports, or {@code shell}
   */
  record Command(String tool) implements Failure {}

  /**
   * An event that the kernel or its GPU driver reports.
   *
   * @param event the kind of event
   */
  record Kernel(Event event) implements Failure {
    public enum Event {
      OUT_OF_MEMORY,
      XID,
      GPU_DRIVER,
      FAULT,
      HUNG_TASK,
      PANIC,
      MACHINE_CHECK
    }
  }

  /** A line in which a program reports an error, without further structure. */
  record Message() implements Failure {}
}
