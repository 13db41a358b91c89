/**
 * Turns bytes into lines: decoding, line numbers, limits, and removal of wrappers.
 *
 * <p>A log is read as bytes and stays bytes until a line is shown. Every pattern of Faultbook is
 * text that software prints, almost all of it ASCII, so it is searched for in the bytes themselves:
 * nothing is decoded, copied or allocated for lines without a match, and a file with a broken
 * encoding is read like any other. Only a line with a match is decoded ({@link
 * dev.faultbook.log.Lines#decodeText}).
 *
 * <p>The reader passes on {@link dev.faultbook.log.Chunk chunks} of whole lines in a buffer that it
 * reuses, so that memory does not grow with the log. A line longer than a chunk is cut at a blank
 * into pieces that keep its number.
 *
 * <p>Some lines are not in the form that the program wrote: they have ANSI colours or are wrapped
 * in JSON by docker's log driver. {@link dev.faultbook.log.UnwrappedLine} restores that form and
 * keeps the original index of each byte, so that evidence can be marked in the original. {@link
 * dev.faultbook.log.EscapeSequences} is the only place that knows where an escape sequence ends.
 *
 * <p>Several files are one log ({@link dev.faultbook.log.LogFiles}): lines are numbered through all
 * of them, in the order of their names, so that the answer does not depend on the order of upload.
 */
@NullMarked
package dev.faultbook.log;

import org.jspecify.annotations.NullMarked;
