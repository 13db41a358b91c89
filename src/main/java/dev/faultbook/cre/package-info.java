/**
 * Converts rules in the format of the Common Reliability Enumerations to content entries.
 *
 * <p>Rules of another collection are untrusted data: sizes are limited, names of folders are
 * checked, links and special files are not followed, their Markdown is parsed and written anew
 * without headings, HTML, images and variables. The condition of a rule is converted to the
 * signature language; a condition that the language cannot express is a {@link
 * dev.faultbook.cre.Refusal}, never an approximation.
 *
 * <p>How the parts of a rule are read:
 *
 * <table>
 *   <caption>Rules and signatures</caption>
 *   <tr><th>rule</th><th>signature</th></tr>
 *   <tr><td>set of one condition</td><td>that line; each branch of an alternation one signature</td></tr>
 *   <tr><td>set of several, or of one with a count</td><td>{@code all} with {@code times}</td></tr>
 *   <tr><td>sequence</td><td>{@code sequence} with {@code times}</td></tr>
 *   <tr><td>value, regex, jq</td><td>{@code line}, {@code regex}, {@code json}</td></tr>
 *   <tr><td>window</td><td>{@code within}, in whole seconds, rounded up; from lines of any rank</td></tr>
 *   <tr><td>negate with anchor, slide, window</td><td>{@code unless} with the same</td></tr>
 * </table>
 *
 * <p>Rules of several levels (a set within a sequence), correlations between hosts and conditions
 * on metrics concern more than one log and are refused. The event source of a rule is not matched:
 * a pasted log does not say where it comes from. An entry is marked as imported, is in English only
 * and its review date is the date of the import, because nobody has reviewed it here.
 */
@NullMarked
package dev.faultbook.cre;

import org.jspecify.annotations.NullMarked;
