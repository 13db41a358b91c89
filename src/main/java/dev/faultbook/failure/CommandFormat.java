package dev.faultbook.failure;

import dev.faultbook.codes.Endings;
import dev.faultbook.stream.Severity;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Errors of shells and of the commands that they run. */
final class CommandFormat implements FailureFormat {
  private static final List<String> BEGINNINGS = PhraseSets.LISTS.phrases("command beginnings");

  private static final List<String> IN_CHINESE = PhraseSets.LISTS.phrases("errors in Chinese");

  /** Texts of {@code strerror(3)}, and those of libraries and of ssh, which have no number. */
  private final List<String> errors;

  CommandFormat(Endings endings) {
    errors =
        Stream.of(endings.systemErrors(), PhraseSets.LISTS.phrases("command endings"), IN_CHINESE)
            .flatMap(List::stream)
            .toList();
  }

  /** Words, one of which stands in every line of the format. */
  static List<String> triggerWords() {
    return Stream.concat(PhraseSets.LISTS.phrases("command words").stream(), IN_CHINESE.stream())
        .toList();
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    if (line.severity().isHarmless() && !line.bare().contains(": line ")) {
      return null;
    }
    String bare = line.bare();
    // ./run.sh: line 3: /data/train.bin: Permission denied
    if (bare.contains(": line ") && endsWithError(bare)) {
      return SingleLine.of(line, new Failure.Command("shell"), CausalRole.COMMAND);
    }
    String tool = toolOf(bare);
    if (tool == null || line.severity() == Severity.WARNING) {
      return null;
    }
    // [2026-11-20T12:00:13.120] fatal: …, of a daemon of Slurm
    boolean logged = tool.equals("fatal") && line.time() != null;
    boolean told = !logged && (endsWithError(bare) || isCommandError(bare, tool));
    return told ? SingleLine.of(line, new Failure.Command(tool), CausalRole.COMMAND) : null;
  }

  /**
   * Whether a line ends with the text of a system error, ignoring a full stop or the error's
   * number.
   */
  private boolean endsWithError(String bare) {
    int end = bare.length();
    // Connection refused (111)
    int open = end > 0 && bare.charAt(end - 1) == ')' ? bare.lastIndexOf('(') : -1;
    boolean numbered = open > 0 && TextScan.digitsEnd(bare, open + 1) == end - 1;
    String s = (numbered ? bare.substring(0, open) : bare).strip();
    s = s.endsWith(".") ? s.substring(0, s.length() - 1) : s;
    s = s.endsWith(": unknown") ? s.substring(0, s.length() - 9) : s;
    String tail = s.substring(Math.max(0, s.length() - 60)).toLowerCase(Locale.ROOT);
    return errors.stream().anyMatch(tail::endsWith);
  }

  /**
   * The text before the first colon if it is spelled like the name of a program; otherwise null.
   */
  private static @Nullable String toolOf(String bare) {
    int colon = bare.indexOf(": ");
    if (colon <= 0 || colon > 120) {
      return null;
    }
    for (int i = 0; i < colon; i++) {
      char c = bare.charAt(i);
      if (!TextScan.isNamePart(c) && "/+~[]<>\\:".indexOf(c) < 0) {
        return null;
      }
    }
    String tool = bare.substring(0, colon);
    return tool.equals("fatal") || Severity.of(tool) == null ? tool : null;
  }

  private static boolean isCommandError(String bare, String tool) {
    // fatal: not a git repository (or any of the parent directories): .git
    // modprobe: ERROR: could not insert 'nvidia': Key was rejected by service
    // nvidia-smi: unrecognized option '--query-gpus'
    return tool.equals("fatal")
        || BEGINNINGS.stream().anyMatch(text -> bare.startsWith(text, tool.length() + 2))
        || bare.startsWith("modprobe: ERROR: ")
        || bare.startsWith("modprobe: FATAL");
  }
}
