package dev.faultbook.hang;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One answer of NCCL's RAS about the job: what it finds odd. */
final class RasState {
  private static final Frame NO_LINE = Frame.ofLine(0, 0, "");

  /** GPUs of the job; 0 if unknown. A communicator of this size has the ranks of the job. */
  int gpus;

  /** Processes that RAS calls dead, and those that did not answer. */
  final List<Member> dead = new ArrayList<>();

  final List<Member> silent = new ArrayList<>();
  final Map<String, Communicator> communicators = new LinkedHashMap<>();

  Communicator communicator(String hash) {
    return communicators.computeIfAbsent(hash, Communicator::new);
  }

  /**
   * A rank of a communicator.
   *
   * @param rank within the communicator; null if only the process is known
   * @param pid empty if unknown
   */
  record Member(@Nullable Integer rank, String pid, @Nullable String node, Frame line) {
    boolean isSameProcess(Member other) {
      return !pid.isEmpty() && pid.equals(other.pid) && String.valueOf(node).equals(other.node);
    }
  }

  /** What ranks are compared by. */
  enum Kind {
    /** Errors that ranks reported to NCCL. */
    ERROR,
    /** Whether they have joined, left or given up. */
    STATUS,
    /** How many operations they have launched. */
    COUNT
  }

  /**
   * Ranks of a communicator that are alike.
   *
   * @param operation AllReduce; empty unless operations are counted
   * @param word the status or the error; empty if operations are counted
   * @param count operations launched
   * @param size number of ranks
   * @param members the ranks that are listed: all or none
   */
  record Alike(
      Kind kind, String operation, String word, long count, int size, List<Member> members) {}

  /** A communicator in which something is odd. */
  static final class Communicator {
    final String hash;
    int size;

    /** Ranks of which RAS has no data. */
    final List<Member> missing = new ArrayList<>();

    final List<Alike> groups = new ArrayList<>();

    Communicator(String hash) {
      this.hash = hash;
    }

    /** The groups by what is compared, each with ranks for the one group that is not listed. */
    List<List<Alike>> compared() {
      Map<String, List<Alike>> by = new LinkedHashMap<>();
      groups.forEach(
          of -> by.computeIfAbsent(of.kind() + of.operation(), k -> new ArrayList<>()).add(of));
      return by.values().stream().map(this::complete).toList();
    }

    private List<Alike> complete(List<Alike> of) {
      TreeSet<Integer> rest = new TreeSet<>();
      for (int rank = 0; rank < size; rank++) {
        rest.add(rank);
      }
      missing.forEach(member -> rest.remove(member.rank()));
      of.forEach(one -> one.members().forEach(member -> rest.remove(member.rank())));
      return of.stream()
          .map(
              one ->
                  one.members().isEmpty() && one.size() == rest.size()
                      ? new Alike(
                          one.kind(),
                          one.operation(),
                          one.word(),
                          one.count(),
                          one.size(),
                          rest.stream().map(rank -> new Member(rank, "", null, NO_LINE)).toList())
                      : one)
          .toList();
    }
  }
}
