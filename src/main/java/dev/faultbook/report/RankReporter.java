package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.KernelEvent;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.RankEvent;
import dev.faultbook.diagnosis.RankStep;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Renders the analysis of the ranks in one language. */
final class RankReporter {
  private static final int LONGEST_TEXT = 300;
  private static final int MOST_EVENTS = 24;

  private final RankView view;
  private final List<LogSource> sources;
  private final Ranks.First first;
  private final List<Ranks.State> states;
  private final List<Integer> suspects;
  private final List<Integer> absent;
  private final List<Ranks.Difference> differences;
  private final List<RankStep> collect;
  private final List<KernelEvent> kernel;
  private final Knowledge knowledge;
  private final Language language;
  private final RankText words;
  private final LinePlaces places;

  RankReporter(Ranks ranks, Knowledge knowledge, LinePlaces places, Language language) {
    this.kernel = ranks.kernel();
    this.knowledge = knowledge;
    this.language = language;
    this.places = places;
    this.view = ranks.view();
    this.sources = ranks.sources();
    this.first = ranks.first();
    this.states = ranks.states();
    this.suspects = ranks.suspects();
    this.absent = ranks.absent();
    this.differences = ranks.differences();
    this.collect = ranks.collect();
    this.words = new RankText(places, language);
  }

  /** The report. */
  RankReport buildReport() {
    List<RankReport.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      // Among ranks, a node or a file that reports nothing about a failure is not shown.
      if (view.by() != RankView.By.RANK
          || view.lanes().get(i).rank() != null
          || !states.get(i).events().isEmpty()
          || first != null && first.lane() == i) {
        lanes.add(toLane(i));
      }
    }
    for (int rank : absent) {
      lanes.add(absentLane(rank));
    }
    lanes.sort(
        Comparator.comparing(
            RankReport.Lane::rank, Comparator.nullsLast(Comparator.naturalOrder())));
    boolean ranked = view.by() == RankView.By.RANK;
    return new RankReport(
        new RankReport.Scale(
            (int) lanes.stream().filter(lane -> !ranked || lane.rank() != null).count(),
            view.worldSize(),
            view.by().tag(),
            view.span()),
        first == null ? null : toFirst(),
        suspects,
        lanes,
        view.differingClocks().stream().map(clock -> toClock(clock)).toList(),
        differences.stream().map(difference -> toDifference(difference)).toList(),
        kernel.stream().map(this::toKernelEvent).toList(),
        collect.stream().map(words::describeStep).toList());
  }

  private RankReport.KernelEvent toKernelEvent(KernelEvent event) {
    RankLane lane = view.lanes().get(event.relation().lane());
    String label =
        switch (event.subject()) {
          case KernelEvent.Subject.Coded coded -> CodeReport.label(coded.code(), language);
          case KernelEvent.Subject.Explained explained ->
              knowledge
                  .findEntry(explained.entry())
                  .map(entry -> entry.pageIn(language).title())
                  .orElse(explained.entry());
        };
    String url =
        switch (event.subject()) {
          case KernelEvent.Subject.Coded coded -> coded.code().url();
          case KernelEvent.Subject.Explained explained -> "/entries/" + explained.entry();
        };
    return new RankReport.KernelEvent(
        label,
        url,
        event.node(),
        event.line(),
        event.at() - view.start(),
        new RankReport.Relation(
            lane.rank(),
            lane.label(),
            event.relation().moment().tag(),
            event.relation().millisBefore()),
        words.describeKernel(label, event, lane),
        places.find(event.line()));
  }

  private RankReport.First toFirst() {
    return new RankReport.First(
        new RankReport.RankName(first.rank(), first.node()),
        first.line(),
        first.line() == 0 ? null : RankView.sourceOf(sources, first.line()),
        first.line() == 0 ? null : places.find(first.line()).sourceLine(),
        sinceStart(first.at()),
        first.entry(),
        shortenText(first.text()),
        first.sure(),
        words.describeReason(first.because()));
  }

  private RankReport.Lane toLane(int index) {
    RankLane lane = view.lanes().get(index);
    Ranks.State state = states.get(index);
    return new RankReport.Lane(
        new RankReport.LaneName(
            lane.label(),
            lane.rank(),
            lane.node(),
            lane.file() == null || sources.size() < 2 ? null : sources.get(lane.file()).name()),
        state.kind().tag(),
        lane.extent().lines(),
        new RankReport.Span(sinceStart(lane.firstAt()), sinceStart(lane.lastAt())),
        state.events().stream().limit(MOST_EVENTS).map(this::toEvent).toList(),
        new RankReport.Progress(lane.lastEnqueued(), lane.lastCompleted()),
        words.describeReason(state.because()));
  }

  private RankReport.Lane absentLane(int rank) {
    return new RankReport.Lane(
        new RankReport.LaneName(Integer.toString(rank), rank, null, null),
        Ranks.State.Kind.SILENT.tag(),
        0,
        new RankReport.Span(null, null),
        List.of(),
        new RankReport.Progress(null, null),
        words.absentReason());
  }

  private RankReport.Event toEvent(RankEvent event) {
    return new RankReport.Event(
        sinceStart(event.at()),
        event.line().line(),
        kindOf(event),
        event.entry(),
        shortenText(event.line().text().strip()),
        places.find(event.line().line()));
  }

  private String kindOf(RankEvent event) {
    if (first != null && first.line() == event.line().line()) {
      return "first";
    }
    if (event.watchdog()) {
      return "watchdog";
    }
    return event.role() == null || event.isCause() ? "failed" : "victim";
  }

  private RankReport.Clock toClock(RankView.Clock clock) {
    return new RankReport.Clock(clock.node(), clock.offsetMillis(), words.describeClock(clock));
  }

  private RankReport.Difference toDifference(Ranks.Difference difference) {
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
    return new RankReport.Difference(
        difference.fact(), values, words.describeMeaning(difference.because()));
  }

  private @Nullable Long sinceStart(@Nullable Long at) {
    return at == null || view.span() == null ? null : Long.valueOf(at - view.start());
  }

  private static String shortenText(String text) {
    return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
  }
}
