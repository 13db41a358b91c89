package dev.faultbook.diagnosis;

import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The events of the lanes of a log: matches, and errors without an entry. */
final class RankEvents {
  private final RankView view;
  private final List<List<RankEvent>> events = new ArrayList<>();
  private final Map<Long, Integer> named = new HashMap<>();
  private final Set<Long> timeouts = new HashSet<>();

  RankEvents(RankView view, LogMatches log, List<Finding> findings, List<Suspect> suspects) {
    this.view = view;
    collectEvents(log, findings, suspects);
  }

  /** The events of a lane, in order. */
  List<RankEvent> eventsOf(int lane) {
    return events.get(lane);
  }

  /** All events, lane by lane. */
  Stream<RankEvent> allEvents() {
    return events.stream().flatMap(List::stream);
  }

  /** Whether any event is a time-out. */
  boolean anyTimeout() {
    return !timeouts.isEmpty();
  }

  /** Whether a lane reports anything about a failure. */
  boolean hasEvents(int lane) {
    return !events.get(lane).isEmpty();
  }

  /** The lanes that are ranks; all lanes if no line names a rank. */
  List<Integer> rankedLanes() {
    List<Integer> ranked = new ArrayList<>();
    for (int i = 0; i < view.lanes().size(); i++) {
      if (view.by() != RankView.By.RANK || view.lanes().get(i).rank() != null) {
        ranked.add(i);
      }
    }
    return ranked;
  }

  /** Compares by time if both are known, otherwise by line. */
  static int compareInTime(RankEvent a, RankEvent b) {
    if (a.at() != null && b.at() != null && !a.at().equals(b.at())) {
      return Long.compare(a.at(), b.at());
    }
    if (a.at() == null != (b.at() == null)) {
      return a.at() == null ? 1 : -1;
    }
    return Long.compare(a.line().line(), b.line().line());
  }

  private void collectEvents(LogMatches log, List<Finding> findings, List<Suspect> suspects) {
    view.lanes().forEach(lane -> events.add(new ArrayList<>()));
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.timeout")) {
        timeouts.add(reading.line().line());
      }
    }
    suspects.forEach(suspect -> suspect.allLines(log).forEach(this::recordNamedLane));
    Map<String, Role> roles = new HashMap<>();
    findings.forEach(finding -> roles.put(finding.entry().id(), finding.role()));
    Set<Long> known = new HashSet<>();
    for (Suspect suspect : suspects) {
      Role role = roles.get(suspect.id());
      Set<Long> shared = suspect.sharedLines(log);
      List<MatchedLine> lines = suspect.allLines(log);
      lines.forEach(line -> known.add(line.line()));
      if (role != null && role != Role.HARMLESS) {
        Suspect.failureLines(lines)
            .forEach(line -> addEvent(line, suspect.id(), role, shared.contains(line.line())));
      }
    }
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.error") && !known.contains(reading.line().line())) {
        addEvent(reading.line(), null, null, false);
      }
    }
    for (List<RankEvent> of : events) {
      of.sort(RankEvents::compareInTime);
      List<RankEvent> distinct = distinctByLine(of);
      of.clear();
      of.addAll(distinct);
    }
  }

  private void addEvent(
      MatchedLine line, @Nullable String entry, @Nullable Role role, boolean shared) {
    int lane = named.getOrDefault(line.line(), view.laneOf(line));
    if (lane >= 0) {
      events
          .get(lane)
          .add(
              new RankEvent(
                  lane,
                  view.timeOf(line),
                  line,
                  entry,
                  role,
                  timeouts.contains(line.line()),
                  shared));
    }
  }

  /**
   * If several patterns match a line of the kernel, one of them may state the process; that one
   * counts.
   */
  private void recordNamedLane(MatchedLine line) {
    int lane = view.laneOf(line);
    if (lane >= 0 && view.lanes().get(lane).rank() != null) {
      named.put(line.line(), lane);
    }
  }

  /** One event per line: the most informative one. */
  private static List<RankEvent> distinctByLine(List<RankEvent> sorted) {
    Map<Long, RankEvent> byLine = new LinkedHashMap<>();
    for (RankEvent event : sorted) {
      byLine.merge(event.line().line(), event, (a, b) -> weightOf(a) <= weightOf(b) ? a : b);
    }
    return List.copyOf(byLine.values());
  }

  private static int weightOf(RankEvent event) {
    return event.role() == null ? 9 : event.role().ordinal();
  }
}
