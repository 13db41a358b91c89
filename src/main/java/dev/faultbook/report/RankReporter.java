package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.RankEvent;
import dev.faultbook.diagnosis.RankStatement;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.hang.Hang;
import dev.faultbook.run.Run;
import dev.faultbook.run.Unit;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Renders the analysis of the ranks in one language. */
final class RankReporter {
  private static final int MAX_TEXT = 300;
  private static final long SECOND = 1000;

  /** From this number of seconds on, minutes are shown. */
  private static final long MIN_FOR_MINUTES = 120;

  private static final int MAX_EVENTS = 24;

  private final Ranks ranks;
  private final RankView view;
  private final Knowledge knowledge;
  private final Language language;
  private final Phrases phrases;
  private final LinePlaces places;
  private final @Nullable FailureReport failure;
  private final Map<Integer, Run.Progress> steps;
  private final Map<Integer, String> doings;
  private final Map<String, String> machines;

  RankReporter(
      Diagnosis diagnosis,
      Ranks ranks,
      LinePlaces places,
      Language language,
      @Nullable FailureReport failure) {
    this.failure = failure;
    HangText words = new HangText(places, language);
    Optional<Hang> hang = diagnosis.hang();
    this.doings = hang.map(words::doingByRank).orElse(Map.of());
    this.machines = hang.map(words::machineByHost).orElse(Map.of());
    this.ranks = ranks;
    this.view = ranks.view();
    this.steps = lastSteps(diagnosis.failure().run().log().progress());
    this.knowledge = diagnosis.knowledge();
    this.language = language;
    this.places = places;
    this.phrases = Phrases.of(language);
  }

  /** The latest count of each lane. */
  private Map<Integer, Run.Progress> lastSteps(List<Run.Progress> progress) {
    Map<Integer, Run.Progress> latest = new HashMap<>();
    for (Run.Progress one : progress) {
      if (one.unit() == Unit.STEP && one.advances() > 0) {
        view.laneOfStream(one.stream())
            .ifPresent(
                lane ->
                    latest.merge(
                        lane,
                        one,
                        BinaryOperator.maxBy(Comparator.comparingLong(p -> p.last().line()))));
      }
    }
    return latest;
  }

  /** The report. */
  RankReport buildReport() {
    boolean ranked = view.by() == RankView.By.RANK;
    Ranks.First first = ranks.first();
    List<RankReport.Lane> lanes =
        Stream.concat(
                IntStream.range(0, ranks.states().size())
                    .filter(lane -> !ranked || isShown(lane))
                    .mapToObj(this::toLane),
                ranks.absent().stream().map(this::absentLane))
            .sorted(
                Comparator.comparing(
                    RankReport.Lane::rank, Comparator.nullsLast(Comparator.naturalOrder())))
            .toList();
    return new RankReport(
        (int) lanes.stream().filter(lane -> !ranked || lane.rank() != null).count(),
        view.worldSize(),
        view.by().tag(),
        view.span(),
        view.clockStart(),
        first == null ? null : toFirst(first),
        ranks.suspects(),
        lanes,
        view.differingClocks().stream().map(this::toClock).toList(),
        ranks.differences().stream().map(this::toDifference).toList(),
        ranks.kernel().stream().map(this::toKernelEvent).toList(),
        ranks.collect().stream().map(this::describe).toList());
  }

  /** Among ranks, a node or a file that reports nothing about a failure is not shown. */
  private boolean isShown(int lane) {
    return view.lanes().get(lane).rank() != null
        || !ranks.states().get(lane).events().isEmpty()
        || ranks.first() != null && ranks.first().lane() == lane;
  }

  private RankReport.KernelEvent toKernelEvent(Ranks.KernelEvent event) {
    RankLane lane = view.lanes().get(event.lane());
    String entry = String.valueOf(event.entry());
    String label =
        event.code() != null
            ? CodeReport.label(event.code(), language)
            : knowledge.findEntry(entry).map(of -> of.pageIn(language).title()).orElse(entry);
    return new RankReport.KernelEvent(
        label,
        event.code() != null ? event.code().url() : "/entries/" + entry,
        event.node(),
        event.line(),
        event.at() - view.start(),
        lane.rank(),
        lane.label(),
        event.moment(),
        event.millisBefore(),
        describeKernel(label, event, lane),
        places.sourceOf(event.line()),
        places.lineInSource(event.line()));
  }

  /** {@code Xid 79 on node3, 4 s before rank 24's last line}. */
  private String describeKernel(String label, Ranks.KernelEvent event, RankLane lane) {
    long apart = Math.abs(event.millisBefore());
    String order = event.millisBefore() > 0 ? "before" : "after";
    return phrases.say(
        "rank.kernel." + (apart < SECOND ? "with" : order) + "." + event.moment(),
        label,
        String.valueOf(event.node()),
        describeDuration(apart / SECOND),
        lane.rank() == null ? lane.label() : phrases.say("failure.rank", lane.label()));
  }

