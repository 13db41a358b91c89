package dev.faultbook.stream;

import dev.faultbook.log.LogTime;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The prefix of a line: when, on which node, by which process and for which rank it was written.
 *
 * @param time the stated time, or null
 * @param rank the stated rank, or null
 * @param node the host, pod or service name, or null
 * @param process the process ({@code pid}, or {@code host:pid} as NCCL prints it), or null
 * @param messageStart index of the message's first byte in the line
 * @param local whether the rank counts within its node only, as in torchrun's {@code [default3]:}
 * @param loose whether rank or node come from a form that also occurs in ordinary text, such as
 *     {@code 3:}
 * @param device the GPU that NCCL names, counted within the process, or null
 */
public record LinePrefix(
    @Nullable LogTime time,
    @Nullable Integer rank,
    @Nullable String node,
    @Nullable String process,
    int messageStart,
    boolean local,
    boolean loose,
    @Nullable Integer device) {

  /**
   * Reads the prefixes that launchers, loggers, the kernel and container engines put before a
   * message: {@code [rank3]:}, {@code [default3]:}, {@code 3:} (srun), {@code [1,3]<stderr>:}
   * (mpirun), {@code host:pid:tid [gpu] NCCL}, Python logging, glog, syslog, dmesg, docker compose,
   * kubectl, pdsh and Ray. Never fails; unknown text belongs to the message.
   *
   * @param bytes buffer that holds the unwrapped line
   * @param from its first byte
   * @param to one past its last byte, without a newline
   */
  public static LinePrefix of(byte[] bytes, int from, int to) {
    return new PrefixScanner().scanLine(bytes, from, to).toPrefix();
  }

  /** The same for decoded text; {@link #messageStart} counts bytes of UTF-8. */
  public static LinePrefix of(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return of(bytes, 0, bytes.length);
  }
}
