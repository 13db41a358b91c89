package dev.faultbook.log;

/**
 * What stands before the message of a line: when, on which node, in which process, for which rank.
 *
 * @param time the stated time, or null
 * @param rank the rank that the line is attributed to, or null when it states none
 * @param node the host, pod or service name, or null
 * @param process the process ({@code pid}, or {@code host:pid} as NCCL prints it), or null
 * @param messageStart index of the message's first character in the line
 */
public record LinePrefix(
    LogTime time, Integer rank, String node, String process, int messageStart) {

  /**
   * Reads the prefixes that launchers, loggers, the kernel and container engines put before a
   * message: {@code [rank3]:}, {@code [default3]:}, {@code 3:} (srun), {@code [1,3]<stderr>:}
   * (mpirun), {@code host:pid:tid [gpu] NCCL}, Python logging, glog, syslog, dmesg, docker compose,
   * kubectl and Ray. Never fails; what is not recognised belongs to the message.
   *
   * @param line the plain line, without a newline
   */
  public static LinePrefix of(String line) {
    return new PrefixScanner(line).scan();
  }
}
