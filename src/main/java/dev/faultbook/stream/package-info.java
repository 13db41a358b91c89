/**
 * Which process wrote a line, and when on one common clock.
 *
 * <p>A {@link dev.faultbook.stream.LogStream} is what the prefix of a line says: a file, a node, a
 * rank, a process id. A {@link dev.faultbook.stream.RankLane} is what that means for the job. It is
 * known only at the end of the log: the line in which NCCL says that process 4711 of node7 is rank
 * 59 may be anywhere, also in another file. Nothing here knows an entry. Reasons for what is not
 * obvious:
 *
 * <ul>
 *   <li>Every prefix is read once, on the bytes, without creating an object ({@link
 *       dev.faultbook.stream.LogStreams}).
 *   <li>The ranks that NCCL states count within a communicator. Only the largest communicator
 *       counts for the job, and none where two processes claim one rank.
 *   <li>{@code 3: text} and {@code node7: text} are ordinary text too. They are taken for labels
 *       only in a file in which at least half of the lines have one.
 *   <li>The name of a file names a node only where it looks like a host name, where lines name that
 *       host, or where files with similar names differ in its number. People also name files after
 *       what they saw: {@code 03-xid79.log} is not a host.
 *   <li>NCCL's warnings name host, process and GPU, but no rank. Where nothing else tells the rank
 *       and the ranks of the host are consecutive, the number of the GPU does.
 *   <li>Clocks are compared by events that all hosts see at one moment. NCCL's {@code Init
 *       COMPLETE} is the best one, because the bootstrap ends with a barrier. A watchdog's time-out
 *       is the last choice, because each rank counts from its own start.
 *   <li>Nothing depends on the order of the files: they are sorted by name before they are read,
 *       and rank and name decide ties.
 * </ul>
 */
@NullMarked
package dev.faultbook.stream;

import org.jspecify.annotations.NullMarked;
