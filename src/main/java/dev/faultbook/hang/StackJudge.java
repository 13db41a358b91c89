package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Certainty;
import dev.faultbook.hang.Hang.Finding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the stacks of processes who is awaited: those that do something else while most
 * others wait for ranks. Helpers of a rank, and processes that wait for work, are not counted.
 */
final class StackJudge {
  /** Waits that last; while one of them goes on, ranks that stand at one line wait for it. */
  private static final Set<WaitKind> BLOCKED =
      Set.of(
          WaitKind.GIL,
          WaitKind.NETWORK,
          WaitKind.DATA_LOADER,
          WaitKind.PROCESS,
          WaitKind.LOCK,
          WaitKind.IO,
          WaitKind.COMPILE,
          WaitKind.CHECKPOINT,
          WaitKind.IMPORT,
          WaitKind.STORE);

  private static final int MAX_EVIDENCE = 12;

  private final Writers writers;

  StackJudge(Writers writers) {
    this.writers = writers;
  }

  /** A rank with what it does. */
  private record Member(Hang.Peer process, Wait state, ProcessDump dump, boolean moved) {
    boolean waitsForRanks() {
      return state.kind().waitsForRanks();
    }

    /** Whether it waits for something of its own, or stands still in its own code. */
    boolean isBlocked() {
      boolean still = state.kind() == WaitKind.OTHER && dump.main().status().equals("idle");
      return BLOCKED.contains(state.kind()) || still;
    }

    /** Whether it does what ranks do in a job at work, or goes on between two dumps. */
    boolean works() {
      WaitKind kind = state.kind();
      boolean starts = kind == WaitKind.IMPORT && dump.main().isActive();
      return kind == WaitKind.TRAINING || starts || moved;
    }
  }

  Hang judge(List<ProcessDump> dumps) {
    List<Member> members = toMembers(dumps);
    List<Member> counted =
        members.stream().filter(member -> member.state().kind() != WaitKind.IDLE).toList();
    if (counted.isEmpty()) {
      return toHang(Finding.NONE, Certainty.LIKELY, List.of(), members);
    }
    if (counted.size() == 1) {
      Member only = counted.getFirst();
      boolean blocked = BLOCKED.contains(only.state().kind()) || only.waitsForRanks();
      Finding found =
          blocked || only.state().kind() == WaitKind.OTHER ? Finding.SINGLE : Finding.NONE;
      return toHang(found, Certainty.UNKNOWN, List.of(), counted);
    }
    List<Member> waiting = counted.stream().filter(Member::waitsForRanks).toList();
    List<Member> others = counted.stream().filter(member -> !member.waitsForRanks()).toList();
    if (waiting.isEmpty()) {
      return judgeWithoutCollective(counted);
    }
    if (others.isEmpty()) {
      return judgeCollectives(counted);
    }
    List<Member> still = others.stream().filter(member -> !member.works()).toList();
    List<Member> blocked =
        still.stream().filter(member -> BLOCKED.contains(member.state().kind())).toList();
    if (!blocked.isEmpty()) {
      // Of those elsewhere, the ones that stand still hold up the ones that run.
      return toHang(Finding.ELSEWHERE, Certainty.LIKELY, blocked, counted);
    }
    boolean most = waiting.size() * 2 > counted.size() || counted.size() == 2;
    return most && !still.isEmpty()
        ? toHang(Finding.ELSEWHERE, Certainty.LIKELY, still, counted)
        : toHang(Finding.APART, Certainty.UNKNOWN, List.of(), counted);
  }

