package dev.faultbook.failure;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What kind of failure an event is, with what only this kind has. */
public sealed interface Failure {
  /** The name of the kind in answers: {@code exception}, {@code signal} and so on. */
  String kind();

  /**
   * An exception that nothing caught, a panic, or a failed assertion.
   *
   * @param runtime what raised it
   * @param type class as printed, qualified where it is printed so; {@code panic}, {@code Check
   *     failed} or {@code Assertion failed} where the language has no class; null when the stack is
   *     cut off before the class
   * @param message what follows the class, several lines joined by newlines, at most 4,000
   *     characters; may be empty
   * @param frames from the outermost to the innermost, at most 64
   * @param chain numbers of the lines that tell the exceptions of a chain, oldest first; only one
   *     where there is no chain
   */
  record UncaughtException(
      ExceptionRuntime runtime,
      @Nullable String type,
      String message,
      List<StackFrame> frames,
      List<Long> chain)
      implements Failure {
    /** What an exception was raised in. */
    public enum ExceptionRuntime {
      /** The Python interpreter. */
      PYTHON,
      /** C, C++, Go, Rust or a Java virtual machine. */
      NATIVE
    }

    /** The lists cannot be changed. */
    public UncaughtException {
      Objects.requireNonNull(runtime);
      Objects.requireNonNull(message);
      frames = List.copyOf(frames);
      chain = List.copyOf(chain);
    }

    @Override
    public String kind() {
      return "exception";
    }
  }

  /**
   * A process ended by a signal.
   *
   * @param number number of the signal as Linux counts, or 0 when it is not told
   * @param frames the stack that was printed with it; often empty
   */
  record Signal(int number, List<StackFrame> frames) implements Failure {
    /** The list cannot be changed. */
    public Signal {
      frames = List.copyOf(frames);
    }

    @Override
    public String kind() {
      return "signal";
    }
  }

  /**
   * A process ended with a code other than 0.
   *
   * @param code the exit code
   */
  record Exit(int code) implements Failure {
    @Override
    public String kind() {
      return "exit";
    }
  }

  /**
   * The scheduler, the orchestrator or a person ended the job.
   *
   * @param reason why
   */
  record Scheduler(Reason reason) implements Failure {
    /** Why a job was ended from outside. */
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

    @Override
    public String kind() {
      return "scheduler";
    }
  }

  /**
   * A command, a build or an installation that reports why it failed.
   *
   * @param tool name of the program that reports, or {@code shell}
   */
  record Command(String tool) implements Failure {
    @Override
    public String kind() {
      return "command";
    }
  }

  /**
   * An event that the kernel or its GPU driver reports.
   *
   * @param event what happened
   */
  record Kernel(Event event) implements Failure {
    /** What the kernel reports. */
    public enum Event {
      OUT_OF_MEMORY,
      XID,
      GPU_DRIVER,
      FAULT,
      HUNG_TASK,
      PANIC,
      MACHINE_CHECK
    }

    @Override
    public String kind() {
      return "kernel";
    }
  }

  /** A line in which a program complains, where its structure tells no more. */
  record Message() implements Failure {
    @Override
    public String kind() {
      return "message";
    }
  }
}
