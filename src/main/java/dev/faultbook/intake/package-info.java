/**
 * What a user sends: uploads, archives, compression, character sets, and the memory that they may
 * take.
 *
 * <p>Several files are one log. Archives are read from the stream by Apache Commons Compress,
 * without a temporary file, and the sizes they state are never trusted: see {@link
 * dev.faultbook.intake.InMemoryLog}. A damaged archive is refused. A single gzip file that breaks
 * off is read as far as it goes: the end of a log is often cut, but a missing file could be the one
 * that matters.
 */
@NullMarked
package dev.faultbook.intake;

import org.jspecify.annotations.NullMarked;
