package dev.faultbook.benchmark;

import com.hankcs.algorithm.AhoCorasickDoubleArrayTrie;

/**
 * Searches for the longest fragment of each signature with a double-array trie, and then checks all
 * fragments in order.
 */
final class DoubleArrayPeer implements Peer {
  private final AhoCorasickDoubleArrayTrie<int[]> trie = new AhoCorasickDoubleArrayTrie<>();
  private final char[] characters;
  private final FragmentCheck check;

  DoubleArrayPeer(Workload workload) {
    String log = workload.latin1();
    this.characters = log.toCharArray();
    this.check = new FragmentCheck(workload, log);
    trie.build(check.byLongest());
  }

  @Override
  public Tally.Result run() {
    check.begin();
    trie.parseText(
        characters,
        (AhoCorasickDoubleArrayTrie.IHit<int[]>)
            (begin, end, signatures) -> check.hit(begin, signatures));
    return check.result();
  }
}
