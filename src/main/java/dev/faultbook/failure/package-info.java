/**
 * Finds what ended a job from the structure of its log, independent of the knowledge base.
 *
 * <p>A {@link dev.faultbook.failure.FailureReader} reads the lines of a log once, in order, and
 * returns {@link dev.faultbook.failure.FailureEvent}s; {@link dev.faultbook.failure.FirstFailure}
 * selects the one that no other explains. No entry of the knowledge base is used here. Design
 * decisions:
 *
 * <ul>
 *   <li>Each log stream is read separately: lines of a traceback of rank 3 are interleaved with
 *       those of rank 5, and only their prefixes distinguish them.
 *   <li>Most lines are rejected by their bytes, with a filter over the trigger words of the
 *       formats. Only lines that pass it, and the lines of a failure that is being read, are
 *       decoded.
 *   <li>The text that a logger writes before each line of a traceback is compared, not parsed: two
 *       gutters are equal if they differ only in digits. This works with unknown loggers.
 *   <li>Tracebacks that begin in the middle are read like complete ones: people paste what their
 *       terminal shows.
 *   <li>Of exceptions that were raised from one another the first is chosen, because the others
 *       wrap it. Of exceptions that were raised while another one was being handled the last is
 *       chosen, because it is the one that escaped, unless it only repeats the other one or belongs
 *       to a launcher.
 *   <li>An event gets a {@link dev.faultbook.failure.CausalRole} from its own text, before any
 *       other event is known. Consequences (time-outs, lost peers, launchers that report their
 *       workers) are recognized by their class and by known messages.
 *   <li>An exception counts as handled if its logger calls it a warning, if the program says that
 *       it tries again, or if its stream continues with progress. The last is not proof if several
 *       processes write to one stream without prefixes: such an exception is reconsidered if only
 *       consequences are left.
 *   <li>Warnings count as failures only if nothing better is found, and only in an excerpt or
 *       directly before a failure.
 *   <li>The filter tests every second position for four bytes of a trigger word. With the first
 *       bytes of each word, 2.3 % of the positions of an ordinary log reached the word comparison;
 *       with the rarest bytes by letter frequency, 3.9 %; with the rarest bytes of a sample of
 *       ordinary lines, 0.5 %. The last is used.
 *   <li>Among exceptions of one process, the later one is not preferred, although the process must
 *       have survived the earlier one: errors during shutdown are later too, and more frequent.
 * </ul>
 */
@NullMarked
package dev.faultbook.failure;

import org.jspecify.annotations.NullMarked;
