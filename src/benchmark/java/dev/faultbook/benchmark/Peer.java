package dev.faultbook.benchmark;

/** One way to find all pairs; built once, then run over the same log again and again. */
interface Peer {
  /** Finds all pairs of the workload. */
  Tally.Result run();

  /**
   * The peer of a name.
   *
   * @throws IllegalArgumentException when there is none
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
