package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
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
  private static final int MAX_EVENTS = 16;
  private static final long MAX_MILLIS_APART = 3_600_000;

  private final RankEvidence evidence;
  private final RankView view;
  private final List<Ending> endings = new ArrayList<>();

  /** What was related already: the code of a device, the entry of a lane, a line. */
  private final Set<Object> told = new HashSet<>();

  private final List<Ranks.KernelEvent> found = new ArrayList<>();
  private long from = Long.MAX_VALUE;
  private long to = Long.MIN_VALUE;

  /** The time at which a rank ended or failed. */
  private record Ending(int lane, long at, String moment) {}

  private KernelTimeline(RankEvidence evidence) {
    this.evidence = evidence;
    this.view = evidence.view;
    for (int lane : evidence.ranked) {
      endingOf(lane).ifPresent(endings::add);
    }
    for (Ending ending : endings) {
      RankLane lane = evidence.lane(ending.lane());
      from = Math.min(from, Objects.requireNonNullElse(lane.firstAt(), ending.at()));
      to = Math.max(to, Objects.requireNonNullElse(lane.lastAt(), ending.at()));
    }
  }

  /** The events in the order of their times. */
  static List<Ranks.KernelEvent> relateEvents(RankEvidence evidence, List<DeviceEvent> devices) {
    KernelTimeline timeline = new KernelTimeline(evidence);
    devices.forEach(timeline::addDevice);
    evidence.events().forEach(timeline::addExplained);
    return timeline.found.stream()
        .sorted(
            Comparator.comparingLong(Ranks.KernelEvent::at)
                .thenComparingLong(Ranks.KernelEvent::line))
        .limit(MAX_EVENTS)
        .toList();
  }

  private Optional<Ending> endingOf(int index) {
    return evidence.eventsOf(index).stream()
        .filter(event -> event.isCause() && !event.watchdog())
        .filter(event -> !KernelLine.isKernelLine(event.line().text()))
        .map(RankEvent::at)
        .filter(Objects::nonNull)
        .findFirst()
        .map(at -> new Ending(index, at, "failure"))
        .or(
            () ->
                Optional.ofNullable(evidence.lane(index).lastAt())
                    .map(at -> new Ending(index, at, "last_line")));
  }

  private void addDevice(DeviceEvent event) {
    Optional<Integer> lane = view.laneOfStream(event.stream());
    Long at = event.time() == null ? null : view.timeOf(event.time(), event.stream());
    if (lane.isEmpty()
        || at == null
        || evidence.lane(lane.get()).rank() != null
        || event.code().kind() != CodeKind.FAULT
        || !isNear(at)
        || !told.add(List.of(event.stream(), event.device(), event.code().code()))) {
      return;
    }
    event.code().entry().ifPresent(entry -> told.add(List.of(lane.get(), entry)));
    told.add(event.line());
    Optional<Ending> owner =
        view.nodeOf(event.stream())
            .flatMap(node -> view.laneOfGpu(node, event.device()))
            .flatMap(this::endOf);
    addEvent(event.code(), null, event.line(), at, lane.get(), owner);
  }

  private void addExplained(RankEvent event) {
    Long at = event.at();
    String entry = event.entry();
    Optional<Integer> lane = view.laneOfStream(event.line().place().origin());
    if (at == null
        || entry == null
        || !event.isCause()
        || !isNear(at)
        || !KernelLine.isKernelLine(event.line().text())
        || told.contains(event.line().line())
        || lane.isEmpty()
        || !told.add(List.of(lane.get(), entry))) {
      return;
    }
    Optional<Ending> owner =
        evidence.lane(event.lane()).rank() == null ? Optional.empty() : endOf(event.lane());
    addEvent(null, entry, event.line().line(), at, lane.get(), owner);
  }

  /**
   * @param lane the lane of the kernel log
   * @param owner the end of the rank that the event names
   */
  private void addEvent(
      @Nullable Code code,
      @Nullable String entry,
      long line,
      long at,
      int lane,
      Optional<Ending> owner) {
    RankLane of = evidence.lane(lane);
    owner
        .or(() -> nextEnding(lane, at))
        .ifPresent(
            end ->
                found.add(
                    new Ranks.KernelEvent(
                        code,
                        entry,
                        of.node() == null ? of.label() : of.node(),
                        line,
                        at,
                        end.lane(),
                        end.moment(),
                        end.at() - at)));
  }

  private Optional<Ending> endOf(int lane) {
    return endings.stream().filter(ending -> ending.lane() == lane).findFirst();
  }

  /**
   * Of the ranks on the same node, or of all, the first that ended after a time; if none did, the
   * last that ended before it.
   */
  private Optional<Ending> nextEnding(int own, long at) {
    String node = evidence.lane(own).node();
    List<Ending> others = endings.stream().filter(ending -> ending.lane() != own).toList();
    List<Ending> near =
        others.stream()
            .filter(ending -> node != null && node.equals(evidence.lane(ending.lane()).node()))
            .toList();
    List<Ending> compared = near.isEmpty() ? others : near;
    return compared.stream()
        .filter(ending -> ending.at() >= at)
        .min(Comparator.comparingLong(Ending::at))
        .or(() -> compared.stream().max(Comparator.comparingLong(Ending::at)));
  }

  private boolean isNear(long at) {
    return from <= to && at >= from - MAX_MILLIS_APART && at <= to + MAX_MILLIS_APART;
  }
}
