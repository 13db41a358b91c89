package dev.faultbook.benchmark;

/**
 * An implementation of the search for all pairs. It is created once and runs repeatedly on the same
 * log.
 */
interface Peer {
  /** Finds all pairs of the workload. */
  Tally.Result run();

  /**
   * Creates the peer with a name.
   *
   * @throws IllegalArgumentException if the name is unknown
   */
  static Peer of(String name, Workload workload) {
    return switch (name) {
      case "faultbook" -> new FaultbookPeer(workload);
      case "double-array-trie" -> new DoubleArrayPeer(workload);
      case "ahocorasick" -> new AhoCorasickPeer(workload);
      case "lucene-monitor" -> new MonitorPeer(workload);
      case "java.util.regex" -> RegexPeer.ofJava(workload);
      case "re2j" -> RegexPeer.ofRe2(workload);
      default -> throw new IllegalArgumentException("There is no peer " + name);
    };
  }
}
