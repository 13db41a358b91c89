package dev.faultbook.log;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Filters NVIDIA's bug report ({@code nvidia-bug-report.log.gz}): passes on the sections that show
 * faults (kernel messages, nvidia-smi, InfiniBand ports, Fabric Manager, IMEX). The rest, about a
 * hundred files of X, ACPI and /proc with old and harmless errors, is counted but not searched.
 *
 * <p>{@code nvidia-bug-report.sh} writes 44 underscores before each section, an empty line, and a
 * line that names the content: a path after {@code ***}, a command, or a title. A section that
 * begins with any other line is skipped. An instance reads one file.
 */
final class BugReport {
  private static final String OPENING = "Start of NVIDIA bug report log file";

  /** The opening line lies within this number of bytes. */
  private static final int HEAD = 256;

  private static final int UNDERSCORES = 44;
  private static final int MAX_TITLE = 200;

  /** Prefixes of the titles of the sections that are read. */
  private static final List<String> TITLES =
      List.of(
          "dmesg:",
          "Scanning kernel log files for NVIDIA kernel messages:",
          "*** /proc/driver/nvidia/version",
          "*** /var/log/fabricmanager.log",
          "*** /var/log/nvidia-imex.log");

  /** Programs whose output is read, without their directories. */
  private static final List<String> PROGRAMS = List.of("nvidia-smi", "ibstat");

  private static final String SERVICE = "systemctl status nvidia-";

  private boolean expectsTitle;
  private boolean relevant;

  private BugReport() {
    expectsTitle = true;
  }

  /** A filter for a file that begins like a bug report; null for any other file. */
  static @Nullable BugReport detect(byte[] bytes, int from, int to) {
    String head = Lines.decodeText(bytes, from, Math.min(to, from + HEAD));
    boolean opens = head.startsWith("_".repeat(UNDERSCORES)) && head.contains(OPENING);
    return opens ? new BugReport() : null;
  }

  /** Passes on the lines of a chunk that belong to relevant sections. */
  void passRelevantLines(Chunk chunk, Consumer<Chunk> consumer) {
    byte[] bytes = chunk.bytes();
    int at = chunk.from();
    long line = chunk.firstLine();
    // The part of the chunk that is as relevant as its first line.
    Chunk part = chunk;
    boolean before = relevant;
    while (at < chunk.to()) {
      int end = Lines.lineEnd(bytes, at, chunk.to());
      if (at > chunk.from() || !chunk.continued()) {
        readLine(bytes, at, end);
      }
      if (relevant != before) {
        passPart(part, at, before, consumer);
        part = new Chunk(bytes, at, chunk.to(), line, false, chunk.file());
        before = relevant;
      }
      line++;
      at = end + 1;
    }
    passPart(part, chunk.to(), before, consumer);
  }

  private static void passPart(Chunk part, int to, boolean relevant, Consumer<Chunk> consumer) {
    if (relevant && to > part.from()) {
      consumer.accept(
          new Chunk(
              part.bytes(), part.from(), to, part.firstLine(), part.continued(), part.file()));
    }
  }

  private void readLine(byte[] bytes, int from, int end) {
    int to = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
    if (isSeparator(bytes, from, to)) {
      expectsTitle = false;
      relevant = false;
    } else if (!expectsTitle && to > from) {
      expectsTitle = true;
      relevant = isRelevantTitle(Lines.decodeText(bytes, from, Math.min(to, from + MAX_TITLE)));
    }
  }

  private static boolean isSeparator(byte[] bytes, int from, int to) {
    if (to - from != UNDERSCORES) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] != '_') {
        return false;
      }
    }
    return true;
  }

  private static boolean isRelevantTitle(String title) {
    if (TITLES.stream().anyMatch(title::startsWith) || title.contains(SERVICE)) {
      return true;
    }
    // /usr/bin/nvidia-smi --query
    int blank = title.indexOf(' ');
    String program = blank < 0 ? title : title.substring(0, blank);
    String name = program.substring(program.lastIndexOf('/') + 1).strip();
    return program.startsWith("/") && PROGRAMS.contains(name);
  }
}
