package dev.faultbook.benchmark;

import org.ahocorasick.trie.PayloadTrie;
import org.ahocorasick.trie.handler.PayloadEmitHandler;

/** {@code org.ahocorasick} on the longest fragments, then an ordered check. */
final class AhoCorasickPeer implements Peer {
  private final PayloadTrie<int[]> trie;
  private final String log;
  private final FragmentCheck check;

  AhoCorasickPeer(Workload workload) {
    this.log = workload.latin1();
    this.check = new FragmentCheck(workload, log);
    PayloadTrie.PayloadTrieBuilder<int[]> builder = PayloadTrie.builder();
    check.byLongest().forEach(builder::addKeyword);
    this.trie = builder.build();
  }

  @Override
  public Tally.Result run() {
    check.begin();
    PayloadEmitHandler<int[]> handler =
        emit -> {
          check.hit(emit.getStart(), emit.getPayload());
          return true;
        };
    trie.parseText(log, handler);
    return check.result();
  }
}
