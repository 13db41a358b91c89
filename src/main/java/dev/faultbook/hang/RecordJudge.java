package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Certainty;
import dev.faultbook.hang.Hang.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the flight recorders of all ranks, group by group, in the terms of PyTorch's own
 * analyser ({@code torch/distributed/flight_recorder}). Each group that stands still names the
 * ranks that it waits for; those of them that wait in no other group are awaited by all.
 */
final class RecordJudge {
  private static final int MAX_EVIDENCE = 12;
  private static final int MAX_CHAIN = 16;

  private final Map<Integer, Recording> byRank;
  private final Writers writers;

  RecordJudge(Map<Integer, Recording> byRank, Writers writers) {
    this.byRank = byRank;
    this.writers = writers;
  }

  /** A process group with the calls of each rank, by number. */
  private static final class Group {
    final String name;
    String description = "";
    final Set<Integer> members = new TreeSet<>();
    List<Integer> order = List.of();
    final Map<Integer, TreeMap<Long, Call>> calls = new TreeMap<>();
    final Map<Integer, List<Call>> pairs = new TreeMap<>();

    Group(String name) {
      this.name = name;
    }

    String label() {
      return description.isEmpty() || description.equals("undefined")
          ? name
          : name + " (" + description + ")";
    }
  }

  /** A group that stands still at a call. */
  private record Stall(
      Finding finding,
      Group group,
      long sequence,
      Set<Integer> awaited,
      Map<Integer, Call> waiting) {
    boolean timedOut() {
      return waiting.values().stream().anyMatch(Call::timedOut);
    }

    /** Whether it may be a job at work of which a few ranks were asked a moment later. */
    boolean mayGoOn(Set<Integer> free) {
      boolean pair = waiting.values().stream().anyMatch(Call::pointToPoint);
      boolean ahead = finding == Finding.MISSING && group.members.size() > 2 && !pair;
      return ahead && free.size() >= waiting.size() && !timedOut();
    }
  }

  /** What the records show. */
  Hang judge() {
    List<Stall> stalls = new ArrayList<>();
    for (Group group : readGroups()) {
      Stall stall = findStall(group);
      if (stall != null) {
        stalls.add(stall);
      }
      addPairs(group, stalls);
    }
    if (stalls.isEmpty()) {
      return Hang.undecided(Finding.NONE);
    }
    return stalls.stream()
        .filter(stall -> stall.finding() == Finding.MISMATCH)
        .findFirst()
        .map(stall -> toHang(stall, stall.finding(), stall.awaited(), stalls))
        .orElseGet(() -> followStalls(stalls));
  }

