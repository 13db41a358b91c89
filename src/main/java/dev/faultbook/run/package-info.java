/**
 * Reads what the job did: how far it came, what it saved, how often it began anew, and what its own
 * lines say about its end. No entry of the knowledge base is used here, and no failure.
 *
 * <p>A {@link dev.faultbook.run.RunReader} reads every line of a log once, in order, with bounded
 * memory, and returns a {@link dev.faultbook.run.RunLog}; {@link dev.faultbook.run.Run} reads that
 * together with the failures. Design decisions:
 *
 * <ul>
 *   <li>A line is a text between numbers. Lines of one stream with the same text form a counter;
 *       what its numbers mean is decided once, by the words before them. So every further line
 *       costs a hash and a few comparisons.
 *   <li>A number behind a word such as {@code step}, {@code iteration} or {@code epoch} counts the
 *       progress of the run, whatever framework wrote it. In other lines, a whole number that rises
 *       by equal amounts does.
 *   <li>Bars of loading, downloading or evaluation also count to their end. They are told by their
 *       labels and never count as the run.
 *   <li>A checkpoint counts when the program says that it is written, or when the stream goes on
 *       after a message that it is being written; a message that writing was scheduled is not
 *       enough.
 * </ul>
 */
@NullMarked
package dev.faultbook.run;

import org.jspecify.annotations.NullMarked;
