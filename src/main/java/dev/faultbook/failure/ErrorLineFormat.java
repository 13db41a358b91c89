package dev.faultbook.failure;

import dev.faultbook.stream.Severity;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fallback: lines in which a program reports an error without any other known format. */
final class ErrorLineFormat implements FailureFormat {
  private static final List<String> GENERAL = PhraseSets.LISTS.phrases("general");
  private static final List<String> REPORTS = PhraseSets.LISTS.phrases("reports");
  private static final List<String> OUTCOMES = PhraseSets.LISTS.phrases("outcomes");
  private static final List<String> COUNTED = PhraseSets.LISTS.phrases("counted failures");
  private static final List<String> DENIALS = PhraseSets.LISTS.phrases("denials");
  private static final List<String> AFTER_ABORTS = PhraseSets.LISTS.phrases("after aborts");
  private static final List<String> CODE = PhraseSets.LISTS.phrases("code");

  private static final int MAX_LENGTH = 600;
  private static final PhraseSets PHRASES = new PhraseSets(MAX_LENGTH, "specific", "continues");
  private static final long IS_SPECIFIC = 1;
  private static final long SAYS_IT_CONTINUES = 2;

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    Severity severity = severityOf(line, bare);
    if (severity.isHarmless() || bare.length() < 8 || tellsNothing(line, bare)) {
      return null;
    }
    String s = TextScan.limitLength(bare, MAX_LENGTH).toLowerCase(Locale.ROOT);
    CausalRole role = roleOf(severity, s);
    if (role == CausalRole.ERROR_LINE && line.raw().contains(" NCCL WARN ")) {
      role = CausalRole.COMPLAINT;
    }
    return role == null ? null : SingleLine.of(line, new Failure.Message(), role);
  }

  /**
   * A value that denies a failure, the heading of an output, or a source: shown, or missing in gdb.
   */
  private static boolean tellsNothing(LineText line, String bare) {
    // ERROR shard-manager: text_generation_launcher: Shard complete standard error output:
    return deniesFailure(bare)
        || bare.endsWith("standard error output:")
        // 26      ../sysdeps/unix/sysv/linux/read.c: No such file or directory., of gdb
        || bare.indexOf('\t') > 0 && bare.endsWith(".c: No such file or directory.")
        || TracebackMarks.isSourceRow(line.raw());
  }

  /** {@code Remapping Failure Occurred : No} in a report of {@code nvidia-smi -q}. */
  private static boolean deniesFailure(String bare) {
    int colon = bare.lastIndexOf(": ");
    String value = colon < 0 ? "" : bare.substring(colon + 2);
    return DENIALS.contains(value);
  }

  /** Whether a line is a report, states that the program continues, or is source code. */
  private static boolean isExcluded(String s) {
    return REPORTS.stream().anyMatch(s::contains)
        || countsOutcomes(s)
        || (PHRASES.findIn(s) & SAYS_IT_CONTINUES) != 0
        || isCode(s);
  }

  /** {@code n_trials reached: 5 (4 complete, 1 failed)}: a summary names those that went well. */
  private static boolean countsOutcomes(String s) {
    return COUNTED.stream().anyMatch(word -> standsByNumber(s, word))
        && OUTCOMES.stream().anyMatch(s::contains);
  }

  /** {@code 1 failed}, {@code failed 1}, {@code failed: 1}. */
  private static boolean standsByNumber(String s, String word) {
    int at = s.indexOf(word);
    int end = TextScan.skip(s, at + word.length(), " :=：");
    return at > 1 && s.charAt(at - 1) == ' ' && TextScan.isDigit(s.charAt(at - 2))
        || at >= 0 && end < s.length() && TextScan.isDigit(s.charAt(end));
  }

  private static @Nullable CausalRole roleOf(Severity severity, String s) {
    if ((Aftermath.announcesRetry(s) || Aftermath.hasTriesLeft(s)) && !s.contains("back to cpu")) {
      return null;
    }
    if (severity != Severity.WARNING && Cascade.followsOther(s)) {
      return CausalRole.CONSEQUENCE;
    }
    if (AFTER_ABORTS.stream().anyMatch(s::contains)) {
      return CausalRole.HINT;
    }
    boolean specific = isSpecific(s);
    if (severity == Severity.FATAL) {
      // A daemon complains before it gives up: "error: MailProg is invalid", "fatal: mkdir(…): …"
      return specific ? CausalRole.COMMAND : CausalRole.COMPLAINT;
    }
    if (severity.isGrave()) {
      return specific ? CausalRole.COMPLAINT : CausalRole.ERROR_LINE;
    }
    return !isExcluded(s) && isHint(severity, s, specific) ? CausalRole.HINT : null;
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
    return CODE.stream().anyMatch(s::startsWith) || s.startsWith("#") && !isSpecific(s);
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
        end > 1 && bare.startsWith(":", TextScan.blanksEnd(bare, end))
            ? Severity.of(bare.substring(0, end))
            : null;
    if (first != null) {
      return first;
    }
    boolean marked =
        bare.contains(": error: ")
            || bare.contains(" : error : ")
            || bare.contains(": fatal: ")
            || bare.contains(" ERROR")
            || bare.contains("*ERROR*")
            || bare.startsWith("{\"error\"");
    return marked ? Severity.ERROR : Severity.UNSTATED;
  }

  static boolean isSpecific(String s) {
    return (PHRASES.findIn(s) & IS_SPECIFIC) != 0;
  }
}
