package dev.faultbook.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.stream.MatchedLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Verifies signatures of several lines: order, counts, and lines that must not occur near a match.
 */
class SequenceTests {

  private static List<List<Long>> lines(String signatures, String log) {
    Knowledge knowledge = TestContent.withSignatures(signatures);
    try {
      return new Matcher(knowledge.signatures())
              .match(
                  LogFiles.of(new ByteArrayInputStream(log.getBytes(UTF_8))),
                  new LogReader(),
                  (chunk, streams) -> {},
                  MatchLimits.DEFAULT)
              .matches()
              .stream()
              .map(found -> found.lines().stream().map(MatchedLine::line).toList())
              .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String at(int second, String text) {
    return "2026-01-05 10:%02d:%02d.000 %s%n".formatted(second / 60, second % 60, text);
  }

  private static final String SEQUENCE =
      """
      - sequence: [{line: alpha, times: 2}, beta]
        within: 4 lines
      """;

  @Test
  void aSequenceHasAnOrder() {
    assertThat(lines(SEQUENCE, "alpha\nx\nalpha\nbeta\n")).containsExactly(List.of(1L, 3L, 4L));
    assertThat(lines(SEQUENCE, "beta\nalpha\nalpha\n")).isEmpty();
    assertThat(lines(SEQUENCE, "alpha\nbeta\nalpha\n")).isEmpty();
    // The two nearest lines count, not the first two.
    assertThat(lines(SEQUENCE, "alpha\nx\nx\nx\nx\nalpha\nalpha\nbeta\n"))
        .containsExactly(List.of(6L, 7L, 8L));
    assertThat(lines(SEQUENCE, "alpha\nx\nx\nalpha\nx\nbeta\n")).isEmpty();
  }

  @Test
  void aLineDoesNotFollowItself() {
    String both = "- sequence: [alpha, beta]\n  within: 9 lines\n";
    assertThat(lines(both, "alpha and beta\n")).isEmpty();
    assertThat(lines(both, "beta and alpha\nalpha and beta\n")).containsExactly(List.of(1L, 2L));
    assertThat(
            lines("- sequence: [beta, alpha]\n  within: 9 lines\n", "x\nalpha beta\nalpha beta\n"))
        .containsExactly(List.of(2L, 3L));
  }

  @Test
  void aSequenceIsOfOneRankUnlessSaidOtherwise() {
    String log = "[rank0]: alpha\n[rank1]: alpha\n[rank0]: beta\n";
    assertThat(lines(SEQUENCE, log)).isEmpty();
    assertThat(lines(SEQUENCE + "  ranks: any\n", log)).hasSize(1);
  }

  @Test
  void linesOfASetMayBeAskedForSeveralTimes() {
    String set = "- all: [{line: alpha, times: 3}, beta]\n  within: 10s\n";
    assertThat(lines(set, at(0, "alpha") + at(1, "beta") + at(2, "alpha") + at(10, "alpha")))
        .containsExactly(List.of(1L, 3L, 4L, 2L));
    assertThat(lines(set, at(0, "alpha") + at(1, "beta") + at(2, "alpha") + at(11, "alpha")))
        .isEmpty();
    assertThat(lines(set, at(0, "alpha") + at(1, "beta") + at(2, "alpha"))).isEmpty();
  }

  @Test
  void aLineWithoutATimeHasThatOfTheLineAbove() {
    String set = "- all: [alpha, beta]\n  within: 5s\n";
    assertThat(lines(set, at(0, "start") + "  alpha\n" + at(4, "beta"))).hasSize(1);
    assertThat(lines(set, at(0, "start") + "  alpha\n" + at(6, "beta"))).isEmpty();
    assertThat(lines(set, at(0, "start") + at(3, "x") + "alpha\n" + "beta\n")).hasSize(1);
    // Without timestamps, a limit in seconds cannot be verified.
    assertThat(lines(set, "alpha\nbeta\n")).isEmpty();
    // The last timestamp is too far above.
    assertThat(lines(set, at(0, "start") + "x\n".repeat(300) + "alpha\n" + at(1, "beta")))
        .isEmpty();
  }

  @Test
  void timesHoldAcrossTheBuffersOfAReader() {
    String filler = "x".repeat(1000) + "\n";
    String log = at(0, "start") + filler.repeat(1040) + at(9, "middle") + filler.repeat(9);
    assertThat(
            lines(
                "- sequence: [alpha, beta]\n  within: 3s\n",
                log + "alpha\n" + filler.repeat(1000) + at(11, "y") + filler.repeat(90) + "beta\n"))
        .hasSize(1);
  }

  @Test
  void timesAreReadFromTheFieldsOfStructuredLines() {
    String set = "- all: [alpha, beta]\n  within: 5s\n";
    assertThat(
            lines(
                set,
                "{\"msg\":\"alpha\",\"ts\":1767607200.5}\n{\"msg\":\"beta\",\"ts\":1767607204}\n"))
        .hasSize(1);
    assertThat(
            lines(
                set,
                "{\"msg\":\"alpha\",\"time\":\"2026-01-05T10:00:00Z\"}\n"
                    + "{\"time\":\"2026-01-05T10:00:06Z\",\"msg\":\"beta\"}\n"))
        .isEmpty();
    assertThat(
            lines(
                set, "level=info ts=2026-01-05T10:00:00.1Z alpha\n[7] 2026/01/05 10:00:04 beta\n"))
        .hasSize(1);
  }

  private static String forbidden(String near) {
    return "- sequence: [alpha, beta]\n  within: 60s\n  ranks: any\n  unless: [{line: stop%s}]\n"
        .formatted(near.isEmpty() ? "" : ", " + near);
  }

  @Test
  void aForbiddingLineCountsWhereItsStretchReaches() {
    String match = at(100, "alpha") + at(110, "beta");
    // Without a range: anywhere in the log.
    assertThat(lines(forbidden(""), at(0, "stop") + match)).isEmpty();
    // The range of the match itself.
    assertThat(lines(forbidden("anchor: 0"), at(99, "stop") + match + at(111, "stop"))).hasSize(1);
    assertThat(lines(forbidden("anchor: 0"), at(100, "alpha") + at(105, "stop") + at(110, "beta")))
        .isEmpty();
    // Up to 10 s after the match.
    assertThat(lines(forbidden("within: 10s"), match + at(120, "stop"))).isEmpty();
    assertThat(lines(forbidden("within: 10s"), match + at(121, "stop"))).hasSize(1);
    // From 20 s before the second line, for the 10 s of the match and 5 s more.
    String before = "anchor: 1, slide: -20s, within: 5s";
    assertThat(lines(forbidden(before), at(89, "stop") + match)).hasSize(1);
    assertThat(lines(forbidden(before), at(90, "stop") + match)).isEmpty();
    assertThat(lines(forbidden("slide: -20s"), at(90, "stop") + match)).isEmpty();
    assertThat(lines(forbidden("slide: -20s"), at(91, "stop") + match)).hasSize(1);
    // The first match is forbidden, the second is not.
    assertThat(
            lines(
                forbidden("within: 10s"),
                match + at(115, "stop") + at(300, "alpha") + at(301, "beta")))
        .containsExactly(List.of(4L, 5L));
    // Without timestamps, nothing shows that a time range is free of the line.
    assertThat(
            lines(
                "- sequence: [alpha, beta]\n"
                    + "  within: 9 lines\n"
                    + "  unless: [{line: stop, within: 5s}]\n",
                "stop\nalpha\nbeta\n"))
        .isEmpty();
    assertThat(
            lines(
                "- sequence: [alpha, beta]\n"
                    + "  within: 9 lines\n"
                    + "  unless: [{line: stop, anchor: 0}]\n",
                "stop\nalpha\nbeta\nstop\n"))
        .hasSize(1);
  }

  @Test
  void fieldsOfAJsonLineAreSearchedToo() {
    String log = "{\"msg\":\"request failed\",\"error\":\"disk is on fire\",\"code\":5}\n";
    assertThat(lines("- 'disk is on fire'", log)).hasSize(1);
    assertThat(lines("- json: '.error == \"disk is on fire\" and .code == 5'", log)).hasSize(1);
    assertThat(lines("- json: '.error == \"disk is on fire\" and .code == 6'", log)).isEmpty();
    assertThat(lines("- 'request failed'", log)).hasSize(1);
  }

  /** Compares the result with an exhaustive search, on logs of few words. */
  @Property(tries = 300)
  void aSequenceIsFoundWhereverThereIsOne(@ForAll long seed) {
    Random random = new Random(seed);
    String[] words = {"alpha", "beta", "gamma", "alpha gamma", "x", "beta alpha"};
    int n = 1 + random.nextInt(14);
    List<String> log = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      log.add(words[random.nextInt(words.length)]);
    }
    int[] times = {1 + random.nextInt(2), 1 + random.nextInt(3), 1};
    int within = 1 + random.nextInt(8);
    String signature =
        "- sequence: [{line: alpha, times: %d}, {line: beta, times: %d}, gamma]\n  within: %d lines\n"
            .formatted(times[0], times[1], within);
    List<String> wanted = new ArrayList<>();
    String[] parts = {"alpha", "beta", "gamma"};
    for (int p = 0; p < parts.length; p++) {
      for (int i = 0; i < times[p]; i++) {
        wanted.add(parts[p]);
      }
    }
    assertThat(!lines(signature, String.join("\n", log) + "\n").isEmpty())
        .as("%s in %s", signature, log)
        .isEqualTo(naive(log, wanted, 0, 0, -1, within));
  }

  private static boolean naive(
      List<String> log, List<String> wanted, int done, int from, int first, int within) {
    if (done == wanted.size()) {
      return true;
    }
    for (int i = from; i < log.size(); i++) {
      int start = first < 0 ? i : first;
      if (i - start <= within
          && log.get(i).contains(wanted.get(done))
          && naive(log, wanted, done + 1, i + 1, start, within)) {
        return true;
      }
    }
    return false;
  }
}
