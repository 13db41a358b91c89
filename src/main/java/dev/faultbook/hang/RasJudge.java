package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Certainty;
import dev.faultbook.hang.Hang.Finding;
import dev.faultbook.hang.RasState.Alike;
import dev.faultbook.hang.RasState.Communicator;
import dev.faultbook.hang.RasState.Kind;
import dev.faultbook.hang.RasState.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides from NCCL's own state who is awaited: processes that are dead or do not answer, ranks
 * that report an error or have left, ranks that launched another operation, ranks that launched
 * fewer. In a job at work counts differ for moments, so answers that disagree decide nothing.
 */
final class RasJudge {
  private static final int MAX_EVIDENCE = 12;

  /** What ranks report whose peer failed. */
  private static final String REMOTE = "Remote process error";

  private final List<RasState> states;
  private final Map<String, Integer> ranks;

  /**
   * @param ranks ranks of processes that are known from elsewhere, by their ids
   */
  RasJudge(List<RasState> states, Map<String, Integer> ranks) {
    this.states = states;
    this.ranks = ranks;
  }

  /**
   * Ranks that stand out.
   *
   * @param word what NCCL says of them, or the operation that only they launched
   * @param rest the others, if operations were counted
   */
  private record Odd(
      Finding finding,
      @Nullable Communicator in,
      List<Member> awaited,
      String word,
      @Nullable Alike rest) {
    boolean isCounted() {
      return rest != null;
    }

    /** What stays the same while nothing moves. */
    String stand() {
      String at = in == null || rest == null ? "" : in.hash + rest.operation() + rest.count();
      return finding + at + awaited.stream().map(Member::rank).toList();
    }
  }

  Hang judge() {
    List<Odd> found = new ArrayList<>();
    Set<String> stands = new HashSet<>();
    Hang first = null;
    for (RasState state : states) {
      Odd odd = findOdd(state);
      stands.add(odd == null || !odd.isCounted() ? "" : odd.stand());
      if (odd != null) {
        found.add(odd);
        if (first == null || first.finding() != Finding.STATUS && !odd.isCounted()) {
          first = toHang(odd, state);
        }
      }
    }
    if (first == null) {
      return Hang.undecided(Finding.NONE);
    }
    return found.getFirst().isCounted() && first.finding() != Finding.STATUS && stands.size() > 1
        ? Hang.undecided(Finding.APART)
        : first;
  }

