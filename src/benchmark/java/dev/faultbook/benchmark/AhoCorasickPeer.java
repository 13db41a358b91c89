package dev.faultbook.benchmark;

import org.ahocorasick.trie.PayloadTrie;
import org.ahocorasick.trie.handler.PayloadEmitHandler;

/**
 * Searches for the longest fragment of each signature with {@code org.ahocorasick}, and then checks
 * all fragments in order.
 */
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
