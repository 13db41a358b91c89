package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.hang.Frame;
import dev.faultbook.hang.Hang;
import dev.faultbook.hang.Machine;
import dev.faultbook.hang.Wait;
import dev.faultbook.hang.WaitKind;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words for what a hang shows. */
final class HangText {
  private static final int MAX_RANGES = 12;
  private static final int MAX_NODES = 8;

  private final Phrases phrases;
  private final LinePlaces places;

  HangText(LinePlaces places, Language language) {
    this.phrases = Phrases.of(language);
    this.places = places;
  }

  HangReport toReport(Hang hang) {
    Wait state = hang.state();
    String operation = hang.waiting().stream().map(Hang.Waiting::operation).findFirst().orElse("");
    return new HangReport(
        hang.finding(),
        headlineOf(hang),
        hang.certainty(),
        ranksOf(hang.awaited()),
        hang.awaited().stream().filter(p -> p.rank() == null).map(this::nameOf).toList(),
        state == null ? null : state.kind(),
        operation.isEmpty() ? null : operation,
        hang.group().isEmpty() ? null : hang.group(),
        hang.sequence(),
        state == null ? null : toFrame(state.frame()),
        hang.waiting().stream().map(this::toWaiting).toList(),
        hang.chain().stream().map(this::describe).toList(),
        hang.evidence().stream().map(this::toLine).toList(),
        hang.machine().stream().map(this::toMachine).toList(),
        describe(hang.read(), hang.certainty()),
        hang.certainty() == Hang.Certainty.PROVEN ? null : say("decides", hang));
  }

  /** What each rank does, by its stack or record. */
  Map<Integer, String> doingByRank(Hang hang) {
    Map<Integer, String> doings = new HashMap<>();
    Wait state = hang.state();
    if (state != null) {
      String does = doing(state.kind(), state.operation(), state.frame());
      ranksOf(hang.awaited()).forEach(rank -> doings.put(rank, does));
    }
    for (Hang.Waiting of : hang.waiting()) {
      String does = doing(of.kind(), of.operation(), of.place());
      ranksOf(of.processes()).forEach(rank -> doings.putIfAbsent(rank, does));
    }
    return doings;
  }

  /** What is wrong with machines, by host in short. */
  Map<String, String> machineByHost(Hang hang) {
    Map<String, String> machines = new HashMap<>();
    for (Machine of : hang.machine()) {
      if (of.node() != null) {
        String said = phrases.say("hang.machine." + of.what());
        String what = of.device().isEmpty() ? said : of.device() + ": " + said;
        machines.merge(shorten(of.node()), what, (a, b) -> a.contains(b) ? a : a + comma() + b);
      }
    }
    return machines;
  }

  static String shorten(String host) {
    return Machine.shorten(host);
  }

  private String say(String key, Hang hang, Object... values) {
    return phrases.say("hang." + key + "." + hang.finding().tag(), values);
  }

  private String headlineOf(Hang hang) {
    Wait state = hang.state();
    Wait first =
        state != null
            ? state
            : hang.waiting().stream()
                .map(w -> new Wait(w.kind(), w.operation(), w.place()))
                .findFirst()
                .orElse(null);
    int waiting =
        hang.waiting().stream()
            .filter(of -> of.kind() != WaitKind.IDLE)
            .mapToInt(of -> of.processes().size())
            .sum();
    String does = first == null ? "" : doing(first.kind(), first.operation(), first.frame());
    String others =
        hang.waiting().isEmpty()
            ? ""
            : phrases.say(
                "hang.others", waiting, waitingIn(hang.waiting().getFirst()), groupOf(hang));
    if (hang.finding() == Hang.Finding.MACHINE) {
      return toMachine(hang.machine().getFirst()).text();
    }
    return say("head", hang, whoOf(hang.awaited()), hang.awaited().size(), does, others, waiting)
        .strip();
  }

  private String waitingIn(Hang.Waiting most) {
    return most.kind() == WaitKind.COLLECTIVE && !most.operation().isEmpty()
        ? phrases.say("hang.in.operation", most.operation())
        : phrases.say("hang.in.place", placeOf(most.place()));
  }

  private String groupOf(Hang hang) {
    return hang.group().isEmpty()
        ? ""
        : hang.group().startsWith(Hang.COMMUNICATOR)
            ? phrases.say("hang.communicator", hang.group().substring(Hang.COMMUNICATOR.length()))
            : phrases.say("hang.group", hang.group());
  }

  private String doing(WaitKind kind, String operation, @Nullable Frame frame) {
    boolean known = frame != null && !frame.at().file().isEmpty();
    String key = known || kind != WaitKind.COLLECTIVE ? kind.tag() : "operation";
    return phrases.say("hang.does." + key, placeOf(frame), operation);
  }

  /** {@code data/mixture.py:88 (read)}. */
  private String placeOf(@Nullable Frame frame) {
    if (frame == null || frame.at().file().isEmpty()) {
      return phrases.say("hang.nowhere");
    }
    StackFrame at = frame.at();
    List<String> path = TextParts.splitAt(at.file().replace('\\', '/'), '/');
    String file = String.join("/", path.subList(Math.max(0, path.size() - 2), path.size()));
    String line = at.line() == 0 ? "" : ":" + at.line();
    return file + line + (at.function().isEmpty() ? "" : " (" + at.function() + ")");
  }

