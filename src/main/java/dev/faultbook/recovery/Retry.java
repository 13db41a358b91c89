package dev.faultbook.recovery;

import dev.faultbook.language.LocalizedText;
import java.util.Locale;

/**
 * Whether the job can be started again.
 *
 * @param verdict what a new start would do
 * @param action what has to happen first
 * @param because why, in a sentence
 */
public record Retry(Verdict verdict, Action action, LocalizedText because) {
  /** What a new start would do. */
  public enum Verdict {
    /** The same failure again. */
    WILL_FAIL_AGAIN,
    /** It may go well: the failure depends on the moment or the machine. */
    MAY_RECOVER,
    /** It goes well once the action is done. */
    AFTER_ACTION,
    /** Nobody can tell from the log. */
    UNKNOWN;

    /** The value in content and JSON. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What has to happen before the job is started again. */
  public enum Action {
    /** Correct the program. */
    FIX_PROGRAM,
    /** Correct packages, paths, variables or settings. */
    FIX_ENVIRONMENT,
    /** Free memory, disk space, ports or quota. */
    FREE_RESOURCES,
    /** Start on another node. */
    OTHER_NODE,
    /** Reset the GPU. */
    RESET_GPU,
    /** Restart the machine. */
    REBOOT,
    /** Replace a part. */
    REPLACE_HARDWARE,
    /** Ask the people who run the machine. */
    CONTACT_ADMIN,
    /** Nothing. */
    NONE;

    /** The value in content and JSON. */
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
