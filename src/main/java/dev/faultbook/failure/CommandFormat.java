package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of shells and of the commands that they run. */
final class CommandFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "not found",
        "no such",
        "denied",
        "not permitted",
        "refused",
        "timed out",
        "no route to host",
        "unreachable",
        "not known",
        "name resolution",
        "no space left",
        "quota exceeded",
        "read-only file",
        "cannot allocate",
        "output error",
        "stale file",
        "not connected",
        "resource busy",
        "too many open",
        "file busy",
        "format error",
        "a directory",
        "file exists",
        "list too long",
        "temporarily unavail",
        "key verification",
        "invalid argument",
        "required key",
        "key was rejected",
        "bad interpreter",
        "syntax error",
        "unbound variable",
        "not recognized as",
        "unrecognized arg",
        "invalid choice",
        "are required:",
        "expected one arg",
        "cannot execute",
        "modprobe: ",
        "fatal: ",
        "unknown error",
        "unknown symbol",
        "invalid option");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    if (line.severity().isHarmless() && !line.bare().contains(": line ")) {
      return null;
    }
    String bare = line.bare();
    if (isShellError(bare)) {
      return Told.of(line, new Failure.Command("shell"), Standing.COMMAND);
    }
    String tool = toolOf(bare);
    if (tool == null || line.severity() == Severity.WARNING) {
      return null;
    }
    boolean arguments = bare.startsWith(": error: ", tool.length());
    boolean told = arguments || SystemErrors.isAtEnd(bare) || isCommandError(bare, tool);
    return told ? Told.of(line, new Failure.Command(tool), Standing.COMMAND) : null;
  }

  private static boolean isShellError(String bare) {
    // bash: line 1: accelerate: command not found
    if (bare.endsWith(": command not found") || bare.startsWith("zsh: command not found: ")) {
      return true;
    }
    // /bin/sh: 1: nvcc: not found
    if (bare.endsWith(": not found") && (bare.contains("sh: ") || hasLineNumber(bare))) {
      return true;
    }
    // ./run.sh: line 3: syntax error near unexpected token `fi'
    if (bare.contains(": line ")
        && (bare.contains(": syntax error") || SystemErrors.isAtEnd(bare))) {
      return true;
    }
    return isInterpreterError(bare);
  }

  private static boolean isInterpreterError(String bare) {
    // 'nvcc' is not recognized as an internal or external command,
    return bare.contains(" is not recognized as an internal or external command")
        || bare.contains(": bad interpreter: ")
        || bare.endsWith(": unbound variable");
  }

  /** {@code ./setup.sh: 12: module: not found}. */
  private static boolean hasLineNumber(String bare) {
    int colon = bare.indexOf(": ");
    int end = colon < 0 ? -1 : TextScan.digitsEnd(bare, colon + 2);
    return end > colon + 2 && bare.startsWith(": ", end);
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
