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
 *   <tr><td>Faultbook</td><td>1081 ± 75</td><td>616 ± 53</td><td>109 ± 32</td></tr>
 *   <tr><td>double-array trie</td><td>96 ± 38</td><td>99 ± 79</td><td>64 ± 24</td></tr>
 *   <tr><td>org.ahocorasick</td><td>94 ± 11</td><td>81 ± 24</td><td>27 ± 10</td></tr>
 *   <tr><td>Lucene Monitor</td><td>15.6 ± 5.7</td><td>6.6 ± 3.3</td><td>0.8 ± 0.6</td></tr>
 *   <tr><td>java.util.regex</td><td>16.9 ± 1.6</td><td></td><td></td></tr>
 *   <tr><td>RE2/J</td><td>25.3 ± 1.1</td><td></td><td></td></tr>
 * </table>
 *
 * <p>Taken with {@code mvn -Pbenchmark -DskipTests test} in one run with five iterations of a
 * second each, one thread, 8 MB of log (0.5 MB for the two regular-expression loops), on an x86-64
 * machine with two cores and JDK 25 that had other work to do, hence the margins. Lucene Monitor is
 * 10.3.0 on the product's Lucene. The generated text is hard on every peer: signatures and
 * background are made of the same hundred or so words, and there the matcher does slow down, ten
 * times from 100 to 10,000 signatures.
 */
package dev.faultbook.matcher;
