/**
 * The content as packed into the jar: compiled when the jar is built, restored at start.
 *
 * <p>Reading and checking some thousand YAML and Markdown files takes longer than a diagnosis. They
 * cannot change once they are packed, so the build reads and checks them and writes the result:
 * records, field by field. The core is sufficient for diagnosis; pages and example logs are
 * restored per entry on first access, and a pattern or condition is compiled when the first line
 * needs it. The full-text index is packed as Lucene wrote it.
 *
 * <p>The format identifies records by their components. A program with other components rejects the
 * parts instead of misreading them. Content beside loose classes, as during development, and users'
 * own folders are always read from their files.
 */
@NullMarked
package dev.faultbook.packed;

import org.jspecify.annotations.NullMarked;
