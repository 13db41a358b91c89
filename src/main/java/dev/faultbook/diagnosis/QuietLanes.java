package dev.faultbook.diagnosis;

import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The lanes that stand out by missing output: silent, behind, or without any line. */
final class QuietLanes {
  private final RankView view;
  private final RankEvents events;
  private final Set<Integer> silent = new TreeSet<>();
  private final Set<Integer> behind = new TreeSet<>();
  private final List<Integer> absent = new ArrayList<>();

  QuietLanes(RankView view, RankEvents events) {
    this.view = view;
    this.events = events;
    findLanes();
  }

  /** Lanes without a line about a failure that most others report. */
  Set<Integer> silent() {
    return silent;
  }

  /** Lanes that enqueued fewer collectives than the others. */
  Set<Integer> behind() {
    return behind;
  }

  /** Ranks (not lanes) of the job without a line. */
  List<Integer> absent() {
    return absent;
  }

  /** Silence and delay are meaningful only if most lanes report the failure. */
  private void findLanes() {
    List<Integer> ranked = events.rankedLanes();
    long telling = ranked.stream().filter(events::hasEvents).count();
    if (telling * 2 >= ranked.size()) {
      ranked.stream().filter(lane -> !events.hasEvents(lane)).forEach(silent::add);
    }
    findBehind(ranked);
    findAbsent(ranked);
  }

  private void findBehind(List<Integer> ranked) {
    long most =
        ranked.stream()
            .map(lane -> view.lanes().get(lane).lastEnqueued())
            .filter(n -> n != null)
            .mapToLong(Long::longValue)
            .max()
            .orElse(-1);
    Set<Integer> late = new TreeSet<>();
    long counted = 0;
    for (int lane : ranked) {
      Long enqueued = view.lanes().get(lane).lastEnqueued();
      counted += enqueued == null ? 0 : 1;
      if (enqueued != null && enqueued < most) {
        late.add(lane);
      }
    }
    if (late.size() * 2L < counted) {
      behind.addAll(late);
    }
  }

  /**
   * If no line states the number of ranks, waiting ranks 1, 2 and 3 imply that there is a rank 0.
   */
  private int leastWorldSize(List<Integer> ranked) {
    Integer stated = view.worldSize();
    if (stated != null || !ranked.stream().allMatch(this::waits)) {
      return stated == null ? 0 : stated;
    }
    return ranked.stream()
        .map(lane -> view.lanes().get(lane).rank())
        .filter(Objects::nonNull)
        .mapToInt(rank -> rank + 1)
        .max()
        .orElse(0);
  }

  private boolean waits(int lane) {
    return events.eventsOf(lane).stream().anyMatch(RankEvent::watchdog);
  }

  private void findAbsent(List<Integer> ranked) {
    int size = leastWorldSize(ranked);
    if (view.by() == RankView.By.RANK && size <= RankView.MAX_LANES && ranked.size() * 2 > size) {
      for (int rank = 0; rank < size; rank++) {
        if (view.laneOfRank(rank).isEmpty()) {
          absent.add(rank);
        }
      }
    }
  }
}
