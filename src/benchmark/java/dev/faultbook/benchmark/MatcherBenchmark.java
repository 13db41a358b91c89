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
 * Measures a pass over a log in memory on one thread.
 *
 * <p>{@code -Dbenchmark.signatures} is a comma-separated list of signature files in the format of
 * {@code scan} or of numbers of signatures to generate; {@code -Dbenchmark.log} is a log file;
 * {@code -Dbenchmark.peers} selects peers. Peers that test every signature on every line run only
 * with the first element of the list and on the start of the log.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Threads(1)
public class MatcherBenchmark {
  /** Bytes of the log for peers that test every signature on every line. */
  private static final int SLICE = 500_000;

  private static final String PEERS =
      "faultbook,double-array-trie,ahocorasick,lucene-monitor,java.util.regex,re2j";
  private static final List<String> SLOW = List.of("java.util.regex", "re2j");

  /** A peer that runs with all signatures, but takes seconds per megabyte with many of them. */
  private static final String BATCHED = "lucene-monitor";

  private static final int BATCHED_SLICE = 2_000_000;

  /** Name of the peer. */
  @Param("faultbook")
  public String peer;

  /** Number of signatures to generate, or a file of signatures. */
  @Param("100")
  public String signatures;

  /** {@code generated} or a log file. */
  @Param(Workload.GENERATED)
  public String log;

  /** Most bytes of the log. */
  @Param("2147483647")
  public int limit;

  private Peer measured;

  /** Creates the peer, and fails if its result differs from that of another peer. */
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

  /** Scans the log once. */
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
