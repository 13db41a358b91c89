package dev.faultbook.hang;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a thread waits for, according to its stack. */
public enum WaitKind {
  /** Another thread holds Python's global lock. */
  GIL,
  /** The other ranks of its group. */
  COLLECTIVE,
  /** Kernels on its GPU, the latest of which is usually a collective. */
  DEVICE,
  /** The other ranks, at the rendezvous or in the key-value store. */
  STORE,
  /** Work: a server, a pool or a launcher that does what it should. */
  IDLE,
  NETWORK,
  DATA_LOADER,
  /** A child process. */
  PROCESS,
  LOCK,
  /** Files. */
  IO,
  COMPILE,
  CHECKPOINT,
  IMPORT,
  /** Nothing: it does its part of a step, a pass through the model or the optimizer's. */
  TRAINING,
  /** Nothing: it runs. */
  COMPUTE,
  /** It is in code that says no more. */
  OTHER,
  /** Unknown: only what NCCL says of it is known. */
  STATUS;

  /** Whether the thread waits until other ranks do their part. */
  boolean waitsForRanks() {
    return this == COLLECTIVE || this == DEVICE || this == STORE;
  }

  /** The name of its list of frames, in JSON and in message keys. */
  @JsonValue
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
