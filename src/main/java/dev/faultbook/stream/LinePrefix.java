package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * What stands before the message of a line: who wrote it, when, and how severe it is.
 *
 * @param writer the process that wrote the line
 * @param time the stated time, or null
 * @param severity the stated level
 * @param messageStart index of the message's first character, after one blank: further blanks are
 *     the message's indentation. 0 in a line that is itself indented
 */
public record LinePrefix(
    Writer writer, @Nullable LogTime time, Severity severity, int messageStart) {

  /**
   * The writer of a line according to its prefix; null where that does not tell.
   *
   * @param rank the stated rank
   * @param local the rank within its node, as torchrun's {@code [default3]:} states it
   * @param device the number of the GPU that NCCL states after its process
   * @param node the host, pod or service
   * @param process the process: {@code pid}, or {@code host:pid} as NCCL prints it
   * @param loose whether rank or node come from a form that also occurs in ordinary text, such as
   *     {@code 3:}
   */
  public record Writer(
      @Nullable Integer rank,
      @Nullable Integer local,
      @Nullable Integer device,
      @Nullable String node,
      @Nullable String process,
      boolean loose) {
    static final Writer UNKNOWN = new Writer(null, null, null, null, null, false);

    /** The rank as far as it is stated: within its node if it is stated for that only; or null. */
    public @Nullable Integer rankOrLocal() {
      return rank != null ? rank : local;
    }
  }

  /**
   * Reads the prefixes that launchers, loggers, the kernel and container engines put before a
   * message: {@code [rank3]:}, {@code [default3]:}, {@code 3:} (srun), {@code [1,3]<stderr>:}
   * (mpirun), {@code host:pid:tid [gpu] NCCL}, Python logging, glog, syslog, dmesg, docker compose,
   * kubectl, pdsh and Ray. Never fails; unknown text belongs to the message.
   *
   * @param line an unwrapped line; linear in the length of its prefix
   */
  public static LinePrefix of(String line) {
    return new PrefixScanner().readPrefix(line);
  }
}
