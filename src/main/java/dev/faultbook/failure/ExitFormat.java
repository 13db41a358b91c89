package dev.faultbook.failure;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Exit codes printed by launchers, containers, schedulers and build systems. */
final class ExitFormat implements FailureFormat {
  private static final List<String> WORDS = PhraseSets.LISTS.phrases("before exit codes");

  private static final List<String> BETWEEN = PhraseSets.LISTS.phrases("exit fillers");

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    Integer code = abortCode(bare);
    code = code == null ? exitCode(bare) : code;
    if (code == null || code == 0) {
      return null;
    }
    if (line.severity().isHarmless() && !bare.startsWith("Process ")) {
      return null;
    }
    FailureEvent end = FailureEvent.ofProcessEnd(line, code, null);
    return end == null ? null : new SingleLine(end.ofRank(rankOf(bare)));
  }

  private static @Nullable Integer abortCode(String bare) {
    // MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD with errorcode 1.
    Integer code = TextScan.numberAfter(bare, "with errorcode ");
    // _job_complete: JobId=127441 WEXITSTATUS 1
    code = code == null ? TextScan.numberAfter(bare, " WEXITSTATUS ") : code;
    // application called MPI_Abort(MPI_COMM_WORLD, 1) - process 3
    boolean called = code == null && bare.contains("called MPI_Abort(");
    code = called ? TextScan.numberAfter(bare.substring(bare.indexOf("MPI_Abort(")), ",") : code;
    // + exit 1
    return code == null && bare.startsWith("+ exit ") ? TextScan.parseNumber(bare, 7) : code;
  }

  /** The exit code that a line states; null if none. */
  static @Nullable Integer exitCode(String bare) {
    String s = TextScan.limitLength(bare, 1000).toLowerCase(Locale.ROOT);
    for (String word : WORDS) {
      int at = s.indexOf(word);
      while (at >= 0) {
        Integer code = codeAfter(s, at + word.length());
        if (code != null) {
          return code;
        }
        at = s.indexOf(word, at + word.length());
      }
    }
    // Main process exited, code=exited, status=1/FAILURE
    return s.contains("code=exited") || s.contains("code=killed")
        ? TextScan.numberAfter(s, "status=")
        : null;
  }

  /** The number after {@code ed with exit code }, {@code status: }, {@code code : }. */
  private static @Nullable Integer codeAfter(String s, int from) {
    int i = from;
    for (int words = 0; words < 8; words++) {
      i = TextScan.skip(s, i, " :=_(*\t");
      Integer number = TextScan.parseNumber(s, i);
      if (number != null) {
        return number;
      }
      int end = wordEnd(s, i);
      String word = s.substring(i, end);
      if (end == i || !BETWEEN.contains(word)) {
        return null;
      }
      i = end;
    }
    return null;
  }

  private static int wordEnd(String s, int from) {
    int i = from;
    while (i < s.length() && (TextScan.isLetter(s.charAt(i)) || s.charAt(i) == '-')) {
      i++;
    }
    return i;
  }

  /** The rank that a launcher states with the end of a process; null if none. */
  static @Nullable Integer rankOf(String bare) {
    // srun: error: node1: task 3: Exited with exit code 1
    if (bare.startsWith("srun: error: ")) {
      return TextScan.numberAfter(bare, ": task ");
    }
    if (bare.contains("MPI_ABORT was invoked")) {
      return TextScan.numberAfter(bare, "on rank ");
    }
    if (bare.contains("called MPI_Abort(")) {
      return TextScan.numberAfter(bare, "- process ");
    }
    // failed (exitcode: -9) local_rank: 3 (pid: 77) of binary: /usr/bin/python
    return TextScan.numberAfter(bare, "local_rank: ");
  }
}
