package dev.faultbook.hang;

import java.util.List;

/**
 * The stacks of one process at one moment.
 *
 * @param stream id of the log stream that holds it
 * @param file index of the file
 * @param pid its id; empty if none is printed
 * @param command its command line, and what stands above it as a heading; empty if unknown
 * @param threads as printed
 * @param line number of its first line
 */
record ProcessDump(
    int stream, int file, String pid, String command, List<ThreadStack> threads, long line) {
  ProcessDump {
    threads = List.copyOf(threads);
  }

  /** The thread that runs the program: by its name, its id, or its place in the output. */
  ThreadStack main() {
    return threads.stream()
        .filter(thread -> thread.name().equals("MainThread") || thread.id().equals(pid))
        .findFirst()
        .or(() -> threads.stream().filter(thread -> thread.name().equals("main")).findFirst())
        .orElseGet(threads::getLast);
  }
}
