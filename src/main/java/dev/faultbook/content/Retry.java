package dev.faultbook.content;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Whether the job can be started again.
 *
 * @param verdict what a restart would do
 * @param action what has to happen first
 * @param because the reason, in a sentence
 */
public record Retry(Verdict verdict, Action action, LocalizedText because) {
  /** What a restart would do. */
  public enum Verdict {
    /** It fails again in the same way. */
    WILL_FAIL_AGAIN,
    /** It may succeed: the failure depends on the moment or the machine. */
    MAY_RECOVER,
    /** It succeeds once the action is done. */
    AFTER_ACTION,
    /** The log does not tell. */
    UNKNOWN;

    /** The value in content and JSON. */
    @JsonValue
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What has to happen before the restart. */
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
    /** Replace a hardware component. */
    REPLACE_HARDWARE,
    /** Ask the administrators of the machine. */
    CONTACT_ADMIN,
    /** No action. */
    NONE;

    /** The value in content and JSON. */
    @JsonValue
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
