package dev.faultbook.content;

import java.util.Locale;

/** What a remedy requires of the person who applies it, or puts at risk. */
public enum Risk {
  /** Safe while the job runs. */
  SAFE,
  /** Requires a restart of the job. */
  RESTART,
  /** Requires root on the machine. */
  ROOT,
  /** Requires a restart of the machine. */
  REBOOT,
  /** Affects other users of the machine or the cluster. */
  OTHERS,
  /** Can lose data. */
  DATA;

  /** The tag in pages and JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
