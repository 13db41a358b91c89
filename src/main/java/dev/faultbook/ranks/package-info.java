/**
 * Whose line it is, and when it was by one common clock: the lanes of a log of many ranks.
 *
 * <p>A package of its own between the matcher, which sees lines, and the diagnosis, which judges
 * them: nothing here knows an entry. Reasons for what is not obvious:
 *
 * <ul>
 *   <li>An {@link dev.faultbook.log.Origin} is what a prefix says; a {@link
 *       dev.faultbook.ranks.Lane} is what it means, and that is known only at the end of the log:
 *       the line in which NCCL says that process 4711 of node7 is rank 59 may stand anywhere, also
 *       in another file.
 *   <li>The ranks that NCCL states count within a communicator. Only the largest one counts for the
 *       job, and none where two processes claim one rank.
 *   <li>{@code 3: text} and {@code node7: text} are ordinary text too. They are taken for labels
 *       only in a file in which at least half of the lines bear one.
 *   <li>The name of a file makes a node only where it is named as hosts are, where lines name that
 *       host, or where files named alike differ in its number: people name files after what they
 *       saw too, and {@code 03-xid79.log} is no host.
 *   <li>NCCL's warnings name host, process and GPU, but no rank. Where nothing else tells it and
 *       the ranks of the host follow on one another, the number of the GPU does.
 *   <li>Clocks are compared by events that all hosts see at one moment. NCCL's {@code Init
 *       COMPLETE} is the best one, because the bootstrap ends with a barrier; a watchdog's time-out
 *       is the last choice, because each rank counts from its own start.
 *   <li>Nothing depends on the order of the files: they are sorted by name before they are read,
 *       and ties are decided by rank and name.
 * </ul>
 */
package dev.faultbook.ranks;
