package dev.faultbook.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Counts pairs and computes their checksum like {@code scan}. */
final class Tally {
  private final long[] hashes;
  private long pairs;
  private long checksum;

  Tally(List<Workload.Signature> signatures) {
    this.hashes = signatures.stream().mapToLong(s -> fnv1a64(s.id())).toArray();
  }

  void clear() {
    pairs = 0;
    checksum = 0;
  }

  void add(long line, int signature) {
    pairs++;
    checksum += mix(line * 0x9E3779B97F4A7C15L + hashes[signature]);
  }

  Result result() {
    return new Result(pairs, checksum);
  }

  /** The result of a peer, which must be the same for all peers. */
  record Result(long pairs, long checksum) {
    @Override
    public String toString() {
      return pairs + " pairs, checksum " + String.format("%016x", checksum);
    }
  }

  private static long fnv1a64(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
