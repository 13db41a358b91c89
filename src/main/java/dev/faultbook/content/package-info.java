/**
 * A folder of files to validated records: entries, their pages in two languages, their sources and
 * example logs, and the rules by which facts are read from logs.
 *
 * <p>A folder is read whole and all that is wrong with it is reported at once, each fault with its
 * file and line, because the reader is a curator who wants to mend it in one go. Content with
 * faults is never put in force.
 *
 * <p>Pages are Markdown with fixed sections. The reader knows the sections and the remedies among
 * them (title, risk, command), so that the doors can show a first command without parsing anything.
 *
 * <p>Pages are written in both languages by people. What is taken over from another collection is
 * not, and a program's translation would pass for a person's; so an entry may declare its languages
 * ({@link dev.faultbook.content.Entry#pageIn}), and one that says it was imported may leave
 * sections out. All else is asked of it as of any other.
 */
@NullMarked
package dev.faultbook.content;

import org.jspecify.annotations.NullMarked;
