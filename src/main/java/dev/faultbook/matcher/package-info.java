/**
 * Confirms candidates line by line.
 *
 * <p>A chunk of the log is searched for anchors first; the candidates are sorted by line, and each
 * pattern is then tried once on each line that holds its anchor. Only such a line is processed
 * further: its start and end are found, its number is counted from the line before, ANSI codes are
 * removed, its prefix is read. A line with ANSI codes, tabs or runs of blanks is searched for
 * anchors again in its unwrapped form, because a code can occur in the middle of a word and a
 * signature has single blanks.
 *
 * <p>Signatures of several lines keep a small state for each rank (the last lines that matched each
 * part), so they work across chunks and need no second pass. For a sequence, the chain to each part
 * that began latest is sufficient: if any chain is within the window, that one is. Lines that
 * forbid nearby matches are checked against the matches so far, and the latest 256 of each kind
 * against later matches. Times of preceding lines are searched only if the result depends on them,
 * and no line is read twice for that.
 *
 * <p>Of a JSON line the message is matched first, then the whole line, because other fields may
 * hold the text.
 *
 * <p>Throughput of one pass compared with other matchers, in MB/s with JMH's 99.9 % margins, by the
 * number of signatures:
 *
 * <table>
 *   <caption>Throughput on the generated log</caption>
 *   <tr><th></th><th>100</th><th>1,000</th><th>10,000</th></tr>
 *   <tr><td>Faultbook</td><td>1665 ± 210</td><td>1360 ± 718</td><td>1012 ± 133</td></tr>
 *   <tr><td>double-array trie</td><td>173 ± 11</td><td>150 ± 8</td><td>88 ± 6</td></tr>
 *   <tr><td>org.ahocorasick</td><td>118 ± 27</td><td>99 ± 31</td><td>35 ± 13</td></tr>
 *   <tr><td>Lucene Monitor</td><td>21 ± 20</td><td>6.8 ± 3.6</td><td>0.7 ± 0.3</td></tr>
 *   <tr><td>java.util.regex</td><td>22 ± 1</td><td></td><td></td></tr>
 *   <tr><td>RE2/J</td><td>21 ± 1</td><td></td><td></td></tr>
 * </table>
 *
 * <p>Measured with {@code src/build/benchmark.sh} in one run with five iterations of a second each,
 * one thread, 32 MB of log (2 MB for Lucene Monitor, 0.5 MB for the two loops over regular
 * expressions), on an x86-64 machine with two cores, 1 MiB of L2 cache each and JDK 25. The machine
 * was otherwise idle but shares its L3 cache with other tenants, hence the margins. Lucene Monitor
 * is 10.3.0 on the product's Lucene. The generated words follow the distribution of a language,
 * with 3,000 distinct words; with only a hundred words ({@code -Dbenchmark.log=few-words}),
 * signatures and log are hard for every matcher, and this one falls to less than half, from 1706
 * MB/s with 100 signatures to 800 with 10,000.
 *
 * <p>Which patterns can occur in these bytes.
 *
 * <p>Every pattern names literals that a line must contain. For each pattern one of them becomes
 * its anchor. The anchors are compiled into {@link dev.faultbook.matcher.LiteralPrefilter}, a hash
 * table of short byte sequences (grams) that is probed while the log's bytes pass by. A pattern is
 * a candidate where its anchor occurs, and nowhere else:
 *
 * <pre>
 * bytes ─▶ BlockedBloomFilter ─▶ GramTable ─▶ SecondaryLiterals ─▶ LinePattern.findMatch
 *          first-level filter    anchors       second literal       (package signature)
 * </pre>
 *
 * <p>The cost grows with the log and hardly with the number of patterns. A new edition is built in
 * milliseconds, because nothing like an automaton over all patterns is compiled. {@link
 * dev.faultbook.matcher.LiteralSelector} decides which literal, and which part of it, by how rare
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
package dev.faultbook.matcher;

import org.jspecify.annotations.NullMarked;
