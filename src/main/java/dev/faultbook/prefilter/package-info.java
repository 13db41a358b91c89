/**
 * Which patterns can occur in these bytes.
 *
 * <p>Every pattern names literals that a line must contain. For each pattern one of them becomes
 * its anchor. The anchors are compiled into {@link dev.faultbook.prefilter.LiteralPrefilter}, a
 * hash table of short byte sequences (grams) that is probed while the log's bytes pass by. A
 * pattern is a candidate where its anchor occurs, and nowhere else:
 *
 * <pre>
 * bytes ─▶ BlockedBloomFilter ─▶ GramTable ─▶ SecondaryLiterals ─▶ LinePattern.findMatch
 *          first-level filter    anchors       second literal       (package signature)
 * </pre>
 *
 * <p>The cost grows with the log and hardly with the number of patterns. A new edition is built in
 * milliseconds, because nothing like an automaton over all patterns is compiled. {@link
 * dev.faultbook.prefilter.LiteralSelector} decides which literal, and which part of it, by how rare
 * its grams are among all patterns. What was tried, on 32 MB of a training log with a warm
 * compiler:
 *
 * <ul>
 *   <li>Words of the literals, rarest by their document frequency in Lucene. Too coarse: every path
 *       of one source file shares its words, and fragments that begin and end within words have
 *       none. With 10,000 patterns the walk through the table took nine times as long.
 *   <li>Probes at every eighth byte, for all literals, with eight grams of each in the table. With
 *       100,000 patterns the first-level filter alone took twice the L2 cache, and throughput fell
 *       to 0.4 of that with 1,000. With one gram around the beginning of one word of each literal
 *       ({@code WordStarts}), the rarest, it is 0.6, and 10 to 20 % higher at 100 to 10,000.
 *       Literals without such a word are still probed at fixed strides, which costs a third more;
 *       100,000 of them run at half the speed that probes of sixteen bytes gave.
 *   <li>Other word boundaries. After blanks alone, some patterns have no boundary left; after every
 *       non-letter, there are two thirds more probes. Taking only the first word of each eight
 *       bytes needs no branch, but candidate lists grew fivefold.
 *   <li>Other grams. The first sixteen bytes of a word leave one pattern in a hundred without a
 *       gram; eight bytes before the word and four of it occur twice as often as ten and four. The
 *       first-level filter is keyed on short grams (five and three); long ones are compared behind
 *       it. With one filter for each length, a pass took 20 % longer at 1,000.
 *   <li>Probing one place after the other. Each probe waited for its own memory access. Collected
 *       by blocks of 32 KiB, the accesses overlap.
 *   <li>New buffers for each chunk of the log. Their memory is cold: after each garbage collection
 *       a pass took up to twice as long.
 *   <li>Fetching every literal that shares a gram. With 100,000 patterns a common gram is in many:
 *       four bytes from the literal's far end, stored beside the gram, reject most.
 *   <li>Fetching the pattern of every candidate: of 13,000 candidates 414 match. Four bytes of a
 *       second literal ({@code SecondaryLiterals}) reject the rest. Reading the line for each of
 *       them, where a hundred patterns share a line's text, took 10 % of the time: {@code
 *       CandidateLine} notes what it contains.
 *   <li>An automaton over all literals (Aho-Corasick, double-array): see the figures in package
 *       {@code matcher}. It takes one step for each byte, and each step waits for the last.
 * </ul>
 */
@NullMarked
package dev.faultbook.prefilter;

import org.jspecify.annotations.NullMarked;
