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
 *   <li>Looks at every eighth place, for all literals, with eight grams of each in the table. With
 *       100,000 signatures the first test alone needed twice the second cache, and the pass ran at
 *       four tenths of the speed of 1,000; with one gram around the beginning of one word of each
 *       literal ({@code Words}), the rarest, it runs at six tenths, and a tenth to a fifth faster
 *       at 100 to 10,000. Literals without such a word are still looked for at regular places,
 *       which costs their pass a third more; 100,000 of them, as if no log had blanks, run at half
 *       the speed that they had with looks of sixteen bytes.
 *   <li>Other beginnings of words: behind blanks alone, some signatures were left that have none;
 *       of letters behind all that is none, two thirds more looks. Of each eight bytes the first
 *       word alone, so that finding it needs no branch: lists five times as long.
 *   <li>Other grams: the first sixteen bytes of a word leave one signature in a hundred without;
 *       eight bytes before it and four of it are met twice as often as ten and four. Short ones
 *       (five and three) are what the first test asks for, long ones are told apart behind it; with
 *       a test for each of the two, the pass took a fifth longer at 1,000.
 *   <li>Looking up one place after the other. Each waited for its own memory cell; collected by
 *       blocks of 32 KiB, the cells are fetched together.
 *   <li>New buffers for each stretch of the log. Their memory is new to the caches too: after each
 *       collection of garbage a pass took up to twice as long.
 *   <li>Fetching each literal that shares a gram. With 100,000 signatures a common gram is in many:
 *       four bytes from the literal's far end stand beside the gram (a probe) and drop most.
 *   <li>Fetching the pattern of each candidate: of 13,000 candidates 414 match. Four bytes of
 *       another of its literals ({@code Companions}) drop the rest without it. Reading the line for
 *       each of them, where a hundred signatures share a line's text, took a tenth of the time: it
 *       notes what it holds ({@code CandidateLine}).
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
