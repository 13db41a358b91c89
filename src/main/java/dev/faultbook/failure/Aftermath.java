package dev.faultbook.failure;

import dev.faultbook.log.Lines;
import dev.faultbook.stream.Severity;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides from the lines around an exception whether the program handled it. */
final class Aftermath {
  private static final PhraseSets RETRIES = new PhraseSets(400, "retries");
  private static final List<String> TRIES = PhraseSets.LISTS.phrases("tries");
  private static final List<String> ANNOUNCEMENTS = PhraseSets.LISTS.phrases("announcements");
  private static final PhraseSets PROGRESS = new PhraseSets(400, "progress");

  /** Weights & Biases prints its summary when the job has ended. */
  private static final String WANDB = "wandb:";

  private Aftermath() {}

  /**
   * Why a traceback is not a failure, according to the line before it; null if that line does not
   * tell.
   */
  static @Nullable String findReasonBefore(@Nullable String previous, LineText header) {
    if (previous != null && isIgnored(previous)) {
      return "ignored by Python";
    }
    if (header.severity() == Severity.WARNING || header.severity().isHarmless()) {
      return "logged as a warning";
    }
    if (hasTriesLeft(header.bare())) {
      return "tried again";
    }
    if (previous == null || !header.body().startsWith("Traceback")) {
      return null;
    }
    return announcesTraceback(LineText.of(0, 0, null, previous)) ? "logged as a warning" : null;
  }

  private static boolean announcesTraceback(LineText line) {
    boolean warned = line.severity() == Severity.WARNING || line.severity().isHarmless();
    return warned && announcesFailure(line.bare()) && !isNative(line.raw())
        || announcesRetry(line.bare());
  }

  /** {@code [W1121 03:40:01.1 socket.cpp:759] [c10d] …}: native code logs no Python traceback. */
  private static boolean isNative(String raw) {
    return raw.contains(".cpp:") || raw.contains(".cc:") || raw.contains(".hpp:");
  }

  /**
   * Whether a program reports a traceback in its own words: {@code ppocr ERROR: When parsing line
   * 1.jpg, error happened with msg: Traceback (most recent call last):}.
   */
  static boolean isReported(LineText header) {
    int at = header.bare().indexOf(TracebackBlock.HEADER);
    return at > 0
        && header.severity().isGrave()
        && announcesFailure(header.bare().substring(0, at));
  }

  /** Whether a message announces a failure, so that the traceback after it belongs to it. */
  private static boolean announcesFailure(String message) {
    String s = TextScan.limitLength(message, 600).toLowerCase(Locale.ROOT);
    return ANNOUNCEMENTS.stream().anyMatch(s::contains);
  }

  /**
   * {@code Exception ignored in: <function Pool.__del__ at 0x7f>}; since Python 3.14 {@code
   * Exception ignored while calling deallocator}; {@code PytestUnraisableExceptionWarning:}.
   */
  static boolean isIgnored(String line) {
    return line.contains("Exception ignored in")
        || line.contains("Exception ignored on")
        || line.contains("Exception ignored while")
        || line.contains("PytestUnraisableExceptionWarning:");
  }

  /** Whether a line says that the program tries again or continues without something. */
  static boolean announcesRetry(String bare) {
    // To keep retrying until the cluster is up, use the `--retry-until-up` flag.
    // No CUDA runtime is found, using CUDA_HOME='/usr/local/cuda' stands in each build for PyTorch.
    return RETRIES.findIn(bare) != 0
        && !bare.startsWith("To ")
        && !bare.startsWith("No CUDA runtime is found");
  }

  /** Whether a line is about one of several tries, but not the last: {@code try 2 of 5}. */
  static boolean hasTriesLeft(String bare) {
    String s = TextScan.limitLength(bare, 600).toLowerCase(Locale.ROOT);
    return TRIES.stream().anyMatch(word -> hasMoreBehind(s, word));
  }

  private static boolean hasMoreBehind(String s, String word) {
    int at = s.indexOf(word);
    if (at < 0 || at > 0 && TextScan.isLetter(s.charAt(at - 1))) {
      return false;
    }
    int digits = at + word.length();
    Integer tried = TextScan.parseNumber(s, digits);
    int total = TextScan.skip(s, TextScan.digitsEnd(s, digits), " of/");
    Integer all = TextScan.parseNumber(s, total);
    return tried != null && all != null && tried < all;
  }

  /** Whether a line reports the progress of a job. */
  static boolean isProgress(byte[] bytes, int from, int to) {
    return PROGRESS.findIn(bytes, from, to) != 0
        && !Lines.decodeText(bytes, from, Math.min(to, from + WANDB.length())).equals(WANDB);
  }

  /** The same for decoded text. */
  static boolean isProgress(String bare) {
    return PROGRESS.findIn(bare) != 0 && !bare.startsWith(WANDB);
  }
}
