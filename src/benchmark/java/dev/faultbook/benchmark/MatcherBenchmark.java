package dev.faultbook.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * One pass over a log in memory, on one thread.
 *
 * <p>{@code -Dbenchmark.signatures} names files as {@code scan} reads them, or numbers of
 * signatures to generate, separated by commas; {@code -Dbenchmark.log} names a log; {@code
 * -Dbenchmark.peers} chooses among the peers. Those that try every signature on every line run with
 * the first signatures only, on the log's beginning.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Threads(1)
public class MatcherBenchmark {
  /** The part of the log that is enough for those that try every signature on every line. */
  private static final int SLICE = 500_000;

  private static final String PEERS =
      "faultbook,double-array-trie,ahocorasick,lucene-monitor,java.util.regex,re2j";
  private static final List<String> SLOW = List.of("java.util.regex", "re2j");

  /** Runs with all signatures, but takes seconds for a megabyte of the larger numbers. */
  private static final String BATCHED = "lucene-monitor";

  private static final int BATCHED_SLICE = 2_000_000;

  /** Who searches. */
  @Param("faultbook")
  public String peer;

  /** What for: a number or a file. */
  @Param("100")
  public String signatures;

  /** Where: {@code generated} or a file. */
  @Param(Workload.GENERATED)
  public String log;

  /** How many bytes of the log at most. */
  @Param("2147483647")
  public int limit;

  private Peer measured;

  /** Builds the peer, and refuses one that finds anything else than another peer does. */
  @Setup
  public void build() throws IOException {
    Workload workload = Workload.of(signatures, log, limit);
    measured = Peer.of(peer, workload);
    String witness = peer.equals("faultbook") ? "double-array-trie" : "faultbook";
    Tally.Result expected = Peer.of(witness, workload).run();
    Tally.Result found = measured.run();
    if (!found.equals(expected)) {
      throw new IllegalStateException(
          peer + " finds " + found + ", but " + witness + " finds " + expected);
    }
    System.out.print(found + " ... ");
  }

  /** One pass. */
  @Benchmark
  public Tally.Result scan() {
    return measured.run();
  }

  /** Measures all peers and prints their throughput in MB/s. */
  public static void main(String[] args) throws RunnerException, IOException {
    List<String> peers = List.of(System.getProperty("benchmark.peers", PEERS).split(","));
    String[] signatures = System.getProperty("benchmark.signatures", "100,1000,10000").split(",");
    String log = System.getProperty("benchmark.log", Workload.GENERATED);
    List<RunResult> results = new ArrayList<>();
    results.addAll(
        run(
            peers.stream().filter(p -> !SLOW.contains(p) && !p.equals(BATCHED)).toList(),
            signatures,
            log,
            Integer.MAX_VALUE));
    results.addAll(
        run(peers.stream().filter(BATCHED::equals).toList(), signatures, log, BATCHED_SLICE));
    results.addAll(
        run(
            peers.stream().filter(SLOW::contains).toList(),
            new String[] {signatures[0]},
            log,
            SLICE));
    System.out.printf("%n%-20s %-20s %12s %10s%n", "peer", "signatures", "bytes", "MB/s");
    for (RunResult result : results) {
      String of = result.getParams().getParam("signatures");
      int limit = Integer.parseInt(result.getParams().getParam("limit"));
      int bytes = Workload.of(of, log, limit).log().length;
      System.out.printf(
          Locale.ROOT,
          "%-20s %-20s %12d %10.1f%n",
          result.getParams().getParam("peer"),
          of,
          bytes,
          bytes / 1e6 * result.getPrimaryResult().getScore());
    }
  }

  private static List<RunResult> run(List<String> peers, String[] signatures, String log, int limit)
      throws RunnerException {
    if (peers.isEmpty()) {
      return List.of();
    }
    return List.copyOf(
        new Runner(
                new OptionsBuilder()
                    .include(MatcherBenchmark.class.getName())
                    .param("peer", peers.toArray(String[]::new))
                    .param("signatures", signatures)
                    .param("log", log)
                    .param("limit", Integer.toString(limit))
                    .shouldFailOnError(true)
                    .build())
            .run());
  }
}
