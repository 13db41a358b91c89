/**
 * Reads what a hang leaves behind: the stacks of processes, the records of PyTorch's flight
 * recorder, and the state that NCCL reports; and says who is awaited.
 *
 * <ul>
 *   <li>What a frame means is a row of {@code waits.txt}, not code. The frames from the innermost
 *       one to the user's own code decide; frames around them tell a checkpoint or a compiler.
 *   <li>A stack is one moment. A process that runs is never awaited if it has moved between two
 *       dumps, and servers, pools and launchers that wait for work are not counted.
 *   <li>Where all ranks are in the same collective, or only one process is in the log, it is not
 *       known who is awaited, and the answer says what would decide it.
 *   <li>Stacks that Python prints when it crashes show no hang and are not read.
 * </ul>
 */
@NullMarked
package dev.faultbook.hang;

import org.jspecify.annotations.NullMarked;
