/**
 * Compares the log of a good run with the log of a bad one.
 *
 * <p>Two runs never print the same lines: numbers, times, addresses and the order of the ranks
 * differ. So <em>templates</em> of lines are compared instead of lines: the line without its prefix
 * and with everything masked that varies from run to run ({@link dev.faultbook.log.LineTemplate}).
 *
 * <p>Template mining from logs is well known (Drain and similar methods). Those methods learn from
 * many lines which words are variables. Here fixed rules produce the templates: a template learned
 * from two logs depends on the order of their lines and on both logs together, so the same line
 * could get different templates in different comparisons without an understandable reason. A fixed
 * rule processes one line at a time, is linear, and gives the same template in every log. Its cost:
 * a variable that looks like a word (a host called {@code alpha}) produces two templates.
 *
 * <p>The two sequences are not aligned as diff does. The lines of many ranks come in a different
 * order in every run, so an alignment would report the order; and its running time grows with the
 * number of differences. Instead one look-up per line finds the first line whose template never
 * occurs in the other log, for both sides. Different lengths do not matter: a loop with ten
 * iterations and one with a thousand have the same template.
 *
 * <p>A template that every rank (or process) of the good run printed, and only some of the bad run,
 * is reported too, with the ranks that did not get there.
 *
 * <p>A log is read twice: once for the templates, of which eight bytes and a few numbers are kept,
 * and once for the texts of the few lines that are shown. So memory does not grow with the length
 * of the lines, and is bounded by {@link dev.faultbook.comparison.ComparedRun#MAX_STEPS} templates;
 * if a log has more, the answer says so.
 */
@NullMarked
package dev.faultbook.comparison;

import org.jspecify.annotations.NullMarked;
