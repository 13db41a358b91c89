package dev.faultbook.failure;

import dev.faultbook.codes.Endings;
import dev.faultbook.stream.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of shells and of the commands that they run. */
final class CommandFormat implements FailureFormat {
  private final SystemErrors errors;

  CommandFormat(Endings endings) {
    errors = new SystemErrors(endings);
  }

  @Override
  public List<String> triggerWords() {
    return Sections.phrases("command words");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    if (line.severity().isHarmless() && !line.bare().contains(": line ")) {
      return null;
    }
    String bare = line.bare();
    // ./run.sh: line 3: /data/train.bin: Permission denied
    if (bare.contains(": line ") && errors.isAtEnd(bare)) {
      return SingleLine.of(line, new Failure.Command("shell"), CausalRole.COMMAND);
    }
    String tool = toolOf(bare);
    if (tool == null || line.severity() == Severity.WARNING) {
      return null;
    }
    boolean arguments = bare.startsWith(": error: ", tool.length());
    boolean told = arguments || errors.isAtEnd(bare) || isCommandError(bare, tool);
    return told ? SingleLine.of(line, new Failure.Command(tool), CausalRole.COMMAND) : null;
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
    return switch (tool) {
      // modprobe: ERROR: could not insert 'nvidia': Key was rejected by service
      case "modprobe" -> bare.startsWith("modprobe: ERROR: ") || bare.startsWith("modprobe: FATAL");
      // fatal: not a git repository (or any of the parent directories): .git
      case "fatal" -> true;
      default -> false;
    };
  }

  @Override
  public boolean readsInsideMessages() {
    return false;
  }
}
