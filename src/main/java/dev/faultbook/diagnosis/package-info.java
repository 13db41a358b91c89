/**
 * Turns matches and facts into ranked findings, each with the reason for its position.
 *
 * <h2>The order</h2>
 *
 * <ol>
 *   <li>A line counts for the most specific signature that matches it. A symptom never takes a line
 *       from a cause, a weak match never from a proven one, and no entry takes a line from one that
 *       explains it.
 *   <li>A finding that another found cause explains ({@code explains}, transitively) is its
 *       consequence and ranks below it. So a symptom never leads a log whose cause is known.
 *   <li>Among causes that no finding explains: a proven one before one with only weak matches; then
 *       one that the facts of the log confirm; then one that explains other findings; then the
 *       earliest, by time if the lines state comparable times, otherwise by position; then the one
 *       with the more specific text; then the more frequent one.
 *   <li>Benign lines come last and are called harmless. A log with nothing else has no match.
 * </ol>
 *
 * <h2>Confidence</h2>
 *
 * <p>A published function; see {@link dev.faultbook.diagnosis.Confidence}.
 *
 * <p>A {@link dev.faultbook.diagnosis.Diagnosis} is independent of language; a {@link
 * dev.faultbook.report.Report} renders it in one language, in the shape of the REST answer, so that
 * all entry points give the same answer.
 */
@NullMarked
package dev.faultbook.diagnosis;

import org.jspecify.annotations.NullMarked;