  private static @Nullable Odd findOdd(RasState state) {
    List<Communicator> all = new ArrayList<>(state.communicators.values());
    all.sort(Comparator.comparingInt((Communicator of) -> -of.size));
    if (!state.dead.isEmpty()) {
      return locate(all, state.dead, "considered dead");
    }
    if (!state.silent.isEmpty()) {
      return locate(all, state.silent, "no answer");
    }
    for (Communicator of : all) {
      if (!of.missing.isEmpty()) {
        return new Odd(Finding.STATUS, of, of.missing, "no answer", null);
      }
    }
    return Stream.of(Kind.ERROR, Kind.STATUS)
        .flatMap(kind -> all.stream().map(of -> findStatus(of, kind)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> findCounts(all));
  }

  /** The processes with their ranks in the largest communicator that lists them. */
  private static Odd locate(List<Communicator> all, List<Member> processes, String word) {
    for (Communicator of : all) {
      List<Member> listed =
          of.missing.stream().filter(m -> processes.stream().anyMatch(m::isSameProcess)).toList();
      if (listed.size() >= processes.size()) {
        return new Odd(Finding.STATUS, of, listed, word, null);
      }
    }
    return new Odd(Finding.STATUS, null, processes, word, null);
  }

  private static @Nullable Odd findStatus(Communicator of, Kind kind) {
    return of.compared().stream()
        .filter(groups -> groups.getFirst().kind() == kind)
        .flatMap(List::stream)
        .filter(group -> kind == Kind.ERROR || group.size() * 2 < of.size)
        .filter(group -> !group.members().isEmpty() && !group.word().equals(REMOTE))
        .min(Comparator.comparingInt(Alike::size))
        .map(group -> new Odd(Finding.STATUS, of, group.members(), group.word(), null))
        .orElse(null);
  }

  private static @Nullable Odd findCounts(List<Communicator> all) {
    List<Odd> behind = new ArrayList<>();
    for (Communicator of : all) {
      List<List<Alike>> operations =
          of.compared().stream()
              .filter(groups -> groups.getFirst().kind() == Kind.COUNT && groups.size() > 1)
              .map(RasJudge::sortByCount)
              .toList();
      Odd other = findOther(of, operations);
      if (other != null) {
        return other;
      }
      operations.forEach(
          groups -> {
            List<Member> late = lateOf(groups);
            if (!late.isEmpty() && late.size() <= groups.getFirst().size()) {
              behind.add(
                  new Odd(
                      Finding.MISSING, of, late, groups.getFirst().operation(), groups.getFirst()));
            }
          });
      if (behind.isEmpty() && !operations.isEmpty()) {
        Alike first = operations.getFirst().getFirst();
        behind.add(new Odd(Finding.APART, of, List.of(), first.operation(), first));
      }
    }
    // Of those that are behind, the ones that wait in no other communicator hold up the rest.
    return behind.stream()
        .min(
            Comparator.comparing((Odd odd) -> odd.finding() == Finding.APART)
                .thenComparing(odd -> behind.stream().anyMatch(of -> waitsIn(of, odd)))
                .thenComparingInt(odd -> odd.awaited().size()))
        .orElse(null);
  }

  private static boolean waitsIn(Odd of, Odd odd) {
    return of.rest() != null
        && of.in() != odd.in()
        && of.rest().members().stream()
            .anyMatch(member -> odd.awaited().stream().anyMatch(member::isSameProcess));
  }

  private static List<Alike> sortByCount(List<Alike> groups) {
    return groups.stream().sorted(Comparator.comparingLong(of -> -of.count())).toList();
  }

  /** The ranks that launched fewer than others; empty if they are not listed. */
  private static List<Member> lateOf(List<Alike> groups) {
    List<Alike> late = groups.subList(1, groups.size());
    return late.stream().anyMatch(group -> group.members().isEmpty())
        ? List.of()
        : late.stream().flatMap(group -> group.members().stream()).toList();
  }

  /** Ranks that are behind with one operation and ahead with another one. */
  private static @Nullable Odd findOther(Communicator of, List<List<Alike>> operations) {
    for (List<Alike> one : operations) {
      Set<Integer> late = ranksOf(lateOf(one));
      for (List<Alike> other : operations) {
        Alike ahead = other.getFirst();
        if (!late.isEmpty() && other != one && ranksOf(ahead.members()).equals(late)) {
          boolean few = late.size() * 2 < of.size;
          List<Member> odd = few ? lateOf(one) : List.of();
          if (few || late.size() * 2 == of.size) {
            return new Odd(Finding.MISMATCH, of, odd, ahead.operation(), one.getFirst());
          }
        }
      }
    }
    return null;
  }

  private static Set<Integer> ranksOf(List<Member> members) {
    return members.stream().map(Member::rank).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  private Hang toHang(Odd odd, RasState state) {
    Communicator in = odd.in();
    Alike rest = odd.rest();
    List<Hang.Peer> awaited =
        odd.awaited().stream().map(member -> toPeer(member, in, state)).toList();
    List<Hang.Peer> others =
        rest == null
            ? List.of()
            : rest.members().isEmpty()
                ? Collections.nCopies(rest.size(), new Hang.Peer(null, null, ""))
                : rest.members().stream().map(member -> toPeer(member, in, state)).toList();
    List<Frame> evidence =
        Stream.concat(odd.awaited().stream(), rest == null ? Stream.of() : rest.members().stream())
            .map(Member::line)
            .filter(line -> line.line() > 0)
            .limit(MAX_EVIDENCE)
            .toList();
    WaitKind kind = odd.finding() == Finding.MISMATCH ? WaitKind.COLLECTIVE : WaitKind.STATUS;
    boolean said = !awaited.isEmpty() && odd.finding() != Finding.MISSING;
    return new Hang(
        odd.finding(),
        awaited.isEmpty() ? Certainty.UNKNOWN : Certainty.LIKELY,
        awaited,
        said ? new Wait(kind, odd.word(), null) : null,
        rest == null
            ? List.of()
            : List.of(new Hang.Waiting(WaitKind.COLLECTIVE, rest.operation(), null, others)),
        in == null ? "" : Hang.COMMUNICATOR + in.hash,
        rest == null ? null : Long.valueOf(rest.count()),
        List.of(),
        evidence);
  }

  private Hang.Peer toPeer(Member member, @Nullable Communicator in, RasState state) {
    return new Hang.Peer(rankOf(member, in, state), member.node(), member.pid());
  }

  /** The rank in the job: ranks of a smaller communicator are numbers within that one. */
  private @Nullable Integer rankOf(Member member, @Nullable Communicator in, RasState state) {
    boolean whole = in != null && (in.size == state.gpus || state.communicators.size() == 1);
    if (whole) {
      return member.rank();
    }
    return state.communicators.values().stream()
        .filter(of -> of.size == state.gpus && of.size > 0)
        .flatMap(
            of ->
                Stream.concat(
                    of.missing.stream(), of.groups.stream().flatMap(g -> g.members().stream())))
        .filter(member::isSameProcess)
        .map(Member::rank)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> ranks.get(member.pid()));
  }
}
