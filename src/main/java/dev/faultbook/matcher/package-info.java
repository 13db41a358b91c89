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
 * <p>Which patterns can occur in these bytes: every pattern names literals that a line must
 * contain, and one of them becomes its anchor. The anchors are compiled into {@link
 * dev.faultbook.matcher.LiteralPrefilter}, a hash table of short byte sequences (grams) that is
 * probed while the log's bytes pass by. A pattern is a candidate where its anchor occurs, and
 * nowhere else:
 *
 * <pre>
 * bytes ─▶ BlockedBloomFilter ─▶ GramTable ─▶ SecondaryLiterals ─▶ LinePattern.findMatch
 *          first-level filter    anchors       second literal       (package signature)
 * </pre>
 *
 * <p>The cost grows with the log and hardly with the number of patterns. A new edition is built in
 * milliseconds, because nothing like an automaton over all patterns is compiled. {@link
 * dev.faultbook.matcher.LiteralSelector} decides which literal, and which part of it, by how rare
 * its grams are among all patterns. What was measured on 32 MB of a training log:
 *
 * <ul>
 *   <li>Probes at the beginnings of words ({@code WordStarts}) need one gram of a literal. Probes
 *       at every eighth byte need eight of each; with 100,000 patterns the first-level filter then
 *       takes twice the L2 cache. Literals without a word are still probed at fixed strides.
 *   <li>Probes are collected by blocks of 32 KiB, so that their memory accesses overlap. Buffers
 *       are kept: fresh memory for each chunk is cold.
 *   <li>With 100,000 patterns a common gram is in many literals: four bytes from the literal's far
 *       end, stored beside the gram, reject most of them without a look at the literal.
 *   <li>Of 13,000 candidates 414 match. Four bytes of a second literal reject the rest before the
 *       pattern is loaded; {@code CandidateLine} notes what a line contains where a hundred
 *       patterns share its text.
 * </ul>
 */
@NullMarked
package dev.faultbook.matcher;

import org.jspecify.annotations.NullMarked;