  private String describeDuration(long seconds) {
    return seconds < MIN_FOR_MINUTES
        ? phrases.say("duration.seconds", Long.toString(seconds))
        : phrases.say("duration.minutes", Long.toString(seconds / 60), Long.toString(seconds % 60));
  }

  /** One sentence; empty if nothing is wrong. */
  private String describe(RankStatement statement) {
    return statement.kind() == RankStatement.Kind.UNREMARKABLE
        ? ""
        : phrases.say(
            statement.kind().key(), statement.values().stream().map(this::describeValue).toArray());
  }

  private Object describeValue(Object value) {
    return switch (value) {
      case RankStatement.Count(long number) -> number;
      case RankStatement.LineNumber(long line) -> places.describe(line);
      case RankStatement.RankNumber(int rank) -> phrases.say("failure.rank", String.valueOf(rank));
      default -> value.toString();
    };
  }

  private RankReport.First toFirst(Ranks.First first) {
    return new RankReport.First(
        first.rank(),
        first.node(),
        first.line(),
        places.sourceOf(first.line()),
        places.lineInSource(first.line()),
        sinceStart(first.at()),
        failure != null && failure.line() == first.line() ? failure.timeBasis() : null,
        first.entry(),
        LineWriter.cut(first.text(), MAX_TEXT),
        first.sure(),
        describe(first.because()));
  }

  private RankReport.Lane toLane(int index) {
    RankLane lane = view.lanes().get(index);
    Ranks.State state = ranks.states().get(index);
    return new RankReport.Lane(
        lane.label(),
        lane.rank(),
        lane.node(),
        lane.file() == null || ranks.sources().size() < 2
            ? null
            : ranks.sources().get(lane.file()).name(),
        state.kind().tag(),
        lane.extent().lines(),
        sinceStart(lane.firstAt()),
        sinceStart(lane.lastAt()),
        state.events().stream().limit(MAX_EVENTS).map(this::toEvent).toList(),
        lane.lastEnqueued(),
        lane.lastCompleted(),
        describe(state.because()),
        steps.containsKey(index) ? (long) steps.get(index).last().value() : null,
        doings.isEmpty() && machines.isEmpty()
            ? null
            : LineWriter.cut(lane.extent().lastText().strip(), MAX_TEXT),
        lane.rank() == null ? null : doings.get(lane.rank()),
        lane.node() == null ? null : machines.get(HangText.shorten(lane.node())));
  }

  private RankReport.Lane absentLane(int rank) {
    return new RankReport.Lane(
        Integer.toString(rank),
        rank,
        null,
        null,
        Ranks.State.Kind.SILENT.tag(),
        0,
        null,
        null,
        List.of(),
        null,
        null,
        phrases.say("rank.reason.absent"),
        null,
        null,
        doings.get(rank),
        null);
  }

  private RankReport.Event toEvent(RankEvent event) {
    return new RankReport.Event(
        sinceStart(event.at()),
        event.line().line(),
        kindOf(event),
        event.entry(),
        LineWriter.cut(event.line().text().strip(), MAX_TEXT),
        places.sourceOf(event.line().line()),
        places.lineInSource(event.line().line()));
  }

  private String kindOf(RankEvent event) {
    Ranks.First first = ranks.first();
    if (first != null && first.line() == event.line().line()) {
      return "first";
    }
    if (event.watchdog()) {
      return "watchdog";
    }
    return event.role() == null || event.isCause() ? "failed" : "victim";
  }

  private RankReport.Clock toClock(RankView.Clock clock) {
    String shown = phrases.say("rank.clock." + clock.shown());
    String because = phrases.say("rank.clock", shown, clock.events());
    return new RankReport.Clock(clock.node(), clock.offsetMillis(), because);
  }

  private RankReport.Difference toDifference(RankView.Difference difference) {
    List<RankReport.ValueOf> values =
        difference.values().entrySet().stream()
            .map(value -> toValue(value.getKey(), value.getValue()))
            .sorted(
                Comparator.comparingInt(
                        (RankReport.ValueOf v) -> -Math.max(v.ranks().size(), v.nodes().size()))
                    .thenComparing(RankReport.ValueOf::value))
            .toList();
    return new RankReport.Difference(
        Ranks.displayName(difference.fact()),
        values,
        phrases.say(
            Ranks.isBinding(difference.fact())
                ? "rank.difference.binding"
                : "rank.difference.expected"));
  }

  private RankReport.ValueOf toValue(String value, Collection<Integer> stating) {
    List<RankLane> lanes = stating.stream().map(lane -> view.lanes().get(lane)).toList();
    return new RankReport.ValueOf(
        value,
        lanes.stream().map(RankLane::rank).filter(Objects::nonNull).toList(),
        lanes.stream()
            .map(lane -> lane.node() != null ? lane.node() : lane.label())
            .distinct()
            .toList());
  }

  private @Nullable Long sinceStart(@Nullable Long at) {
    return at == null || view.span() == null ? null : Long.valueOf(at - view.start());
  }
}
