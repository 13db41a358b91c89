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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogSessionTests {

  private static LogMatches match(String signatures, String log) {
    Knowledge knowledge = TestContent.withSignatures(signatures);
    try {
      return new Matcher(knowledge.signatures())
          .match(
              LogFiles.of(new ByteArrayInputStream(log.getBytes(UTF_8))),
              new LogReader(),
              (chunk, streams) -> {},
              MatchLimits.DEFAULT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<List<Long>> lines(String signatures, String log) {
    return match(signatures, log).matches().stream()
        .map(found -> found.lines().stream().map(MatchedLine::line).toList())
        .toList();
  }

  @Test
  void evidenceHasItsPlaceInTheOriginal() {
    String log =
        "first\r\n\u001b[31mRuntimeError\u001b[0m: 显存 CUDA out of \u001b[1mmemory\u001b[0m!\r\n";
    MatchedLine line = match("- 'CUDA out of memory'", log).matches().getFirst().lines().getFirst();
    assertThat(line.line()).isEqualTo(2);
    assertThat(line.text()).isEqualTo(log.split("\r\n", -1)[1]);
    MatchedLine.Span span = line.spans().getFirst();
    assertThat(line.text().substring(span.start(), span.end()))
        .isEqualTo("CUDA out of \u001b[1mmemory");
  }

  @Test
  void aTextAfterAProgressBarIsFound() {
    String log = " 10%|#  | 1/10\r 20%|## | 2/10\rRuntimeError: CUDA out of memory\n";
    assertThat(lines("- 'CUDA out of memory'", log)).containsExactly(List.of(1L));
  }

  /** JSON escapes hide none of a signature's words, whichever of them the index searches for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "the store refused \"now\" and then | the store refused \\\"now\\\" and then",
        "\"now\" | refused \\\"now\\\" again",
        "D:\\\\env\\\\torch\\\\lib | no D:\\\\env\\\\torch\\\\lib",
        "/dev/shm/nccl | mmap \\/dev\\/shm\\/nccl-1",
        "no device<found | no device\\u003cfound",
        "size of heap | size\\tof\\theap",
        "plain words of it | plain words of it\\r\\n",
      })
  void escapesOfJsonAreRead(String signature, String message) {
    String log =
        "C:\\a\\b\n{\"log\":\"ready\\n\"}\n{\"log\":\""
            + message
            + "\\n\",\"stream\":\"stderr\"}\n";
    assertThat(lines("- '" + signature + "'", log)).containsExactly(List.of(3L));
  }

  private static final String PAIR =
      """
      - all:
          - "first half of it"
          - "second half of it"
        within: 3 lines
      """;

  @Test
  void severalLinesMustBeNear() {
    assertThat(lines(PAIR, "first half of it\nx\nx\nsecond half of it\n"))
        .containsExactly(List.of(1L, 4L));
    assertThat(lines(PAIR, "first half of it\nx\nx\nx\nsecond half of it\n")).isEmpty();
    assertThat(lines(PAIR, "second half of it\nfirst half of it\n"))
        .containsExactly(List.of(2L, 1L));
  }

  @Test
  void linesOfAnyRankRememberWhoSaidThem() {
    String log =
        """
        [rank0]: first half of it
        [rank1]: first half of it
        [rank2]: second half of it
        [rank1]: first half of it
        """;
    LogMatches found = match(PAIR + "  ranks: any\n", log);
    assertThat(found.witnessLines(found.matches().getFirst()).stream().map(MatchedLine::line))
        .containsExactly(1L, 2L, 3L);
    found = match(PAIR, log + "[rank1]: second half of it\n");
    assertThat(found.witnessLines(found.matches().getFirst())).isEmpty();
  }

  @Test
  void hostsThatNameNoRankAreHeardBesideOneThatRepeatsItself() {
    String log =
        "h1:10:11 [0] NCCL WARN disk gone\n".repeat(5000) + "h2:10:11 [0] NCCL WARN disk gone\n";
    assertThat(
            match("- 'disk gone'", log).matches().stream()
                .map(found -> found.lines().getFirst().node())
                .distinct())
        .containsExactly("h1", "h2");
  }

  @Test
  void severalLinesMustBeOfOneRank() {
    assertThat(lines(PAIR, "[rank0]: first half of it\n[rank1]: second half of it\n")).isEmpty();
    assertThat(lines(PAIR, "[rank1]: first half of it\n[rank1]: second half of it\n")).hasSize(1);
    assertThat(lines(PAIR, "first half of it\n[rank1]: second half of it\n")).hasSize(1);
    assertThat(lines(PAIR, "[rank1]: first half of it\nsecond half of it\n")).hasSize(1);
    assertThat(
            lines(
                PAIR + "  ranks: any\n", "[rank0]: first half of it\n[rank1]: second half of it\n"))
        .hasSize(1);
  }

  @Test
  void severalLinesAreFoundAcrossChunks() {
    String far = "filler line\n".repeat(200_000);
    String whole =
        """
        - all:
            - "first half of it"
            - "second half of it"
        """;
    assertThat(lines(whole, "first half of it\n" + far + "second half of it\n"))
        .containsExactly(List.of(1L, 200_002L));
  }

  @Test
  void aDistanceInSecondsNeedsTimes() {
    String within =
        """
        - all:
            - "first half of it"
            - "second half of it"
          within: 60s
        """;
    assertThat(
            lines(
                within,
                "2024-01-01 10:00:00,000 first half of it\n2024-01-01 10:00:59,000 second half of"
                    + " it\n"))
        .hasSize(1);
    assertThat(
            lines(
                within,
                "2024-01-01 10:00:00,000 first half of it\n2024-01-01 10:01:01,000 second half of"
                    + " it\n"))
        .isEmpty();
    assertThat(lines(within, "first half of it\nsecond half of it\n")).isEmpty();
  }

  @Test
  void aPairIsTwoRanksThatAgreeInOneThingAndDifferInAnother() {
    String pair =
        """
        - pair: "stuck in work {seq:int} of kind {op:word}"
          same: [seq]
          differ: [op]
        """;
    LogMatches found =
        match(
            pair,
            "[rank0]: stuck in work 7 of kind REDUCE\n[rank1]: stuck in work 7 of kind REDUCE\n"
                + "[rank2]: stuck in work 7 of kind GATHER\n");
    assertThat(found.matches()).hasSize(1);
    assertThat(found.matches().getFirst().captures())
        .containsEntry("op_a", "REDUCE")
        .containsEntry("op_b", "GATHER")
        .containsEntry("seq_b", "7");
    assertThat(
            lines(pair, "[rank0]: stuck in work 7 of kind A\n[rank1]: stuck in work 8 of kind B\n"))
        .isEmpty();
    assertThat(
            lines(pair, "[rank0]: stuck in work 7 of kind A\n[rank0]: stuck in work 7 of kind B\n"))
        .isEmpty();
    assertThat(lines(pair, "stuck in work 7 of kind A\nstuck in work 7 of kind B\n")).isEmpty();
  }

  @Test
  void whatARankSaysLaterMakesNoPair() {
    String pair = "- {pair: 'stuck in work {seq:int} of', differ: [seq]}";
    assertThat(
            lines(
                pair,
                "[rank0]: stuck in work 7 of\n[rank1]: stuck in work 7 of\n[rank1]: stuck in work 9"
                    + " of\n"))
        .isEmpty();
    assertThat(lines(pair, "[rank0]: stuck in work 7 of\n[rank1]: stuck in work 9 of\n"))
        .hasSize(1);
  }

  @Test
  void aForbiddenLineAnywhereForbids() {
    String unless =
        """
        - line: "connection was lost"
          unless: "connection restored"
        """;
    assertThat(lines(unless, "connection was lost\n")).hasSize(1);
    assertThat(lines(unless, "connection was lost\nconnection restored\n")).isEmpty();
    assertThat(lines(unless, "connection restored\nconnection was lost\n")).isEmpty();
  }

  @Test
  void aCountedLineMustComeOftenEnough() {
    String count = "- all: [{line: link is flapping, times: 3}]\n  within: 10 lines\n";
    assertThat(lines(count, "link is flapping\n".repeat(2))).isEmpty();
    assertThat(lines(count, "link is flapping\n".repeat(3))).containsExactly(List.of(1L, 2L, 3L));
    assertThat(lines(count, ("link is flapping\n" + "x\n".repeat(8)).repeat(3))).isEmpty();
  }

  @Test
  void aConditionOnCapturesDecides() {
    String where =
        """
        - line: "Tried to allocate {tried:size}, {free:size} is free"
          where: "{free} > {tried}"
        """;
    assertThat(lines(where, "Tried to allocate 2 GiB, 512 MiB is free\n")).isEmpty();
    assertThat(lines(where, "Tried to allocate 256 MiB, 1.5 GiB is free\n")).hasSize(1);
  }

  @Test
  void bytesThatAreNotUtf8AreNoObstacle() throws IOException {
    byte[] log =
        "Ger\u00e4t: CUDA out of memory\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    Knowledge knowledge = TestContent.withSignatures("- 'CUDA out of memory'");
    LogMatches found =
        new Matcher(knowledge.signatures())
            .match(
                LogFiles.of(new ByteArrayInputStream(log)),
                new LogReader(),
                (chunk, streams) -> {},
                MatchLimits.DEFAULT);
    assertThat(found.matches().getFirst().lines().getFirst().text())
        .isEqualTo("Gerät: CUDA out of memory");
  }

  @Test
  void aHitOfAMillionTimesIsKeptInBounds() {
    LogMatches found = match("- 'CUDA out of memory'", "CUDA out of memory\n".repeat(300_000));
    assertThat(found.matches().size()).isLessThan(3000);
    assertThat(found.counts()).containsEntry("test-entry", 300_000L);
  }

  @Test
  void aVeryLongLineIsShownAroundTheMatch() {
    String log = "x".repeat(500_000) + " CUDA out of memory " + "y".repeat(10_000) + "\n";
    MatchedLine line = match("- 'CUDA out of memory'", log).matches().getFirst().lines().getFirst();
    assertThat(line.text().length()).isLessThan(5000);
    assertThat(line.column()).isGreaterThan(400_000);
    MatchedLine.Span span = line.spans().getFirst();
    assertThat(line.text().substring(span.start(), span.end())).isEqualTo("CUDA out of memory");
    assertThat(log.substring(line.column() + span.start())).startsWith("CUDA out of memory");
  }

  /**
   * Regression: the column was counted from the start of the last chunk: 903,006 instead of
   * 3,000,006.
   */
  @Test
  void theColumnOfAVeryLongLineCountsFromItsBeginning() {
    String early = "CUDA out of memory é ";
    for (int before : new int[] {3_000_000, (1 << 20) - early.length() - 1, 1 << 21}) {
      String log = "first\n" + early + "x".repeat(before) + "; CUDA out of memory\nlast\n";
      List<MatchedLine> lines =
          match("- 'CUDA out of memory'", log).matches().stream()
              .map(match -> match.lines().getFirst())
              .toList();
      assertThat(lines).isNotEmpty();
      String text = log.substring("first\n".length());
      for (MatchedLine line : lines) {
        int start = line.column() + line.spans().getFirst().start();
        assertThat(text.substring(start)).as("%d", before).startsWith("CUDA out of memory");
      }
    }
  }
}
