package dev.faultbook.report;

import dev.faultbook.diagnosis.RankEvent;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
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
  private final List<LocalizedText> collect;

  RankReporter(Ranks ranks) {
    this.view = ranks.view();
    this.sources = ranks.sources();
    this.first = ranks.first();
    this.states = ranks.states();
    this.absent = ranks.absent();
    this.differences = ranks.differences();
    this.collect = ranks.collect();
  }

  /** The report in one language. */
  RankReport report(Language language) {
    List<RankReport.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      // Among ranks, a node or a file that says nothing of a failure is no lane.
      if (view.by() != RankView.By.RANK
          || view.lanes().get(i).rank() != null
          || !states.get(i).events().isEmpty()
          || first != null && first.lane() == i) {
        lanes.add(lane(i, language));
      }
    }
    for (int rank : absent) {
      lanes.add(absent(rank, language));
    }
    lanes.sort(
        Comparator.comparing(
            RankReport.Lane::rank, Comparator.nullsLast(Comparator.naturalOrder())));
    boolean ranked = view.by() == RankView.By.RANK;
    return new RankReport(
        (int) lanes.stream().filter(lane -> !ranked || lane.rank() != null).count(),
        view.worldSize(),
        view.by().name().toLowerCase(Locale.ROOT),
        first == null ? null : first(language),
        lanes,
        view.span(),
        view.clocks().stream().map(clock -> clock(clock, language)).toList(),
        differences.stream().map(difference -> difference(difference, language)).toList(),
        collect.stream().map(text -> text.in(language)).toList());
  }

  private RankReport.First first(Language language) {
    return new RankReport.First(
        first.rank(),
        first.node(),
        first.line(),
        first.line() == 0 ? null : RankView.source(sources, first.line()),
        since(first.at()),
        first.entry(),
        shown(first.text()),
        first.sure(),
        first.because().in(language));
  }

  private RankReport.Lane lane(int index, Language language) {
    RankLane lane = view.lanes().get(index);
    Ranks.State state = states.get(index);
    return new RankReport.Lane(
        lane.label(),
        lane.rank(),
        lane.node(),
        lane.file() == null || sources.size() < 2 ? null : sources.get(lane.file()).name(),
        state.tag(),
        lane.lines(),
        since(lane.firstAt()),
        since(lane.lastAt()),
        state.events().stream().limit(MOST_EVENTS).map(this::event).toList(),
        lane.lastEnqueued(),
        lane.lastCompleted(),
        state.because().in(language));
  }

  private static RankReport.Lane absent(int rank, Language language) {
    return new RankReport.Lane(
        Integer.toString(rank),
        rank,
        null,
        null,
        "silent",
        0,
        null,
        null,
        List.of(),
        null,
        null,
        new LocalizedText("The log has no line of this rank.", "日志里没有这个 rank 的任何一行。").in(language));
  }

  private RankReport.Event event(RankEvent event) {
    boolean isFirst = first != null && first.line() == event.line().line();
    String kind =
        isFirst
            ? "first"
            : event.watchdog()
                ? "watchdog"
                : event.role() == null || event.cause() ? "failed" : "victim";
    return new RankReport.Event(
        since(event.at()),
        event.line().line(),
        kind,
        event.entry(),
        shown(event.line().text().strip()));
  }

  private static RankReport.Clock clock(RankView.Clock clock, Language language) {
    String en =
        switch (clock.shown()) {
          case "init" -> "NCCL's Init COMPLETE, which all ranks of a communicator reach together";
          case "rendezvous" -> "the end of torchrun's rendezvous";
          default -> "time-outs of the same collective";
        };
    String zh =
        switch (clock.shown()) {
          case "init" -> "NCCL 的 Init COMPLETE（同一通信域的所有 rank 同时到达）";
          case "rendezvous" -> "torchrun rendezvous 完成的时刻";
          default -> "同一个集合通信的超时时刻";
        };
    return new RankReport.Clock(
        clock.node(),
        clock.offsetMillis(),
        new LocalizedText(
                "Shown by "
                    + en
                    + " ("
                    + clock.events()
                    + (clock.events() == 1 ? " event)." : " events)."),
                "依据：" + zh + "，共 " + clock.events() + " 处。")
            .in(language));
  }

  private RankReport.Difference difference(Ranks.Difference difference, Language language) {
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
    return new RankReport.Difference(difference.fact(), values, difference.because().in(language));
  }

  private Long since(Long at) {
    return at == null || view.span() == null ? null : Long.valueOf(at - view.start());
  }

  private static String shown(String text) {
    return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
  }
}
