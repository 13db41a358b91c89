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
 * <p>One thread reads 1.7 GB/s of the log that {@code src/build/benchmark.sh} generates with 100
 * signatures, and 1.0 GB/s with 10,000 (x86-64 with 1 MiB of L2 cache per core, JDK 25, margins up
 * to 13 %). The fastest other matcher measured, a double-array trie, reads 0.17 and 0.09 GB/s.
 *
 * <p>Which patterns can occur in these bytes: every pattern names literals that a line must
 * contain, and one of them becomes its anchor. The anchors are compiled into {@link
 * dev.faultbook.matcher.LiteralPrefilter}, a hash table of short byte sequences (grams) that is
 * probed while the log's bytes pass by. A pattern is a candidate where its anchor occurs, and
 * nowhere else:
 *
 * <pre>
 * bytes ─▶ BlockedBloomFilter ─▶ GramTable ─▶ CandidateLine ─▶ LinePattern.findMatch
 *          first-level filter    anchors       second literal   (package signature)
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
