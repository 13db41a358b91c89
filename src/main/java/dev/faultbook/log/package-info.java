/**
 * Bytes to lines: decoding, gzip, limits, and the prefix of a line set apart from its message.
 *
 * <p>A log is read as bytes and stays bytes until a line is shown to someone. Every pattern of
 * Faultbook is text that software prints, almost all of it ASCII, so it can be looked for in the
 * bytes themselves: nothing is decoded, copied or allocated for the lines that nobody asks about,
 * and a file whose encoding is broken is read as well as any other. Only a line that was hit is
 * decoded, as UTF-8 where it is that and as Latin-1 where it is not.
 *
 * <p>The reader hands out {@link dev.faultbook.log.Chunk chunks} of whole lines in a buffer that it
 * reuses, so that the memory needed does not grow with the log. A line longer than a chunk is cut
 * at a blank into pieces that keep its number.
 *
 * <p>Lines that are not printed as their writer wrote them (ANSI colours, the JSON lines of
 * docker's log driver) are given back their plain form by {@link dev.faultbook.log.PlainLine},
 * which remembers where each byte stood in the original, so that evidence can be marked there.
 *
 * <p>Several files are one log ({@link dev.faultbook.log.LogFiles}): lines are numbered through all
 * of them, in the order of their names, so that the answer does not depend on who sent which first.
 * Archives are read from the stream by Apache Commons Compress, without a temporary file, and what
 * they say of themselves is not believed: see {@link dev.faultbook.log.HeldLog}. A damaged archive
 * is refused, while a single gzip file that breaks off is read as far as it goes: the end of a log
 * is often cut, but a missing file could be the one that matters.
 *
 * <p>Every line's prefix is read once, on the bytes, without making an object ({@link
 * dev.faultbook.log.LineOrigins}).
 */
package dev.faultbook.log;
