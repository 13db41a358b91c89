package dev.faultbook.cli;

import dev.faultbook.log.Lines;
import dev.faultbook.matcher.Matcher;
import dev.faultbook.matcher.PatternIndex;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.SignatureParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scan --signatures FILE LOG}: runs and measures the matcher alone. */
@Command(
    name = "scan",
    description = "Runs the bare matcher on a plain signature file, and measures it.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "Exit status: 0 scanned, 2 bad usage or unreadable input."})
final class ScanCommand implements Callable<Integer> {
  private static final int SCANS = 5;

  private final Streams streams;

  @Option(
      names = "--signatures",
      paramLabel = "FILE",
      required = true,
      description = "Lines of id<TAB>fragment<TAB>fragment...")
  private Path signatureFile;

  @Parameters(paramLabel = "LOG", description = "The log; read into memory.")
  private Path log;

  ScanCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    try {
      return scanLog(signatureFile, log);
    } catch (NoSuchFileException e) {
      throw new CommandFailedException("there is no file " + e.getFile(), e);
    } catch (IOException e) {
      throw new CommandFailedException(e.getMessage(), e);
    }
  }

  private int scanLog(Path signatures, Path logFile) throws IOException {
    byte[] log = Files.readAllBytes(logFile);
    long start = System.nanoTime();
    List<String> ids = new ArrayList<>();
    PatternIndex index = new PatternIndex(readPatterns(signatures, ids));
    double load = secondsSince(start);
    long[] hashes = ids.stream().mapToLong(ScanCommand::fnv1a64).toArray();
    double[] times = new double[SCANS];
    Tally tally = new Tally(hashes);
    for (int i = 0; i < SCANS; i++) {
      tally = new Tally(hashes);
      long scanStart = System.nanoTime();
      Matcher.findPairs(index, log, tally);
      times[i] = secondsSince(scanStart);
    }
    Arrays.sort(times);
    long lines = Lines.countNewlines(log, 0, log.length);
    if (log.length > 0 && log[log.length - 1] != '\n') {
      lines++;
    }
    streams
        .out()
        .printf(
            Locale.ROOT,
            "RESULT peer=faultbook n=%d bytes=%d pairs=%d lines=%d checksum=%016x load_s=%.3f"
                + " scan_best_s=%.4f scan_median_s=%.4f mbps_best=%.1f mbps_median=%.1f%n",
            ids.size(),
            log.length,
            tally.pairs,
            lines,
            tally.checksum,
            load,
            times[0],
            times[SCANS / 2],
            log.length / 1e6 / times[0],
            log.length / 1e6 / times[SCANS / 2]);
    String pairsOut = System.getenv("PAIRS_OUT");
    if (pairsOut != null && !pairsOut.isBlank()) {
      try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(Path.of(pairsOut)))) {
        Matcher.findPairs(
            index, log, (line, pattern) -> writer.print(line + "\t" + ids.get(pattern) + "\n"));
        if (writer.checkError()) {
          throw new IOException("the pairs could not be written to " + pairsOut);
        }
      }
    }
    return 0;
  }

  private static List<LinePattern> readPatterns(Path file, List<String> ids) throws IOException {
    List<LinePattern> patterns = new ArrayList<>();
    int number = 0;
    for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n", -1)) {
      number++;
      if (line.isEmpty()) {
        continue;
      }
      String[] fields = line.split("\t", -1);
      List<String> fragments = List.of(fields).subList(1, fields.length);
      if (fragments.isEmpty() || fragments.stream().anyMatch(String::isEmpty)) {
        throw new IOException(
            file + ":" + number + ": expected id<TAB>fragment<TAB>fragment…, none empty");
      }
      ids.add(fields[0]);
      patterns.add(SignatureParser.ofFragments(fields[0], fragments));
    }
    return patterns;
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static long fnv1a64(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }

  /** Counts pairs and adds up an order-independent checksum. */
  private static final class Tally implements Matcher.Pairs {
    private final long[] hashes;
    private long pairs;
    private long checksum;

    Tally(long[] hashes) {
      this.hashes = hashes;
    }

    @Override
    public void acceptPair(long line, int pattern) {
      pairs++;
      checksum += mix(line * 0x9E3779B97F4A7C15L + hashes[pattern]);
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long z) {
      long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
      return x ^ (x >>> 31);
    }
  }
}
