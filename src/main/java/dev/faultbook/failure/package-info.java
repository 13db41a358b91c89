/**
 * What ended a job, read from the structure of its log, whether or not a page explains it.
 *
 * <p>A {@link dev.faultbook.failure.FailureReader} takes the lines of a log once, in their order,
 * and gives {@link dev.faultbook.failure.FailureEvent}s; {@link dev.faultbook.failure.FirstFailure}
 * picks the one that no other explains. Nothing here knows an entry of the knowledge base. Reasons
 * for what is not obvious:
 *
 * <ul>
 *   <li>Each log stream is read on its own: the lines of a traceback of rank 3 stand between those
 *       of rank 5, and only their prefixes tell them apart.
 *   <li>Most lines are rejected on their bytes, by a filter over the words that the formats begin
 *       with. Only lines that pass it, and the lines inside of a failure that is being read, are
 *       decoded.
 *   <li>What a logger writes before each line of a traceback is not parsed but compared: a gutter
 *       is the same when it differs in digits only. So a logger that nobody foresaw is no obstacle.
 *   <li>Tracebacks that begin in the middle are read as well as whole ones: people paste what their
 *       terminal shows.
 *   <li>Of exceptions that were raised from one another the first tells, because the others wrap
 *       it. Of exceptions that were raised while another was being handled the last tells, because
 *       it is what escaped, unless it only repeats the other or belongs to a launcher.
 *   <li>An event has a {@link dev.faultbook.failure.Standing} by its own text, before any other
 *       event is known. Consequences (time-outs, lost peers, launchers that report their workers)
 *       are known by the class and the words of the software that prints them.
 *   <li>An exception is handled when its logger calls it a warning, when the program says that it
 *       tries again, or when its stream goes on with progress. The last is an observation and no
 *       proof where several processes write one stream without prefixes: such an exception is taken
 *       up again when only consequences are left.
 *   <li>Warnings tell a failure only where nothing better is found, and only in an excerpt or right
 *       before a failure.
 *   <li>The filter looks at every second position for four bytes of a trigger. With the first bytes
 *       of each trigger 2.3 % of the positions of an ordinary log passed on to the comparison of
 *       words, with the bytes that are rarest by the frequency of letters 3.9 %, with those that
 *       are rarest in a sample of ordinary lines 0.5 %. The last is what is done.
 *   <li>Among exceptions of one process the later one is not preferred, although the earlier one
 *       must have been survived: what breaks while a process is being shut down is later too, and
 *       more frequent.
 * </ul>
 */
@NullMarked
package dev.faultbook.failure;

import org.jspecify.annotations.NullMarked;
