package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fallback: lines in which a program reports an error without any other known format. */
final class ErrorLineFormat implements FailureFormat {
  /** Texts that name the error. */
  private static final List<String> SPECIFIC =
      List.of(
          "cannot open shared object",
          "undefined symbol",
          "no such file",
          "permission denied",
          "not permitted",
          "connection refused",
          "no module named",
          "no space left",
          "version mismatch",
          "api mismatch",
          "out of memory",
          "cannot load",
          "can not find",
          "cannot find",
          "could not find",
          "could not load",
          "failed to load",
          "failed to find",
          "failed to import",
          "failed to open",
          "failed to initialize",
          "failed to create",
          "unable to load",
          "unable to find",
          "unable to open",
          "not found",
          "does not support",
          "not supported by",
          "unsupported",
          "unrecognized",
          "invalid",
          "no devices",
          "devices found",
          "dll load failed",
          "loadlibrary failed",
          "couldn't communicate",
          "is not defined",
          "is too old",
          "no longer supports",
          "cuda initialization:",
          "not compiled with",
          "wasn't buil",
          "falling back to cpu",
          "memory pressure",
          "running low on memory",
          "could not create",
          "cudnn_status_",
          "cublas_status_",
          "cuda_error_",
          "certificate verify failed",
          // W tensorflow/core/framework/op_kernel.cc:1855] OP_REQUIRES failed at xla_ops.cc:590 : …
          "op_requires failed",
          "opal error");

  /** Texts that only say that there is an error. */
  private static final List<String> GENERAL =
      List.of(
          "error:",
          "error while",
          "error in",
          "error when",
          "an error",
          "with error",
          "error occurred",
          "error loading",
          "error reading",
          "errors occurred",
          "failed",
          "failure",
          "fatal",
          "cannot",
          "could not",
          "couldn't",
          "unable to",
          "not available",
          "doesn't work",
          "timed out");

  /** Lines that repeat or describe errors reported elsewhere. */
  private static final List<String> REPORTS =
      List.of(
          "job for ",
          // {"name": "torchelastic.worker.status.FAILED", "source": "WORKER", … }
          "torchelastic.worker.status.",
          "exited",
          "error code",
          "exit code",
          "crashed unexpectedly",
          "0 errors",
          "no error",
          "errors: 0",
          "error=0",
          "failed: 0",
          "0 failed",
          "error_file",
          "on error",
          "errors='",
          "error rate",
          "error_rate",
          "loss",
          "if you",
          "--",
          "mean_",
          "validation error",
          "error bound",
          "failover",
          "fail-",
          "on_failure");

  /** Texts that say that the program continues without something. */
  private static final List<String> CONTINUES =
      List.of(
          "using default",
          "will use",
          "sub-optimal",
          "for better performance",
          "could not collect",
          "in addition, you can",
          "skipping",
          "instead");

  private static final int LONGEST = 600;
  private static final PhraseSets PHRASES = new PhraseSets(LONGEST, List.of(SPECIFIC, CONTINUES));
  private static final long IS_SPECIFIC = 1;
  private static final long SAYS_IT_CONTINUES = 2;

  private static final List<String> CODE =
      List.of("raise ", "frame #", "+ ", "def ", "self.", "return ", "caused by: ", "assert ");

  @Override
  public List<String> triggerWords() {
    return List.of(
        "error",
        "failed",
        "failure",
        "fatal",
        "cannot",
        "can not ",
        "could not",
        "couldn't",
        "unable to",
        "not found",
        "no such",
        "denied",
        "refused",
        "no module",
        "mismatch",
        "undefined symbol",
        "out of memory",
        "unsupported",
        "does not support",
        "not supported",
        "unrecognized",
        "invalid",
        "devices found",
        "no devices",
        "is not defined",
        "runtimewarning",
        "nccl warn ",
        "is too old",
        "no longer supports",
        "cuda initialization:",
        "not compiled with",
        "wasn't buil",
        "back to cpu",
        "memory pressure",
        "low on memory",
        "timed out",
        "timeout waiting");
  }