  private Collection<Group> readGroups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    byRank.forEach(
        (rank, recording) -> {
          Map<String, String> keys = new HashMap<>();
          recording.groups.forEach(
              (name, config) -> {
                // Groups that were split off share a name; their ranks tell them apart.
                String key = name + config.ranks();
                keys.put(name, key);
                Group group = groups.computeIfAbsent(key, k -> new Group(name));
                group.description = config.description();
                group.members.addAll(config.ranks());
                group.order = config.ranks();
              });
          for (Call call : recording.calls) {
            Group group =
                groups.computeIfAbsent(
                    keys.getOrDefault(call.group(), call.group()), k -> new Group(call.group()));
            group.description =
                group.description.isEmpty() ? call.description() : group.description;
            if (call.pointToPoint()) {
              group.pairs.computeIfAbsent(rank, r -> new ArrayList<>()).add(call);
            } else {
              group
                  .calls
                  .computeIfAbsent(rank, r -> new TreeMap<>())
                  .putIfAbsent(call.sequence(), call);
            }
          }
        });
    for (Group group : groups.values()) {
      if (group.members.isEmpty()) {
        boolean all = group.description.equals("default_pg") || group.name.equals("0");
        group.members.addAll(all ? byRank.keySet() : group.calls.keySet());
      }
    }
    return groups.values();
  }

  /** The first collective of a group that is not complete on all ranks; null if there is none. */
  private @Nullable Stall findStall(Group group) {
    long first =
        group.calls.values().stream().mapToLong(TreeMap::firstKey).max().orElse(Long.MAX_VALUE);
    TreeSet<Long> numbers = new TreeSet<>();
    group.calls.values().forEach(calls -> numbers.addAll(calls.tailMap(first).keySet()));
    for (long number : numbers) {
      Map<Integer, Call> present = new TreeMap<>();
      group.calls.forEach(
          (rank, calls) -> {
            Call call = calls.get(number);
            if (call != null) {
              present.put(rank, call);
            }
          });
      Stall stall = judgeCall(group, number, present);
      if (stall != null) {
        return stall;
      }
    }
    return null;
  }

  private @Nullable Stall judgeCall(Group group, long number, Map<Integer, Call> present) {
    Set<Integer> odd = findOdd(group, number, present);
    if (odd != null) {
      return new Stall(Finding.MISMATCH, group, number, odd, without(present, odd));
    }
    Map<Integer, Call> open = new TreeMap<>(present);
    open.values().removeIf(call -> !call.isOpen());
    if (open.isEmpty()) {
      return null;
    }
    Set<Integer> missing = new TreeSet<>(group.members);
    missing.removeAll(present.keySet());
    Set<Integer> unrecorded = new TreeSet<>(missing);
    unrecorded.removeAll(byRank.keySet());
    missing.removeAll(unrecorded);
    if (isOlder(group)) {
      return new Stall(Finding.APART, group, number, Set.of(), open);
    }
    if (!missing.isEmpty()) {
      boolean never =
          missing.stream().noneMatch(group.calls::containsKey)
              && missing.stream().noneMatch(rank -> knows(rank, group));
      return new Stall(
          never ? Finding.NEVER_JOINED : Finding.MISSING, group, number, missing, open);
    }
    if (unrecorded.size() * 2 >= group.members.size()) {
      return new Stall(Finding.SINGLE, group, number, Set.of(), open);
    }
    if (!unrecorded.isEmpty() && open.size() == present.size()) {
      return new Stall(Finding.NO_RECORD, group, number, unrecorded, open);
    }
    if (open.size() < present.size()) {
      return new Stall(
          Finding.PARTIAL, group, number, open.keySet(), without(present, open.keySet()));
    }
    Set<Integer> scheduled =
        open.entrySet().stream()
            .filter(call -> call.getValue().state() == Call.State.SCHEDULED)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    boolean some = !scheduled.isEmpty() && scheduled.size() < open.size();
    return new Stall(
        some ? Finding.NOT_STARTED : Finding.SAME,
        group,
        number,
        some ? scheduled : Set.of(),
        some ? without(open, scheduled) : open);
  }

  /** Whether a rank is behind what cannot have completed without it: its record is older. */
  private static boolean isOlder(Group group) {
    long done =
        group.calls.values().stream()
            .flatMap(calls -> calls.values().stream())
            .filter(call -> !call.isOpen() && call.needsAll())
            .mapToLong(Call::sequence)
            .max()
            .orElse(Long.MIN_VALUE);
    return group.calls.values().stream()
        .anyMatch(
            calls ->
                calls.lastKey() < done
                    || calls.headMap(done).values().stream()
                        .anyMatch(call -> call.isOpen() && !call.timedOut()));
  }

  private boolean knows(int rank, Group group) {
    Recording recording = byRank.get(rank);
    return recording != null
        && (recording.groups.isEmpty() || recording.groups.containsKey(group.name));
  }

  private static Map<Integer, Call> without(Map<Integer, Call> calls, Set<Integer> ranks) {
    Map<Integer, Call> rest = new TreeMap<>(calls);
    rest.keySet().removeAll(ranks);
    return rest;
  }

  /** The ranks whose call differs from that of most; empty if none is odd, null if all match. */
  private static @Nullable Set<Integer> findOdd(
      Group group, long number, Map<Integer, Call> present) {
    List<Map<Integer, Call>> alike = new ArrayList<>();
    present.forEach(
        (rank, call) ->
            alike.stream()
                .filter(of -> of.values().iterator().next().matches(call))
                .findFirst()
                .orElseGet(
                    () -> {
                      alike.add(new TreeMap<>());
                      return alike.getLast();
                    })
                .put(rank, call));
    if (alike.size() < 2) {
      return null;
    }
    alike.sort(Comparator.comparingInt((Map<Integer, Call> of) -> -of.size()));
    if (alike.get(0).size() > alike.get(1).size()) {
      return alike.stream()
          .skip(1)
          .flatMap(of -> of.keySet().stream())
          .collect(Collectors.toCollection(TreeSet::new));
    }
    // Of equally many, those left one out whose call the others make next.
    for (int i = 0; i < 2; i++) {
      Map<Integer, Call> others = alike.get(1 - i);
      Call early = alike.get(i).values().iterator().next();
      boolean next = others.keySet().stream().anyMatch(r -> calls(group, r, number + 1, early));
      if (next) {
        return alike.get(i).keySet();
      }
    }
    return Set.of();
  }

  private static boolean calls(Group group, int rank, long number, Call wanted) {
    TreeMap<Long, Call> all = group.calls.get(rank);
    Call call = all == null ? null : all.get(number);
    return call != null && call.matches(wanted);
  }

  /** Sends and receives that have no counterpart on the other rank. */
  private void addPairs(Group group, List<Stall> stalls) {
    group.pairs.forEach(
        (rank, calls) -> {
          for (Call call : calls) {
            List<Integer> pair = call.isOpen() ? call.pair() : null;
            if (pair == null
                || pair.get(0) >= group.order.size()
                || pair.get(1) >= group.order.size()) {
              continue;
            }
            int from = group.order.get(pair.get(0));
            int to = group.order.get(pair.get(1));
            int peer = from == rank ? to : from;
            long own = countOpen(calls, pair, call.kind());
            List<Call> others = group.pairs.getOrDefault(peer, List.of());
            long met = countOpen(others, pair, call.kind().equals("send") ? "recv" : "send");
            if (met < own) {
              Finding found = byRank.containsKey(peer) ? Finding.MISSING : Finding.NO_RECORD;
              stalls.add(
                  new Stall(found, group, call.sequence(), Set.of(peer), Map.of(rank, call)));
              return;
            }
          }
        });
  }

  private static long countOpen(List<Call> calls, List<Integer> pair, String kind) {
    return calls.stream()
        .filter(of -> of.isOpen() && of.kind().equals(kind) && pair.equals(of.pair()))
        .count();
  }

  /** Follows the waits through the groups to the ranks that wait for nobody. */
  private Hang followStalls(List<Stall> stalls) {
    Map<Integer, List<Stall>> waitsIn = new TreeMap<>();
    for (Stall stall : stalls) {
      if (!stall.awaited().isEmpty()) {
        stall
            .waiting()
            .keySet()
            .forEach(r -> waitsIn.computeIfAbsent(r, k -> new ArrayList<>()).add(stall));
      }
    }
    Stall root = null;
    Set<Integer> awaited = new TreeSet<>();
    for (Stall stall : stalls) {
      Set<Integer> free = new TreeSet<>(stall.awaited());
      free.removeIf(rank -> waitsElsewhere(rank, stall, waitsIn));
      if (!free.isEmpty() && (root == null || free.size() < awaited.size())) {
        root = stall;
        awaited = free;
      }
    }
    Stall older =
        stalls.stream().filter(stall -> stall.finding() == Finding.APART).findFirst().orElse(null);
    if (root != null && root.mayGoOn(awaited)) {
      older = root;
    }
    if (older != null && stalls.stream().noneMatch(Stall::timedOut)) {
      return toHang(older, Finding.APART, Set.of(), stalls);
    }
    if (root != null) {
      return toHang(root, root.finding(), awaited, stalls);
    }
    Stall some =
        stalls.stream().filter(s -> !s.awaited().isEmpty()).findFirst().orElse(stalls.getFirst());
    if (some.awaited().isEmpty()) {
      return toHang(some, some.finding(), Set.of(), stalls);
    }
    Set<Integer> cycle = new TreeSet<>(waitsIn.keySet());
    cycle.retainAll(stalls.stream().flatMap(s -> s.awaited().stream()).collect(Collectors.toSet()));
    return toHang(some, Finding.CYCLE, cycle, stalls);
  }

  private static boolean waitsElsewhere(int rank, Stall stall, Map<Integer, List<Stall>> waitsIn) {
    return waitsIn.getOrDefault(rank, List.of()).stream()
        .anyMatch(other -> other != stall && !other.awaited().contains(rank));
  }

  private Hang toHang(Stall root, Finding finding, Set<Integer> awaited, List<Stall> stalls) {
    boolean sure =
        finding == Finding.MISMATCH && !awaited.isEmpty()
            || root.timedOut() && (finding == Finding.MISSING || finding == Finding.NEVER_JOINED);
    boolean unknown = finding == Finding.SAME || awaited.isEmpty();
    Certainty certainty = Certainty.LIKELY;
    certainty = sure ? Certainty.PROVEN : unknown ? Certainty.UNKNOWN : certainty;
    List<Hang.Waiting> waiting = new ArrayList<>(toWaiting(root.waiting()));
    stalls.stream()
        .filter(stall -> stall != root)
        .forEach(stall -> waiting.addAll(toWaiting(without(stall.waiting(), awaited))));
    Wait state =
        awaited.stream().map(this::lastCall).filter(w -> w != null).findFirst().orElse(null);
    String called = state == null ? "" : state.operation();
    boolean sizes =
        finding == Finding.MISMATCH
            && !root.waiting().isEmpty()
            && root.waiting().values().stream().allMatch(call -> call.kind().equals(called));
    List<Frame> evidence = new ArrayList<>();
    awaited.stream()
        .map(this::lastCall)
        .filter(w -> w != null && w.frame() != null)
        .forEach(w -> evidence.add(w.frame()));
    root.waiting().values().stream().limit(2).map(Call::frame).forEach(evidence::add);
    return new Hang(
        finding,
        certainty,
        awaited.stream().map(this::toProcess).toList(),
        sizes ? withSizes(state, awaited, root) : state,
        waiting,
        root.group().label(),
        root.sequence(),
        chainTo(awaited, root, stalls),
        evidence.stream().limit(MAX_EVIDENCE).toList());
  }

  /** The last call of a rank: it is behind it, or in it. */
  private @Nullable Wait lastCall(int rank) {
    Recording recording = byRank.get(rank);
    if (recording == null) {
      return null;
    }
    if (recording.calls.isEmpty()) {
      return null;
    }
    Call last = recording.calls.getLast();
    return new Wait(
        last.isOpen() ? WaitKind.COLLECTIVE : WaitKind.OTHER, last.kind(), last.frame());
  }

  /** {@code all_reduce [[77]]}: the same operation as the rest calls, with what differs. */
  private static @Nullable Wait withSizes(@Nullable Wait state, Set<Integer> awaited, Stall root) {
    Call rest = root.waiting().values().iterator().next();
    Map<Long, Call> calls = root.group().calls.get(awaited.iterator().next());
    Call own = calls == null ? null : calls.get(root.sequence());
    if (state == null || own == null) {
      return state;
    }
    String differs =
        !own.input().equals(rest.input())
            ? own.input()
            : own.output().equals(rest.output()) ? own.types() : own.output();
    return new Wait(state.kind(), state.operation() + " " + differs, state.frame());
  }

  private Hang.Peer toProcess(int rank) {
    Recording recording = byRank.get(rank);
    String node = recording == null ? null : writers.nodeOf(recording.stream, recording.file);
    return new Hang.Peer(rank, node, "");
  }

  private List<Hang.Waiting> toWaiting(Map<Integer, Call> calls) {
    Map<List<Object>, List<Integer>> alike = new LinkedHashMap<>();
    Map<List<Object>, Call> shown = new HashMap<>();
    calls.forEach(
        (rank, call) -> {
          List<Object> key = List.of(call.kind(), call.frame().at());
          alike.computeIfAbsent(key, k -> new ArrayList<>()).add(rank);
          shown.putIfAbsent(key, call);
        });
    List<Hang.Waiting> waiting = new ArrayList<>();
    alike.forEach(
        (key, ranks) -> {
          Call call = shown.get(key);
          if (call != null) {
            waiting.add(
                new Hang.Waiting(
                    WaitKind.COLLECTIVE,
                    call.kind(),
                    call.frame(),
                    ranks.stream().map(this::toProcess).toList()));
          }
        });
    waiting.sort(Comparator.comparingInt((Hang.Waiting of) -> -of.processes().size()));
    return waiting;
  }

  /** How the wait comes to the awaited ranks, from group to group, the last link last. */
  private static List<Hang.Link> chainTo(Set<Integer> awaited, Stall root, List<Stall> stalls) {
    if (stalls.size() < 2 || awaited.isEmpty()) {
      return List.of();
    }
    List<Hang.Link> chain = new ArrayList<>();
    Set<Stall> seen = new HashSet<>(Set.of(root));
    Set<Integer> reached = new LinkedHashSet<>(root.waiting().keySet());
    chain.add(toLink(root, awaited));
    for (boolean found = true; found && chain.size() < MAX_CHAIN; ) {
      found = false;
      for (Stall stall : stalls) {
        Set<Integer> over = new TreeSet<>(stall.awaited());
        over.retainAll(reached);
        if (!over.isEmpty() && !stall.waiting().isEmpty() && seen.add(stall)) {
          chain.addFirst(toLink(stall, over));
          reached.addAll(stall.waiting().keySet());
          found = true;
        }
      }
    }
    return chain.size() < 2 ? List.of() : chain;
  }

  private static Hang.Link toLink(Stall stall, Set<Integer> over) {
    Map.Entry<Integer, Call> waiting = stall.waiting().entrySet().iterator().next();
    return new Hang.Link(
        waiting.getKey(), waiting.getValue().kind(), stall.group().label(), over.iterator().next());
  }
}
