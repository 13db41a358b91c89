/**
 * Bytes to lines: decoding, line numbers, limits, and lines given back their plain form.
 *
 * <p>A log is read as bytes and stays bytes until a line is shown to someone. Every pattern of
 * Faultbook is text that software prints, almost all of it ASCII, so it is searched for in the
 * bytes themselves: nothing is decoded, copied or allocated for the lines that nobody asks about,
 * and a file whose encoding is broken is read as well as any other. Only a line with a hit is
 * decoded, as UTF-8 where it is valid UTF-8 and as Latin-1 otherwise.
 *
 * <p>The reader hands out {@link dev.faultbook.log.Chunk chunks} of whole lines in a buffer that it
 * reuses, so that memory does not grow with the log. A line longer than a chunk is cut at a blank
 * into pieces that keep its number.
 *
 * <p>Some lines are not printed as their writer wrote them: ANSI colours, the JSON lines of
 * docker's log driver. {@link dev.faultbook.log.UnwrappedLine} restores their plain form and
 * remembers where each byte was in the original, so that evidence can be marked there. {@link
 * dev.faultbook.log.EscapeSequences} alone knows where an escape sequence ends.
 *
 * <p>Several files are one log ({@link dev.faultbook.log.LogFiles}): lines are numbered through all
 * of them, in the order of their names, so that the answer does not depend on the order of sending.
 */
@NullMarked
package dev.faultbook.log;

import org.jspecify.annotations.NullMarked;
