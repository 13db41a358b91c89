/**
 * Reads a content folder into validated records: entries, their pages in two languages, their
 * sources and example logs, and the rules that extract facts from logs.
 *
 * <p>A folder is read as a whole. A mistake is a result, not an exception: every {@link
 * dev.faultbook.content.ContentError} names file and line, and one run of {@code check} lists all
 * of them, so that an author can fix them in one go. Content with errors is never published.
 *
 * <p>Pages are Markdown with fixed sections. The reader parses the sections and the remedies in
 * them (title, risk, command), so that the entry points can show a first command without parsing
 * anything.
 *
 * <p>People write the pages in both languages. Entries imported from another collection exist in
 * one language only, because a machine translation would look like a person's work; so an entry may
 * declare its languages ({@link dev.faultbook.content.Entry#pageIn}), and an imported one may omit
 * sections. All other checks apply to it as well.
 *
 * <p>The records that entries, code tables and failure events share are here too: the two
 * languages, texts that exist in both, and whether a failed job can be restarted.
 */
@NullMarked
package dev.faultbook.content;

import org.jspecify.annotations.NullMarked;
