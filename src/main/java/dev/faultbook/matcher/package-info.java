/**
 * Confirms candidates line by line.
 *
 * <p>A chunk of the log is searched for anchors first; the candidates are put in order of their
 * lines, and each pattern is then tried once on each line that holds its anchor. Only such a line
 * is looked at closely: its start and end are found, its number is counted from the line before,
 * ANSI codes are taken out, its prefix is read. A line with ANSI codes, tabs or runs of blanks is
 * searched for anchors again in its plain form, because a code can stand in the middle of a word
 * and a signature has single blanks.
 *
 * <p>Signatures of several lines are kept as small states for each rank (the last lines that each
 * part matched), so they work across chunks and need no second pass. Of a sequence the way to each
 * part that began latest is enough: if any way lies within the window, that one does. Lines that
 * forbid near a match are held against the matches found so far, and the latest 256 of each kind
 * against those to come. Times are looked for above a line only where they decide, and no line is
 * looked at twice for that.
 *
 * <p>Of a JSON line the message is matched; where it does not, the line as it stands, because other
 * fields may hold the text.
 *
 * <p>One pass beside its peers, in MB/s with JMH's 99.9 % margins, by the number of signatures:
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
 * <p>Taken with {@code mvn -Pbenchmark -DskipTests test} in one run with five iterations of a
 * second each, one thread, 32 MB of log (2 MB for Lucene Monitor, 0.5 MB for the two loops over
 * regular expressions), on an x86-64 machine with two cores, 1 MiB of second cache each and JDK 25.
 * Nothing else ran on it, but the machine shares its third cache with strangers, hence the margins.
 * Lucene Monitor is 10.3.0 on the product's Lucene. The generated words are spread as in a
 * language, 3,000 of them; made of a hundred words only ({@code -Dbenchmark.log=few-words}),
 * signatures and log are hard on every peer, and there the matcher falls to less than half, from
 * 1706 MB/s with 100 to 800 with 10,000.
 *
 * <p>On signatures and a log as {@code scan} reads them, which are less alike ({@code
 * -Dbenchmark.signatures=FILE,FILE -Dbenchmark.log=FILE}; 32 MB, sets of one sequence), the matcher
 * ran at 1792 ± 427, 1893 ± 1711, 1511 ± 207 and 1002 ± 136 MB/s with 100 to 100,000 signatures,
 * the double-array trie at 211 ± 9, 186 ± 4, 144 ± 2 and 152 ± 16.
 */
@NullMarked
package dev.faultbook.matcher;

import org.jspecify.annotations.NullMarked;
