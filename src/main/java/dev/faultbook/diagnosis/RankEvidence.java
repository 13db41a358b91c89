package dev.faultbook.diagnosis;

import dev.faultbook.matcher.LogMatches;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log says of its lanes, before anyone asks which of them was first.
 *
 * @param view the lanes
 * @param log what was read
 * @param events what lines say of the lanes
 * @param quiet the lanes that are known by what they do not say
 * @param differences facts that not all lanes agree in
 */
record RankEvidence(
    RankView view,
    LogMatches log,
    RankEvents events,
    QuietLanes quiet,
    List<RankView.Difference> differences) {
  /** The list cannot be changed. */
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

  /** A lane that is known by what the others say; its last line is shown. */
  Ranks.First quietLane(int index, @Nullable String entry, boolean sure, RankReason because) {
    RankLane lane = view.lanes().get(index);
    return new Ranks.First(
        index,
        lane.rank(),
        lane.node(),
        lane.lastLine(),
        lane.lastAt(),
        entry,
        lane.lastText(),
        sure,
        because);
  }

  /** A fact's name as it is shown. */
  static String displayName(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }
}
