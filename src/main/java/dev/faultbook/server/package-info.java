/**
 * What arrives, for pages, REST and chats alike: uploads, archives, compression and character sets,
 * within limits of memory; host names, other sites and rates; and how a refusal is answered.
 *
 * <p>Several files are one log. Archives are read from the stream by Apache Commons Compress,
 * without a temporary file, and the sizes they state are never trusted: see {@link
 * dev.faultbook.server.InMemoryLog}. A damaged archive is rejected. A single gzip file that is
 * truncated is read as far as possible: the end of a log is often cut off, but a missing file could
 * be the decisive one.
 */
@NullMarked
package dev.faultbook.server;

import org.jspecify.annotations.NullMarked;
