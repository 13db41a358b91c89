/**
 * Reads a content folder into validated records: entries, their pages in two languages, their
 * sources and example logs, and the rules that extract facts from logs.
 *
 * <p>A folder is read as a whole and all errors are reported at once, each with file and line, so
 * that an author can fix them in one go. Content with errors is never published.
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
 * <p>The two languages of Faultbook, and short texts that exist in both.
 *
 * <p>This package imports nothing, so that every other package can use it.
 *
 * <p>Whether a failed job can be restarted, and after what action. Entries, code tables and failure
 * events all use these terms.
 *
 * <p>YAML mappings that report what is missing or unknown, and the errors that readers of content
 * collect.
 *
 * <p>A mistake in a content file is a result, not an exception: every {@link
 * dev.faultbook.content.ContentError} names file and line, and one run of {@code check} lists all of
 * them.
 *
 * <p>The published entries.
 *
 * <p>An edition is a whole: entries, links and fact rules that were checked together. A new edition
 * replaces the old one atomically and is announced; an edition with errors is refused and the old
 * one stays, so that an author's mistake never takes the service down. Callers keep one edition for
 * the whole of an operation, so that an answer never mixes two.
 */
@NullMarked
package dev.faultbook.content;

import org.jspecify.annotations.NullMarked;
