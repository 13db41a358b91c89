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
 * all signatures. What was tried on the way, on 32 MB of a training log and with a warm compiler:
 *
 * <ul>
 *   <li>Words of the literals, rarest by their document frequency in Lucene. Too coarse (every path
 *       of one source file shares its words), and fragments that begin and end within words have
 *       none. With 10,000 signatures the walk through the table was nine times as long.
 *   <li>Looks of eight bytes at every eighth place, and of four for literals below 15 bytes:
 *       throughput fell by more than 3 times from 100 to 10,000 signatures. Looks of sixteen and of
 *       seven bytes ({@code TierForm}) that share their loads: by 1.3 times.
 *   <li>Seven bytes alone for literals of 14 to 22: with 100,000 signatures every twentieth look
 *       passed, and most of that for common words. Ten bytes, where the literal has them, are told
 *       apart behind the same first test ({@code TierForm}): half as many lists to walk.
 *   <li>Looking up one place after the other. Each waited for its own memory cell; collected by
 *       blocks of 32 KiB, the cells are fetched together.
 *   <li>Fetching each literal that shares a gram. With 100,000 signatures a common gram is in many:
 *       four bytes from the literal's far end stand beside the gram (a probe) and drop five of six.
 *       That took a third off the time.
 *   <li>Fetching the pattern of each candidate: of 18,000 candidates 414 match. Four bytes of
 *       another of its literals ({@code Companions}) drop the rest without it; that took an eighth
 *       off.
 *   <li>First tests of four mebibytes and of one: both slower with 100,000 signatures than two, the
 *       one by its misses, the other by what it lets pass. So was a small test before a large one,
 *       and a third bit in each; looking at the first entry of all lists at once made no
 *       difference.
 *   <li>An automaton over all literals (Aho-Corasick, double-array): see the figures in {@link
 *       dev.faultbook.matcher}. It takes a step for each byte, and each of them waits for the last.
 * </ul>
 *
 * <p>The words of the signatures are still in Lucene, as a field of their pages, where a pasted
 * message is searched for.
 *
 * <p><b>Pages.</b> One Lucene document for each entry and language. Text is analysed twice: as
 * prose (English stemmed, Chinese in pairs of characters) and as code, where {@code
 * libcudart.so.11.0} is found whole and in parts.
 *
 * <p>Both live in memory and belong to one edition; a new edition is built aside and then put in
 * place of the old one, which goes on serving until then.
 */
package dev.faultbook.index;
