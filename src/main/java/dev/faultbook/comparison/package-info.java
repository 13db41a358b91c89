/**
 * What differs between the log of a good run and the log of a bad one.
 *
 * <p>Two runs never print the same lines: numbers, times, addresses and the order of the ranks
 * differ in every line. So not lines are compared but <em>classes</em> of lines: what is left of a
 * line when its prefix and all that varies from run to run are taken out ({@link
 * dev.faultbook.comparison.LineTemplate}).
 *
 * <p>Mining templates from logs is well known (Drain and its kin). Those methods learn from many
 * lines which words are variables. Here the classes are made by fixed rules instead: a template
 * that is learned from two logs depends on the order of their lines and on both logs together, so
 * the same line could fall into one class today and into another tomorrow, and nobody could say
 * why. A fixed rule takes one line at a time, is linear, and gives the same class in every log. Its
 * price: a word that varies and looks like a word (a host called {@code alpha}) makes two classes.
 *
 * <p>Nor are the two sequences aligned, as diff does. The lines of many ranks come in another order
 * in every run, so an alignment would report the order; and it takes time that grows with the
 * number of differences. What is asked instead needs one look-up a line: the first line whose class
 * the other log never has, from either side. That the runs differ in length does not matter then; a
 * loop that ran ten times and one that ran a thousand times have the same class.
 *
 * <p>A class that every rank (or process) of the good run printed and only some of the bad run did
 * is told too: it names the ranks that did not get there.
 *
 * <p>A log is read twice: once for the classes, of which eight bytes and a few numbers are kept,
 * and once for the text of the few lines that are shown. So memory does not grow with the length of
 * the lines, and is bounded by {@link dev.faultbook.comparison.TemplateTable#MOST} classes; where a
 * log has more, the answer says so.
 */
@NullMarked
package dev.faultbook.comparison;

import org.jspecify.annotations.NullMarked;
