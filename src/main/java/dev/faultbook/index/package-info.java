/**
 * Which signatures can occur in a text, and which pages are about a question.
 *
 * <p><b>Signatures.</b> Every pattern names literals that a line must hold. For each pattern one of
 * them becomes its anchor, and the anchors are compiled into {@link
 * dev.faultbook.index.AnchorTable}, a hash table of short byte sequences that is asked while the
 * log's bytes pass by. A pattern is a candidate where its anchor stands, and nowhere else. The cost
 * grows with the log and hardly with the number of signatures, and a new edition is built in
 * milliseconds because nothing like an automaton over all patterns is compiled.
 *
 * <p>Which literal, and which stretch of it, is decided by how rare its byte sequences are among
 * all signatures. The first form asked a Lucene index of the literals' words for their document
 * frequency; words turned out to be too coarse (every path of one source file shares its words) and
 * do not exist in fragments that begin and end within words. With 10,000 signatures the walk
 * through the table was nine times as long, and loading them took longer. The words of the
 * signatures are still in Lucene, as a field of their pages, where a pasted message is searched
 * for.
 *
 * <p><b>Pages.</b> One Lucene document for each entry and language. Text is analysed twice: as
 * prose (English stemmed, Chinese in pairs of characters) and as code, where {@code
 * libcudart.so.11.0} is found whole and in parts.
 *
 * <p>Both live in memory and belong to one edition; a new edition is built aside and then put in
 * place of the old one, which goes on serving until then.
 */
package dev.faultbook.index;
