package dev.faultbook.content;

import java.util.Locale;

/** What a remedy asks of the person who applies it. */
public enum Risk {
  /** Safe while the job runs. */
  SAFE,
  /** The job has to be started again. */
  RESTART,
  /** Needs root on the machine. */
  ROOT,
  /** The machine has to be started again. */
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