  /** Nobody is in a collective; most may stand at a line that waits for one. */
  private static Hang judgeWithoutCollective(List<Member> counted) {
    List<List<Member>> groups = groupBy(counted, StackJudge::samePlace);
    List<Member> most = groups.getFirst();
    List<Member> others = counted.stream().filter(member -> !most.contains(member)).toList();
    boolean blocked = others.stream().allMatch(m -> m.isBlocked() && !m.works());
    WaitKind kind = most.getFirst().state().kind();
    boolean stand = kind == WaitKind.OTHER || kind == WaitKind.COMPUTE;
    if (stand
        && blocked
        && !others.isEmpty()
        && most.size() >= 2
        && most.size() > others.size() * 2) {
      return toHang(Finding.ELSEWHERE, Certainty.LIKELY, others, counted);
    }
    if (others.isEmpty() || groupBy(counted, StackJudge::sameKind).size() == 1) {
      return BLOCKED.contains(kind) && counted.stream().noneMatch(Member::works)
          ? toHang(Finding.TOGETHER, Certainty.LIKELY, List.of(), counted)
          : toHang(
              kind == WaitKind.OTHER && others.isEmpty() ? Finding.SAME : Finding.NONE,
              Certainty.UNKNOWN,
              List.of(),
              counted);
    }
    boolean runs = counted.stream().noneMatch(m -> BLOCKED.contains(m.state().kind()));
    return toHang(runs ? Finding.NONE : Finding.APART, Certainty.UNKNOWN, List.of(), counted);
  }

  /** All are in collectives: a few of them may be in another one. */
  private static Hang judgeCollectives(List<Member> counted) {
    List<Member> outside =
        counted.stream().filter(m -> m.state().kind() == WaitKind.STORE).toList();
    if (!outside.isEmpty() && outside.size() * 2 < counted.size()) {
      return toHang(Finding.ELSEWHERE, Certainty.LIKELY, outside, counted);
    }
    List<List<Member>> groups =
        groupBy(
            counted.stream().filter(m -> m.state().kind() == WaitKind.COLLECTIVE).toList(),
            (a, b) -> a.state().operation().equals(b.state().operation()));
    if (groups.size() < 2) {
      Hang same = toHang(Finding.SAME, Certainty.UNKNOWN, List.of(), counted);
      List<Hang.Peer> absent = findAbsent(counted);
      return absent.size() * 4 > counted.size() || absent.isEmpty() ? same : same.lacking(absent);
    }
    List<Member> few = groups.subList(1, groups.size()).stream().flatMap(List::stream).toList();
    // Stages of a pipeline wait in sends and receives, each in its own.
    boolean paired = counted.stream().anyMatch(StackJudge::isPointToPoint);
    return few.size() * 3 <= counted.size() && !paired
        ? toHang(Finding.MISMATCH, Certainty.LIKELY, few, counted)
        : toHang(Finding.APART, Certainty.UNKNOWN, List.of(), counted);
  }

  /** Ranks below the highest one that have no stack; none if one of the ranks is unknown. */
  private static List<Hang.Peer> findAbsent(List<Member> counted) {
    Set<Integer> known = new TreeSet<>();
    for (Member member : counted) {
      Integer rank = member.process().rank();
      if (rank == null) {
        return List.of();
      }
      known.add(rank);
    }
    return IntStream.range(0, Collections.max(known))
        .filter(rank -> !known.contains(rank))
        .mapToObj(rank -> new Hang.Peer(rank, null, ""))
        .toList();
  }

  private static boolean isPointToPoint(Member member) {
    String operation = member.state().operation();
    return operation.contains("send") || operation.contains("recv") || operation.contains("p2p");
  }

  private List<Member> toMembers(List<ProcessDump> dumps) {
    Map<Object, List<ProcessDump>> owned = new LinkedHashMap<>();
    for (ProcessDump dump : dumps) {
      Integer rank = writers.rankOf(dump);
      Object owner =
          rank != null ? rank : dump.pid().isEmpty() ? dump : dump.stream() + " " + dump.pid();
      owned.computeIfAbsent(owner, o -> new ArrayList<>()).add(dump);
    }
    List<Member> members = new ArrayList<>();
    owned.forEach(
        (owner, all) -> members.add(toMember(owner instanceof Integer rank ? rank : null, all)));
    return members;
  }

