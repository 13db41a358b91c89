package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeKind;
import dev.faultbook.codes.DeviceEvent;
import dev.faultbook.stream.KernelLine;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Relates kernel events of a job's nodes to the ends of its ranks.
 *
 * <p>An event is compared with the rank whose GPU it names; otherwise with the rank that ended
 * next, preferably on the same node if the log states nodes. Only times on the common clock are
 * compared: a kernel log with times since boot has none. Events more than an hour before the first
 * or after the last line of the ranks belong to other jobs.
 */
final class KernelTimeline {
  /** Most events in the list. */
  private static final int MAX_EVENTS = 16;

  private static final long AROUND = 3_600_000;

  private final RankView view;
  private final List<Ending> endings = new ArrayList<>();
  private final Set<DeviceCode> toldCodes = new HashSet<>();
  private final Set<LaneEntry> toldEntries = new HashSet<>();
  private final Set<Long> toldLines = new HashSet<>();

  private record DeviceCode(int stream, String device, String code) {}

  private record LaneEntry(int lane, String entry) {}

  private final List<KernelEvent> found = new ArrayList<>();
  private long from = Long.MAX_VALUE;
  private long to = Long.MIN_VALUE;

  /** The time at which a rank ended or failed. */
  private record Ending(int lane, long at, KernelEvent.Moment moment) {}

  private KernelTimeline(RankView view, RankEvents events) {
    this.view = view;
    for (int lane : events.rankedLanes()) {
      endingOf(lane, events).ifPresent(endings::add);
    }
    for (Ending ending : endings) {
      RankLane lane = view.lanes().get(ending.lane());
      from = Math.min(from, Objects.requireNonNullElse(lane.firstAt(), ending.at()));
      to = Math.max(to, Objects.requireNonNullElse(lane.lastAt(), ending.at()));
    }
  }

  /** The events in the order of their times. */
  static List<KernelEvent> relateEvents(
      RankView view, RankEvents events, List<DeviceEvent> devices) {
    KernelTimeline timeline = new KernelTimeline(view, events);
    devices.forEach(timeline::addDevice);
    events.allEvents().forEach(timeline::addExplained);
    return timeline.found.stream()
        .sorted(Comparator.comparingLong(KernelEvent::at).thenComparingLong(KernelEvent::line))
        .limit(MAX_EVENTS)
        .toList();
  }

  private Optional<Ending> endingOf(int index, RankEvents events) {
    Optional<Long> failed =
        events.eventsOf(index).stream()
            .filter(event -> event.isCause() && !event.watchdog())
            .filter(event -> !KernelLine.isKernelLine(event.line().text()))
            .map(RankEvent::at)
            .filter(Objects::nonNull)
            .findFirst();
    return failed
        .map(at -> new Ending(index, at, KernelEvent.Moment.FAILURE))
        .or(
            () ->
                Optional.ofNullable(view.lanes().get(index).lastAt())
                    .map(at -> new Ending(index, at, KernelEvent.Moment.LAST_LINE)));
  }

  private void addDevice(DeviceEvent event) {
    Optional<Integer> lane = view.laneOfStream(event.stream());
    Long at = event.time() == null ? null : view.timeOf(event.time(), event.stream());
    boolean ranked = lane.isPresent() && view.lanes().get(lane.get()).rank() != null;
    boolean failed = event.code().kind() == CodeKind.FAULT;
    DeviceCode key = new DeviceCode(event.stream(), event.device(), event.code().code());
    if (lane.isPresent() && at != null && !ranked && failed && isNear(at) && toldCodes.add(key)) {
      Optional<Integer> owner =
          view.nodeOf(event.stream()).flatMap(node -> view.laneOfGpu(node, event.device()));
      event.code().entry().ifPresent(entry -> toldEntries.add(new LaneEntry(lane.get(), entry)));
      toldLines.add(event.line());
      addEvent(
          new KernelEvent.Subject.Coded(event.code()),
          owner,
          new Report(lane.get(), event.line(), at));
    }
  }

  private void addExplained(RankEvent event) {
    Long at = event.at();
    String entry = event.entry();
    if (at == null || entry == null || !event.isCause() || !isNear(at)) {
      return;
    }
    Optional<Integer> lane = view.laneOfStream(event.line().place().origin());
    boolean kernel = KernelLine.isKernelLine(event.line().text());
    boolean known = toldLines.contains(event.line().line());
    if (kernel && !known && lane.isPresent() && toldEntries.add(new LaneEntry(lane.get(), entry))) {
      boolean ranked = view.lanes().get(event.lane()).rank() != null;
      Optional<Integer> owner = ranked ? Optional.of(event.lane()) : Optional.empty();
      addEvent(
          new KernelEvent.Subject.Explained(entry),
          owner,
          new Report(lane.get(), event.line().line(), at));
    }
  }

  /** A line of a kernel log: the lane of its node, its number and its time. */
  private record Report(int lane, long line, long at) {}

  private void addEvent(KernelEvent.Subject subject, Optional<Integer> owner, Report report) {
    int lane = report.lane();
    long at = report.at();
    String node = view.lanes().get(lane).node();
    owner
        .flatMap(own -> endings.stream().filter(ending -> ending.lane() == own).findFirst())
        .or(() -> nextEnding(lane, node, at))
        .ifPresent(
            ending ->
                found.add(
                    new KernelEvent(
                        subject,
                        node == null ? view.lanes().get(lane).label() : node,
                        report.line(),
                        at,
                        new KernelEvent.Relation(
                            ending.lane(), ending.moment(), ending.at() - at))));
  }

  private Optional<Ending> nextEnding(int own, @Nullable String node, long at) {
    List<Ending> others = endings.stream().filter(ending -> ending.lane() != own).toList();
    List<Ending> near =
        others.stream()
            .filter(ending -> node != null && node.equals(view.lanes().get(ending.lane()).node()))
            .toList();
    return earliestFrom(near.isEmpty() ? others : near, at);
  }

  /** The first that ended after a time; if none did, the last that ended before it. */
  private static Optional<Ending> earliestFrom(List<Ending> endings, long at) {
    Stream<Ending> after = endings.stream().filter(ending -> ending.at() >= at);
    return after
        .min(Comparator.comparingLong(Ending::at))
        .or(() -> endings.stream().max(Comparator.comparingLong(Ending::at)));
  }

  private boolean isNear(long at) {
    return from <= to && at >= from - AROUND && at <= to + AROUND;
  }
}
