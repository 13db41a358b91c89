/**
 * Confirms candidates line by line.
 *
 * <p>A chunk of the log is searched for anchors first; the candidates are put in order of their
 * lines, and each pattern is then tried once on each line that holds its anchor. Only such a line
 * is looked at closely: its start and end are found, its number is counted from the line before,
 * ANSI codes are taken out, its prefix is read. A line with ANSI codes is searched for anchors
 * again without them, because a code can stand in the middle of a word.
 *
 * <p>Signatures of several lines are kept as small states for each rank (the last line that each
 * part matched), so they work across chunks and need no second pass.
 */
package dev.faultbook.matcher;
