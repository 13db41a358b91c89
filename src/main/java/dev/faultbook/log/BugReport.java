package dev.faultbook.log;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of NVIDIA's bug report ({@code nvidia-bug-report.log.gz}) that tell of faults:
 * the kernel's messages, nvidia-smi, InfiniBand ports, Fabric Manager and IMEX. The rest, some
 * hundred files of X, ACPI and /proc with old and harmless errors, is counted and not looked at.
 *
 * <p>{@code nvidia-bug-report.sh} writes 44 underscores before each section, an empty line, and a
 * line that says what follows: the path of a file behind {@code ***}, a command, or a title. A
 * section that begins with another line is not one of those that are read. Serves one file.
 */
final class BugReport {
  private static final String OPENING = "Start of NVIDIA bug report log file";

  /** The opening stands within so many bytes. */
  private static final int HEAD = 256;

  private static final int UNDERSCORES = 44;
  private static final int LONGEST_TITLE = 200;

  /** Beginnings of the titles of sections that are read. */
  private static final List<String> TITLES =
      List.of(
          "dmesg:",
          "Scanning kernel log files for NVIDIA kernel messages:",
          "*** /proc/driver/nvidia/version",
          "*** /var/log/fabricmanager.log",
          "*** /var/log/nvidia-imex.log");

  /** Names of programs whose output is read; they stand behind their folders. */
  private static final List<String> PROGRAMS = List.of("nvidia-smi", "ibstat");

  private static final String SERVICE = "systemctl status nvidia-";

  private boolean titled;
  private boolean told;

  private BugReport() {
    titled = true;
  }

  /** What reads a file that begins so; null where it is no bug report. */
  static @Nullable BugReport detect(byte[] bytes, int from, int to) {
    String head = Lines.decodeText(bytes, from, Math.min(to, from + HEAD));
    boolean opens = head.startsWith("_".repeat(UNDERSCORES)) && head.contains(OPENING);
    return opens ? new BugReport() : null;
  }

  /** Hands on the lines of a chunk that belong to a section that tells of faults. */
  void handOn(Chunk chunk, Consumer<Chunk> consumer) {
    byte[] bytes = chunk.bytes();
    int at = chunk.from();
    long line = chunk.firstLine();
    int begun = at;
    long first = line;
    boolean continued = chunk.continued();
    boolean before = told;
    while (at < chunk.to()) {
      int end = Lines.lineEnd(bytes, at, chunk.to());
      if (!continued) {
        readLine(bytes, at, end);
      }
      if (told != before) {
        handOnRange(chunk, before, new Range(begun, at, first), consumer);
        begun = at;
        first = line;
        before = told;
      }
      continued = false;
      line++;
      at = end + 1;
    }
    handOnRange(chunk, before, new Range(begun, chunk.to(), first), consumer);
  }

  private record Range(int from, int to, long line) {}

  private static void handOnRange(
      Chunk chunk, boolean told, Range range, Consumer<Chunk> consumer) {
    if (told && range.to() > range.from()) {
      boolean continued = chunk.continued() && range.from() == chunk.from();
      consumer.accept(
          new Chunk(
              chunk.bytes(), range.from(), range.to(), range.line(), continued, chunk.file()));
    }
  }

  private void readLine(byte[] bytes, int from, int end) {
    int to = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
    if (isSeparator(bytes, from, to)) {
      titled = false;
      told = false;
    } else if (!titled && to > from) {
      titled = true;
      told = isTold(Lines.decodeText(bytes, from, Math.min(to, from + LONGEST_TITLE)));
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

  private static boolean isTold(String title) {
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