  /** One rank: its latest dump, with what its data loader's workers do if it waits for them. */
  private Member toMember(@Nullable Integer rank, List<ProcessDump> all) {
    List<ProcessDump> own = all.stream().filter(dump -> !isWorker(dump)).toList();
    ProcessDump dump =
        own.reversed().stream()
            .filter(one -> WaitRules.waitOf(one).kind() != WaitKind.IDLE)
            .findFirst()
            .orElse(own.isEmpty() ? all.getLast() : own.getLast());
    Wait wait =
        isWorker(dump) && own.isEmpty() && rank == null
            ? waitOfWorker(dump)
            : WaitRules.waitOf(dump);
    if (wait.kind() == WaitKind.DATA_LOADER) {
      Wait found = wait;
      wait =
          all.stream()
              .filter(StackJudge::isWorker)
              .map(WaitRules::waitOf)
              .filter(worker -> worker.kind() != WaitKind.IDLE && worker.frame() != null)
              .findFirst()
              .map(worker -> new Wait(WaitKind.DATA_LOADER, found.operation(), worker.frame()))
              .orElse(found);
    }
    Set<String> stacks = new java.util.HashSet<>();
    own.stream()
        .filter(one -> one.pid().equals(dump.pid()))
        .forEach(
            one -> stacks.add(one.main().frames().stream().map(Frame::at).toList().toString()));
    String node = writers.nodeOf(dump.stream(), dump.file());
    return new Member(new Hang.Peer(rank, node, dump.pid()), wait, dump, stacks.size() > 1);
  }

  /** A worker of a data loader whose rank is not in the log counts for nobody. */
  private static Wait waitOfWorker(ProcessDump dump) {
    Wait wait = WaitRules.waitOf(dump);
    return new Wait(WaitKind.IDLE, wait.operation(), wait.frame());
  }

  private static boolean isWorker(ProcessDump dump) {
    return dump.main().frames().stream().anyMatch(f -> f.function().equals("_worker_loop"));
  }

  private static boolean samePlace(Member one, Member other) {
    return one.state().kind() == other.state().kind()
        && one.state().operation().equals(other.state().operation())
        && Frame.samePlace(one.state().frame(), other.state().frame());
  }

  private static boolean sameKind(Member one, Member other) {
    return one.state().kind() == other.state().kind();
  }

  private interface Likeness {
    boolean isAlike(Member one, Member other);
  }

  /** The members in groups of alike ones, the largest first. */
  private static List<List<Member>> groupBy(List<Member> members, Likeness likeness) {
    List<List<Member>> groups = new ArrayList<>();
    for (Member member : members) {
      groups.stream()
          .filter(group -> likeness.isAlike(group.getFirst(), member))
          .findFirst()
          .orElseGet(
              () -> {
                List<Member> created = new ArrayList<>();
                groups.add(created);
                return created;
              })
          .add(member);
    }
    groups.sort(Comparator.comparingInt((List<Member> group) -> -group.size()));
    return groups;
  }

  private static Hang toHang(
      Finding finding, Certainty certainty, List<Member> awaited, List<Member> counted) {
    List<Member> rest = counted.stream().filter(Predicate.not(awaited::contains)).toList();
    List<List<Member>> groups = groupBy(rest, StackJudge::samePlace);
    List<Frame> evidence =
        Stream.concat(awaited.stream(), groups.stream().map(List::getFirst))
            .map(member -> member.state().frame())
            .filter(Objects::nonNull)
            .limit(MAX_EVIDENCE)
            .toList();
    return new Hang(
        finding,
        certainty,
        awaited.stream().map(Member::process).toList(),
        awaited.isEmpty() ? null : awaited.getFirst().state(),
        groups.stream().map(StackJudge::toWaiting).toList(),
        "",
        null,
        List.of(),
        evidence);
  }

  private static Hang.Waiting toWaiting(List<Member> alike) {
    Wait wait = alike.getFirst().state();
    return new Hang.Waiting(
        wait.kind(), wait.operation(), wait.frame(), alike.stream().map(Member::process).toList());
  }
}