  private String whoOf(List<Hang.Peer> processes) {
    List<Integer> ranks = ranksOf(processes);
    if (ranks.size() < processes.size()) {
      return processes.stream().map(this::nameOf).collect(Collectors.joining(comma()));
    }
    return phrases.say("hang.ranks", ranks.size(), ranges(ranks));
  }

  private String comma() {
    return phrases.say("list.comma");
  }

  private String nameOf(Hang.Peer process) {
    if (process.rank() != null) {
      return phrases.say("hang.ranks", 1, process.rank().toString());
    }
    String pid = process.pid().isEmpty() ? "?" : process.pid();
    return process.node() == null
        ? phrases.say("hang.process", pid)
        : phrases.say("hang.process.node", pid, process.node());
  }

  private static List<Integer> ranksOf(List<Hang.Peer> processes) {
    return processes.stream()
        .map(Hang.Peer::rank)
        .filter(Objects::nonNull)
        .sorted()
        .distinct()
        .toList();
  }

  /** {@code 0–4, 6}. */
  private String ranges(List<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      int start = i;
      while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
        i++;
      }
      String first = numbers.get(start).toString();
      ranges.add(start == i ? first : first + (i == start + 1 ? comma() : "–") + numbers.get(i));
    }
    return ranges.size() <= MAX_RANGES
        ? String.join(comma(), ranges)
        : String.join(comma(), ranges.subList(0, MAX_RANGES)) + " …";
  }

  private HangReport.Waiting toWaiting(Hang.Waiting of) {
    List<Integer> ranks = ranksOf(of.processes());
    String who = ranks.isEmpty() ? "" : phrases.say("hang.ranks", ranks.size(), ranges(ranks));
    return new HangReport.Waiting(
        of.processes().size(),
        ranks.isEmpty() ? "" : ranges(ranks),
        of.kind(),
        of.operation().isEmpty() ? null : of.operation(),
        toFrame(of.place()),
        phrases.say(
            "hang.row",
            who.isEmpty() ? phrases.say("hang.processes", of.processes().size()) : who,
            doing(of.kind(), of.operation(), of.place()),
            of.processes().size()));
  }

  private String describe(Hang.Link link) {
    return phrases.say(
        "hang.chain",
        Integer.toString(link.rank()),
        Integer.toString(link.awaited()),
        link.operation(),
        link.group());
  }

  private HangReport.Machine toMachine(Machine of) {
    List<String> where = new ArrayList<>();
    if (of.node() != null) {
      where.add(of.awaited() ? phrases.say("hang.machine.awaited", of.node()) : of.node());
    }
    if (!of.device().isEmpty()) {
      where.add(of.device());
    }
    String what = phrases.say("hang.machine." + of.what());
    String place = String.join(comma(), where);
    return new HangReport.Machine(
        of.what(),
        of.node(),
        of.awaited(),
        place.isEmpty()
            ? phrases.say("hang.machine.here", what, of.said())
            : phrases.say("hang.machine.row", place, what, of.said()),
        of.entry().isEmpty() ? null : "/entries/" + of.entry(),
        toLine(of.line()));
  }

  /** What the log holds, and what else would tell more unless it is certain. */
  private String describe(Hang.Read read, Hang.Certainty certainty) {
    List<String> has = new ArrayList<>();
    List<String> lacks = new ArrayList<>();
    sort(read.stacks() > 0, phrases.say("hang.read.stacks", read.stacks()), "stacks", has, lacks);
    boolean records = read.records() > 0 || read.analysed();
    String recorder =
        read.records() > 0
            ? phrases.say("hang.read.records", read.records())
            : phrases.say("hang.read.analysed");
    sort(records, recorder, "records", has, lacks);
    sort(read.nccl(), phrases.say("hang.read.nccl"), "nccl", has, lacks);
    String tools =
        read.tools().stream()
            .map(tool -> phrases.say("hang.tool." + tool))
            .distinct()
            .collect(Collectors.joining(comma()));
    sort(!read.tools().isEmpty(), phrases.say("hang.read.machine", tools), "machine", has, lacks);
    String all = phrases.say("hang.read", String.join(phrases.say("hang.read.gap"), has));
    if (certainty == Hang.Certainty.PROVEN) {
      return all;
    }
    String absent =
        read.absent().entrySet().stream()
            .map(of -> phrases.say("hang.absent.on", of.getKey(), namesOf(of.getValue())))
            .collect(Collectors.joining(phrases.say("hang.read.gap")));
    return all
        + (lacks.isEmpty() ? "" : phrases.say("hang.lacks", String.join(comma(), lacks)))
        + (absent.isEmpty() ? "" : phrases.say("hang.absent", absent));
  }

  private String namesOf(Collection<String> nodes) {
    String names = nodes.stream().limit(MAX_NODES).collect(Collectors.joining(comma()));
    return nodes.size() > MAX_NODES ? names + " …" : names;
  }

  private void sort(boolean there, String words, String key, List<String> has, List<String> lacks) {
    if (there) {
      has.add(words);
    } else {
      lacks.add(phrases.say("hang.lacks." + key));
    }
  }

  private static FailureReport.@Nullable Frame toFrame(@Nullable Frame frame) {
    return frame == null ? null : FailureReport.toFrame(frame.at());
  }

  private HangReport.Line toLine(Frame frame) {
    return new HangReport.Line(
        frame.line(),
        frame.text(),
        places.sourceOf(frame.line()),
        places.lineInSource(frame.line()));
  }
}
