package dev.faultbook.report;

import dev.faultbook.diagnosis.RankEvent;
import dev.faultbook.diagnosis.RankStep;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.language.Language;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Puts what happened to the ranks of a log into one language. */
final class RankReporter {
  private static final int LONGEST_TEXT = 300;
  private static final int MOST_EVENTS = 24;

  private final RankView view;
  private final List<LogSource> sources;
  private final Ranks.First first;
  private final List<Ranks.State> states;
  private final List<Integer> absent;
  private final List<Ranks.Difference> differences;
  private final List<RankStep> collect;
  private final RankText words;

  RankReporter(Ranks ranks, Language language) {
    this.view = ranks.view();
    this.sources = ranks.sources();
    this.first = ranks.first();
    this.states = ranks.states();
    this.absent = ranks.absent();
    this.differences = ranks.differences();
    this.collect = ranks.collect();
    this.words = new RankText(language);
  }

  /** The report. */
  RankReport report() {
    List<RankReport.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      // Among ranks, a node or a file that says nothing of a failure is no lane.
      if (view.by() != RankView.By.RANK
          || view.lanes().get(i).rank() != null
          || !states.get(i).events().isEmpty()
          || first != null && first.lane() == i) {
        lanes.add(lane(i));
      }
    }
    for (int rank : absent) {
      lanes.add(absent(rank));
    }
    lanes.sort(
        Comparator.comparing(
            RankReport.Lane::rank, Comparator.nullsLast(Comparator.naturalOrder())));
    boolean ranked = view.by() == RankView.By.RANK;
    return new RankReport(
        (int) lanes.stream().filter(lane -> !ranked || lane.rank() != null).count(),
        view.worldSize(),
        view.by().name().toLowerCase(Locale.ROOT),
        first == null ? null : first(),
        lanes,
        view.span(),
        view.clocks().stream().map(clock -> clock(clock)).toList(),
        differences.stream().map(difference -> difference(difference)).toList(),
        collect.stream().map(words::of).toList());
  }

  private RankReport.First first() {
    return new RankReport.First(
        first.rank(),
        first.node(),
        first.line(),
        first.line() == 0 ? null : RankView.source(sources, first.line()),
        since(first.at()),
        first.entry(),
        shown(first.text()),
        first.sure(),
        words.of(first.because()));
  }

  private RankReport.Lane lane(int index) {
    RankLane lane = view.lanes().get(index);
    Ranks.State state = states.get(index);
    return new RankReport.Lane(
        new RankReport.LaneName(
            lane.label(),
            lane.rank(),
            lane.node(),
            lane.file() == null || sources.size() < 2 ? null : sources.get(lane.file()).name()),
        state.kind().tag(),
        lane.lines(),
        new RankReport.Span(since(lane.firstAt()), since(lane.lastAt())),
        state.events().stream().limit(MOST_EVENTS).map(this::event).toList(),
        new RankReport.Progress(lane.lastEnqueued(), lane.lastCompleted()),
        words.of(state.because()));
  }

  private RankReport.Lane absent(int rank) {
    return new RankReport.Lane(
        new RankReport.LaneName(Integer.toString(rank), rank, null, null),
        Ranks.State.Kind.SILENT.tag(),
        0,
        new RankReport.Span(null, null),
        List.of(),
        new RankReport.Progress(null, null),
        words.absent());
  }

  private RankReport.Event event(RankEvent event) {
    return new RankReport.Event(
        since(event.at()),
        event.line().line(),
        kind(event),
        event.entry(),
        shown(event.line().text().strip()));
  }

  private String kind(RankEvent event) {
    if (first != null && first.line() == event.line().line()) {
      return "first";
    }
    if (event.watchdog()) {
      return "watchdog";
    }
    return event.role() == null || event.cause() ? "failed" : "victim";
  }

  private RankReport.Clock clock(RankView.Clock clock) {
    return new RankReport.Clock(clock.node(), clock.offsetMillis(), words.of(clock));
  }

  private RankReport.Difference difference(Ranks.Difference difference) {
    List<RankReport.ValueOf> values = new ArrayList<>();
    difference
        .values()
        .forEach(
            (value, lanes) ->
                values.add(
                    new RankReport.ValueOf(
                        value,
                        lanes.stream()
                            .map(lane -> view.lanes().get(lane).rank())
                            .filter(Objects::nonNull)
                            .toList(),
                        lanes.stream()
                            .map(lane -> view.lanes().get(lane))
                            .map(lane -> lane.node() != null ? lane.node() : lane.label())
                            .distinct()
                            .toList())));
    values.sort(
        Comparator.comparingInt(
                (RankReport.ValueOf v) -> -Math.max(v.ranks().size(), v.nodes().size()))
            .thenComparing(RankReport.ValueOf::value));
    return new RankReport.Difference(difference.fact(), values, words.of(difference.because()));
  }

  private Long since(Long at) {
    return at == null || view.span() == null ? null : Long.valueOf(at - view.start());
  }

  private static String shown(String text) {
    return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
  }
}
