package dev.faultbook.hang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What PyTorch's flight recorder of one rank holds. */
final class Recording {
  final int stream;
  final int file;
  final long line;

  /** The rank that the record itself states, or else its file; null if unknown. */
  @Nullable Integer rank;

  /** Its process groups, by name. */
  final Map<String, Group> groups = new HashMap<>();

  /** In the order in which they were enqueued; the oldest may have been dropped. */
  final List<Call> calls = new ArrayList<>();

  Recording(int stream, int file, long line) {
    this.stream = stream;
    this.file = file;
    this.line = line;
  }

  void add(Call call) {
    calls.add(call);
    for (int at = calls.size() - 2; call.endsBatch() && at >= 0; at--) {
      Call part = calls.get(at);
      if (part.group().equals(call.group())) {
        if (part.sequence() != call.sequence()
            || part.pointToPoint() != call.pointToPoint()
            || part.endsBatch()) {
          return;
        }
        calls.set(at, part.with(call.state()));
      }
    }
  }

  /**
   * A process group.
   *
   * @param ranks global ranks, in the order of the ranks within the group
   */
  record Group(String name, String description, List<Integer> ranks) {
    Group {
      ranks = List.copyOf(ranks);
    }
  }
}
