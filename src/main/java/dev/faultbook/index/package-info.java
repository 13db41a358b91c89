/**
 * Which signatures can occur in a text, and which pages are about a question.
 *
 * <p><b>Signatures.</b> Every pattern names literals that a line must hold. A Lucene index of these
 * literals tells how rare each of their words is among all signatures; the rarest literal of a
 * pattern becomes its anchor, and the anchors are compiled into {@link
 * dev.faultbook.index.AnchorTable}, a hash table of short byte sequences that is asked while the
 * log's bytes pass by. A pattern is a candidate where its anchor stands, and nowhere else. The cost
 * grows with the log and hardly with the number of signatures, and a new edition is built in
 * milliseconds because nothing like an automaton over all patterns is compiled.
 *
 * <p><b>Pages.</b> One Lucene document for each entry and language. Text is analysed twice: as
 * prose (English stemmed, Chinese in pairs of characters) and as code, where {@code
 * libcudart.so.11.0} is found whole and in parts.
 *
 * <p>Both live in memory and belong to one edition; a new edition is built aside and then put in
 * place of the old one, which goes on serving until then.
 */
package dev.faultbook.index;
