package dev.faultbook.diagnosis;

import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about the lanes of a log, before the first failure is determined.
 *
 * @param view the lanes
 * @param log what was read
 * @param events the events of the lanes
 * @param quiet the lanes that stand out by missing output
 * @param differences facts that differ between lanes
 */
record RankEvidence(
    RankView view,
    LogMatches log,
    RankEvents events,
    QuietLanes quiet,
    List<RankView.Difference> differences) {
  RankEvidence {
    differences = List.copyOf(differences);
  }

  /** The failure that an event shows. */
  Ranks.First toFirst(RankEvent event, boolean sure, RankReason because) {
    RankLane lane = view.lanes().get(event.lane());
    return new Ranks.First(
        event.lane(),
        lane.rank(),
        lane.node() != null ? lane.node() : event.line().node(),
        event.line().line(),
        event.at(),
        event.entry(),
        event.line().text().strip(),
        sure,
        because);
  }

  /** A lane that is identified by what others report; its last line is shown. */
  Ranks.First toQuietFirst(int index, @Nullable String entry, boolean sure, RankReason because) {
    RankLane lane = view.lanes().get(index);
    return new Ranks.First(
        index,
        lane.rank(),
        lane.node(),
        lane.extent().lastLine(),
        lane.lastAt(),
        entry,
        lane.extent().lastText(),
        sure,
        because);
  }

  /** The name under which a fact is shown. */
  static String displayName(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }
}
