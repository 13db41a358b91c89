package dev.faultbook.run;

/** What a line says about the run as a whole. */
public enum Sort {
  /** The program says that it has finished. */
  FINISHED,
  /** What watches over every task of the run says that all went well in the end. */
  SUCCEEDED,
  /** A launcher, a scheduler or the framework states a good end, whatever the program says. */
  EXITED_WELL,
  /** A part of the run ended well, which makes good for nothing that failed. */
  PART_DONE,
  /** What runs the job puts it back into its queue, or on a machine. */
  REQUEUED,
  /** A launcher starts the processes. */
  STARTED,
  /** An attempt begins after another one. */
  AGAIN,
  /** A checkpoint is or was written. */
  CHECKPOINT,
  /** A server answers a request, or reports its load. */
  SERVING,
  /** A part of the work was done, or the next one begins; no number counts them. */
  WORKING,
  /** A scheduler's report of a job, or of an attempt, begins. */
  REPORT,
  /** The report of the job stands above its output. */
  REPORT_ABOVE,
  /** The scheduler started the job several times, each time in a pod of its own. */
  PODS_FAILED;

  /** Whether the line may begin an attempt. */
  boolean begins() {
    return this == REQUEUED || this == STARTED || this == AGAIN;
  }
}
