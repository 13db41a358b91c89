package dev.faultbook.benchmark;

import dev.faultbook.matcher.Matcher;
import dev.faultbook.matcher.PatternIndex;
import dev.faultbook.signature.SignatureParser;

/** The matcher of Faultbook, called like in {@code scan}. */
final class FaultbookPeer implements Peer {
  private final byte[] log;
  private final PatternIndex patterns;
  private final Tally tally;

  FaultbookPeer(Workload workload) {
    this.log = workload.log();
    this.patterns =
        new PatternIndex(
            workload.signatures().stream()
                .map(s -> SignatureParser.ofFragments(s.id(), s.fragments()))
                .toList());
    this.tally = new Tally(workload.signatures());
  }

  @Override
  public Tally.Result run() {
    tally.clear();
    Matcher.findPairs(patterns, log, tally::add);
    return tally.result();
  }
}
