package dev.faultbook.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LogSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies which rank and node each line is attributed to, with one row per source of evidence. */
class RankAttributionTests {

  static Stream<Arguments> rows() {
    return Stream.of(
        row("labels name the ranks", "job.log: [rank0]: a / [rank1]: b", "0@- 1@-"),
        row("the name of a file names its rank", "rank_3.log: loss 1.2", "3@-"),
        row(
            "journalctl and rsyslog write the node behind the time",
            "job.log: Nov 20 02:10:01 gpu-a07 kernel: NVRM: x"
                + " / 2026-11-20T02:10:01+00:00 gpu-a08 kernel: NVRM: x"
                + " / 2026-11-20T02:10:02+0000 gpu-a09 slurmd[812]: error: y",
            "-@gpu-a07 -@gpu-a08 -@gpu-a09"),
        row(
            "what other programs write behind a time is no node",
            "job.log: 2026-11-20T02:10:01+00:00 trainer saved: 3"
                + " / 2026-11-20 02:10:01 INFO train.py:14: y",
            "-@- -@-"),
        row("a label outdoes the name of its file", "rank_3.log: [rank4]: a", "4@-"),
        row("srun labels most lines", "job.log: 3: a / 3: b / c", "3@- 3@- 3@-"),
        row("a list is no label", "job.log: 3: a / b / c / d", "-@- -@- -@- -@-"),
        row("torchrun's local rank on one node", "job.log: [default1]: a", "1@-"),
        row(
            "torchrun's local rank on one of several nodes",
            "node1.log: [default1]: a; node2.log: [default1]: b",
            "-@node1 -@node2"),
        row(
            "NCCL introduced the process",
            "job.log: " + init("node7:10:11", 8, 0) + " / node7:10:12 [0] NCCL WARN x",
            "8@node7 8@node7"),
        row(
            "NCCL introduced the process of a local rank's device",
            "a.log: "
                + init("node1:10:11", 3, 1)
                + "; b.log: "
                + init("node2:20:21", 9, 1)
                + " / [default1]: x",
            "3@node1 9@node2 9@node2"),
        row(
            "two processes of different nodes bear one rank: several jobs",
            "a.log: " + init("node1:10:11", 0, 0) + "; b.log: " + init("node2:20:21", 0, 0),
            "-@node1 -@node2"),
        row(
            "a restarted process keeps its rank",
            "a.log: " + init("node1:10:11", 0, 0) + " / " + init("node1:12:13", 0, 0),
            "0@node1 0@node1"),
        row(
            "the GPU tells the rank where the ranks of a host follow on one another",
            "job.log: node7:10:10 [0] NCCL WARN x / node7:11:11 [1] NCCL WARN x / [rank8]: y"
                + " / [rank9]: y",
            "8@node7 9@node7 8@node7 9@node7"),
        row(
            "two processes name one GPU",
            "job.log: node7:10:10 [0] NCCL WARN x / node7:11:11 [0] NCCL WARN x / [rank8]: y"
                + " / [rank9]: y",
            "-@node7 -@node7 8@node7 9@node7"),
        row(
            "a rank's lines are on the node of its other lines",
            "a.log: " + init("node7:10:11", 8, 0) + "; b.log: [rank8]: x",
            "8@node7 8@node7"),
        row(
            "a name that is not ASCII is one name",
            "job.log: 训练-1:10:11 [0] NCCL WARN x / 训练-1  | y",
            "-@训练-1 -@训练-1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void eachLineHasTheRankAndTheNodeThatTheLogTells(String name, String log, String expected) {
    assertThat(String.join(" ", attribute(log))).isEqualTo(expected);
  }

  private static Arguments row(String name, String log, String expected) {
    return arguments(name, log, expected);
  }

  private static String init(String process, int rank, int device) {
    return "%s [%d] NCCL INFO comm 0x1 rank %d nranks 16 cudaDev %d busId %d - Init COMPLETE"
        .formatted(process, device, rank, device, 1000 + rank);
  }

  /**
   * Attributes the lines of a log in the form {@code file: line / line; file: line}; the result is
   * {@code rank@node} for each line.
   */
  private static List<String> attribute(String log) {
    LogStreams streams = new LogStreams(List.of());
    List<LogSource> sources = new ArrayList<>();
    List<FactReading> facts = new ArrayList<>();
    List<Integer> owners = new ArrayList<>();
    for (String file : log.split("; ")) {
      int colon = file.indexOf(": ");
      List<String> lines = List.of(file.substring(colon + 2).split(" / "));
      byte[] bytes = String.join("\n", lines).getBytes(UTF_8);
      long first = owners.size() + 1L;
      streams.acceptChunk(new Chunk(bytes, 0, bytes.length, first, false, sources.size()));
      for (int i = 0; i < lines.size(); i++) {
        int owner = streams.streamOf(first + i);
        owners.add(owner);
        if (lines.get(i).contains("Init COMPLETE")) {
          facts.add(introduction(first + i, lines.get(i), owner));
        }
      }
      sources.add(new LogSource(file.substring(0, colon), first, lines.size(), bytes.length));
    }
    RankAttribution attribution =
        new RankAttribution(new StreamEvidence(facts, Map.of(), streams.allStreams(), sources));
    return owners.stream()
        .map(id -> display(attribution.rankOf(id)) + "@" + display(attribution.nodeOf(id)))
        .toList();
  }

  private static FactReading introduction(long number, String line, int owner) {
    Map<String, String> captures = new LinkedHashMap<>();
    List<String> words = List.of(line.split(" "));
    Map.of("rank", "rank", "nranks", "nranks", "cudaDev", "device", "busId", "bus")
        .forEach((word, name) -> captures.put(name, words.get(words.indexOf(word) + 1)));
    MatchedLine.Utterance utterance =
        new MatchedLine.Utterance(null, null, null, new MatchedLine.Place(owner, null, owner));
    MatchedLine matched = new MatchedLine(number, 0, line, List.of(), captures, 0, utterance);
    return new FactReading("log.init", line, matched, null);
  }

  private static String display(Object value) {
    return value == null ? "-" : value.toString();
  }
}
