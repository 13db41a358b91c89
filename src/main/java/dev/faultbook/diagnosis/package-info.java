/**
 * Matches and facts to ordered findings, each with the reason for its place.
 *
 * <h2>The order</h2>
 *
 * <ol>
 *   <li>A line counts for the most specific signature that matches it; a symptom never takes a line
 *       from a cause, a hint none from a proof, and nothing from what accounts for it.
 *   <li>A finding that another found cause accounts for ({@code explains}, transitively) is its
 *       consequence and stands below it. So a symptom never leads a log whose cause is known.
 *   <li>Among causes that nothing found accounts for: a proven one before one that is only hinted
 *       at; then one that the facts of the log confirm; then one that accounts for other findings;
 *       then the earliest, by time where the lines state times that can be compared, else by place;
 *       then the one with the more specific text; then the more frequent.
 *   <li>Benign lines stand last and are called harmless. A log with nothing else is no match.
 * </ol>
 *
 * <h2>Confidence</h2>
 *
 * <p>A published function, not an opinion; see {@link dev.faultbook.diagnosis.Confidence}.
 *
 * <p>A {@link dev.faultbook.diagnosis.Diagnosis} is free of language; a {@link
 * dev.faultbook.report.Report} is the same in one language, in the shape of the REST answer, so
 * that the doors all say the same.
 */
@NullMarked
package dev.faultbook.diagnosis;

import org.jspecify.annotations.NullMarked;