  @Override
  public boolean ignoresInfoLines() {
    return true;
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    Severity severity = severityOf(line, bare);
    if (severity.isHarmless() || bare.length() < 8 || tellsNothing(line, bare)) {
      return null;
    }
    String s = TextScan.limitLength(bare, LONGEST).toLowerCase(Locale.ROOT);
    Standing standing = standingOf(severity, s);
    if (standing == Standing.ERROR_LINE && line.raw().contains(" NCCL WARN ")) {
      standing = Standing.COMPLAINT;
    }
    return standing == null ? null : Told.of(line, new Failure.Message(), standing);
  }

  /** A value that denies a failure, the heading of an output, or a line of source code. */
  private static boolean tellsNothing(LineText line, String bare) {
    // ERROR shard-manager: text_generation_launcher: Shard complete standard error output:
    return deniesFailure(bare)
        || bare.endsWith("standard error output:")
        || Panels.isSourceRow(line.raw());
  }

  /** {@code Remapping Failure Occurred : No} in a report of {@code nvidia-smi -q}. */
  private static boolean deniesFailure(String bare) {
    int colon = bare.lastIndexOf(": ");
    String value = colon < 0 ? "" : bare.substring(colon + 2);
    return switch (value) {
      case "No", "None", "N/A", "0", "Not Active", "False", "false", "no", "none" -> true;
      default -> false;
    };
  }

  /** Whether a line is a report, states that the program continues, or is source code. */
  private static boolean isExcluded(String s) {
    return containsAny(REPORTS, s) || (PHRASES.findIn(s) & SAYS_IT_CONTINUES) != 0 || isCode(s);
  }

  private static @Nullable Standing standingOf(Severity severity, String s) {
    if (Aftermath.announcesRetry(s) && !s.contains("back to cpu")) {
      return null;
    }
    if (severity != Severity.WARNING && Cascade.followsOther(s)) {
      return Standing.CONSEQUENCE;
    }
    boolean specific = isSpecific(s);
    if (severity.isGrave()) {
      return specific ? Standing.COMPLAINT : Standing.ERROR_LINE;
    }
    return !isExcluded(s) && isHint(severity, s, specific) ? Standing.HINT : null;
  }

  private static boolean isHint(Severity severity, String s, boolean specific) {
    if (severity == Severity.WARNING) {
      return specific;
    }
    // nodes.py:1143: RuntimeWarning: invalid value encountered in cast
    if (s.contains("warning: ")) {
      return s.contains("runtimewarning: ") || specific && !s.contains("deprecat");
    }
    return specific && !s.startsWith("unsupported") || containsGeneralWord(s);
  }

  /** Lines of source code, stacks and tables contain such words without reporting an error. */
  private static boolean isCode(String s) {
    for (String start : CODE) {
      if (s.startsWith(start)) {
        return true;
      }
    }
    return s.startsWith("#") && !isSpecific(s);
  }

  /** Whether one of the general words occurs as a whole word: not as in {@code reset-failed}. */
  private static boolean containsGeneralWord(String s) {
    for (String word : GENERAL) {
      int at = s.indexOf(word);
      while (at >= 0) {
        if (!joinsWord(s, at - 1) && !joinsWord(s, at + word.length())) {
          return true;
        }
        at = s.indexOf(word, at + 1);
      }
    }
    return false;
  }

  private static boolean joinsWord(String s, int at) {
    return at >= 0
        && at < s.length()
        && (TextScan.isIdentifierPart(s.charAt(at)) || "-/=".indexOf(s.charAt(at)) >= 0);
  }

  /** The level of the logger, or the word at the beginning of the message that serves as one. */
  private static Severity severityOf(LineText line, String bare) {
    if (line.severity() != Severity.UNSTATED) {
      return line.severity();
    }
    int end = TextScan.lettersEnd(bare, 0);
    Severity first =
        end > 1 && bare.startsWith(":", end) ? Severity.of(bare.substring(0, end)) : null;
    if (first != null) {
      return first;
    }
    boolean marked =
        bare.contains(": error: ")
            || bare.contains(" ERROR")
            || bare.contains("*ERROR*")
            || bare.startsWith("{\"error\"");
    return marked ? Severity.ERROR : Severity.UNSTATED;
  }

  private static boolean isSpecific(String s) {
    return (PHRASES.findIn(s) & IS_SPECIFIC) != 0;
  }

  private static boolean containsAny(List<String> texts, String s) {
    for (String text : texts) {
      if (s.contains(text)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean readsInsideMessages() {
    return false;
  }
}
