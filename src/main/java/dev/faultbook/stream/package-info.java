/**
 * Determines which process wrote a line, and when on a common clock.
 *
 * <p>A {@link dev.faultbook.stream.LogStream} is what the prefixes of lines state: a file, a node,
 * a rank, a process id. A {@link dev.faultbook.stream.RankLane} is what that means for the job. It
 * is known only at the end of the log: the line in which NCCL says that process 4711 of node7 is
 * rank 59 may be anywhere, also in another file. No entry of the knowledge base is used here.
 * Design decisions:
 *
 * <ul>
 *   <li>Every prefix is scanned once, as bytes and without creating objects ({@link
 *       dev.faultbook.stream.LogStreams}).
 *   <li>NCCL numbers ranks within a communicator. Only the largest communicator counts for the job,
 *       and none if two processes claim one rank.
 *   <li>{@code 3: text} and {@code node7: text} also occur in ordinary text. They count as labels
 *       only in a file in which at least half of the lines have one.
 *   <li>The name of a file names a node only if it looks like a host name, if lines name that host,
 *       or if files with similar names differ in its number. People also name files after what they
 *       observed: {@code 03-xid79.log} is not a host.
 *   <li>NCCL's warnings name host, process and GPU, but no rank. If nothing else states the rank
 *       and the ranks of the host are consecutive, the number of the GPU determines it.
 *   <li>Clocks are compared by events that all hosts see at the same moment. NCCL's {@code Init
 *       COMPLETE} is the best one, because the bootstrap ends with a barrier. A watchdog's time-out
 *       is the last choice, because each rank counts from its own start.
 *   <li>Nothing depends on the order of the files: they are sorted by name before they are read,
 *       and rank and name decide ties.
 * </ul>
 */
@NullMarked
package dev.faultbook.stream;

import org.jspecify.annotations.NullMarked;
