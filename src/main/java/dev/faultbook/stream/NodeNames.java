package dev.faultbook.stream;

import dev.faultbook.log.TextParts;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the hosts named by log lines in the paths of files. Looks up the words of a path in a table
 * instead of searching each path for each host, so that the work is linear in files plus hosts.
 */
final class NodeNames {
  /** Shorter words occur in too many paths. */
  private static final int MIN_LENGTH = 3;

  /** The longest host name (RFC 1123). */
  private static final int MAX_LENGTH = 253;

  private static final Comparator<String> BETTER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** Hosts by their full names and by the part before the first full stop. */
  private final Map<String, String> nodes = new HashMap<>();

  NodeNames(Collection<String> nodes) {
    for (String node : nodes) {
      for (String name : List.of(node, TextParts.splitAt(node, '.').getFirst())) {
        if (name.length() >= MIN_LENGTH) {
          this.nodes.merge(name, node, (a, b) -> BETTER.compare(a, b) >= 0 ? a : b);
        }
      }
    }
  }

  /** The longest host whose name occurs in a path as whole words; null if none. */
  @Nullable String longestIn(String path) {
    String best = null;
    for (int from = 0; !nodes.isEmpty() && from < path.length(); from++) {
      if (from > 0 && Character.isLetterOrDigit(path.charAt(from - 1))) {
        continue;
      }
      for (int to = from + MIN_LENGTH; to <= Math.min(path.length(), from + MAX_LENGTH); to++) {
        String node = endsName(path, to) ? nodes.get(path.substring(from, to)) : null;
        if (node != null && (best == null || BETTER.compare(node, best) > 0)) {
          best = node;
        }
      }
    }
    return best;
  }

  /** Whether a name may end here: {@code node-1} does not occur in {@code node-12.log}. */
  private static boolean endsName(String path, int at) {
    if (at == path.length()) {
      return true;
    }
    boolean numbered =
        path.charAt(at) == '-' && at + 1 < path.length() && Character.isDigit(path.charAt(at + 1));
    return !Character.isLetterOrDigit(path.charAt(at)) && !numbered;
  }
}
