/**
 * The content as it travels in the jar: compiled when the jar is built, restored at start.
 *
 * <p>Reading and checking some thousand YAML and Markdown files takes longer than a diagnosis. They
 * cannot change once they are packed, so the build reads and checks them and writes what came out:
 * records, field by field. The core is what diagnosing needs; pages and example logs are restored
 * entry by entry when somebody looks at them, and a pattern or condition is compiled when the first
 * line asks for it. The full-text index is packed as Lucene wrote it.
 *
 * <p>The format knows the records by their components. A program with other components refuses the
 * parts instead of reading them wrongly. Content beside loose classes, as during development, and
 * folders of users are always read from their files.
 */
@NullMarked
package dev.faultbook.packed;

import org.jspecify.annotations.NullMarked;
