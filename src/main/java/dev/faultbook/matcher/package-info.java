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
 * <p>Measured with {@code mvn -Pbenchmark -DskipTests test} in one run with five iterations of a
 * second each, one thread, 32 MB of log (2 MB for Lucene Monitor, 0.5 MB for the two loops over
 * regular expressions), on an x86-64 machine with two cores, 1 MiB of L2 cache each and JDK 25. The
 * machine was otherwise idle but shares its L3 cache with other tenants, hence the margins. Lucene
 * Monitor is 10.3.0 on the product's Lucene. The generated words follow the distribution of a
 * language, with 3,000 distinct words; with only a hundred words ({@code
 * -Dbenchmark.log=few-words}), signatures and log are hard for every matcher, and this one falls to
 * less than half, from 1706 MB/s with 100 signatures to 800 with 10,000.
 *
 * <p>On signatures and a log in the form that {@code scan} reads, which are less alike ({@code
 * -Dbenchmark.signatures=FILE,FILE -Dbenchmark.log=FILE}; 32 MB, sets of one sequence), the matcher
 * ran at 1792 ± 427, 1893 ± 1711, 1511 ± 207 and 1002 ± 136 MB/s with 100 to 100,000 signatures,
 * the double-array trie at 211 ± 9, 186 ± 4, 144 ± 2 and 152 ± 16.
 */
@NullMarked
package dev.faultbook.matcher;

import org.jspecify.annotations.NullMarked;
