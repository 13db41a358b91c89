package dev.faultbook.diagnosis;

import dev.faultbook.content.Language;
import dev.faultbook.content.Text;
import dev.faultbook.log.LogSource;
import dev.faultbook.matcher.MatchedLine;
import dev.faultbook.ranks.Lane;
import dev.faultbook.ranks.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What happened to the lanes of a log of many ranks.
 *
 * @param view the lanes
 * @param sources the files
 * @param first the failure that came first, or null
 * @param states what became of each lane, in their order
 * @param absent ranks of the job that have no line
 * @param differences facts that not all lanes agree in
 * @param collect what to collect next
 */
record Ranks(
    RankView view,
    List<LogSource> sources,
    First first,
    List<State> states,
    List<Integer> absent,
    List<Difference> differences,
    List<Text> collect) {
  private static final int LONGEST_TEXT = 300;
  private static final int MOST_EVENTS = 24;

  /** Copies the lists. */
  Ranks {
    sources = List.copyOf(sources);
    states = List.copyOf(states);
    absent = List.copyOf(absent);
    differences = List.copyOf(differences);
    collect = List.copyOf(collect);
  }

  /**
   * The failure that came first.
   *
   * @param lane the lane; -1 when its rank has no line
   * @param rank the rank, or null
   * @param node the node, or null
   * @param line number of the line
   * @param at on the common clock, or null
   * @param entry what the line bears out, or null
   * @param text the line
   * @param sure whether nothing could have come before
   * @param because how it is known
   */
  record First(
      int lane,
      Integer rank,
      String node,
      long line,
      Long at,
      String entry,
      String text,
      boolean sure,
      Text because) {}

  /**
   * What became of a lane.
   *
   * @param tag {@code first}, {@code failed}, {@code victim}, {@code silent}, {@code behind},
   *     {@code ok}
   * @param because why
   * @param events in order
   */
  record State(String tag, Text because, List<RankEvent> events) {
    State {
      events = List.copyOf(events);
    }
  }

  /**
   * A fact that not all lanes agree in.
   *
   * @param fact its name
   * @param values lanes by value
   * @param because what it means
   */
  record Difference(String fact, Map<String, Set<Integer>> values, Text because) {}

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
        view.by().name().toLowerCase(java.util.Locale.ROOT),
        first == null ? null : first(language),
        lanes,
        view.span(),
        view.clocks().stream().map(clock -> clock(clock, language)).toList(),
        differences.stream().map(difference -> difference(difference, language)).toList(),
        collect.stream().map(text -> text.in(language)).toList());
  }

  /** The rank that a line is attributed to, or null. */
  Integer rank(MatchedLine line) {
    int lane = view.lane(line);
    return lane < 0 || view.by() != RankView.By.RANK ? line.rank() : view.lanes().get(lane).rank();
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
    Lane lane = view.lanes().get(index);
    State state = states.get(index);
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
        new Text("The log has no line of this rank.", "日志里没有这个 rank 的任何一行。").in(language));
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
        new Text(
                "Shown by "
                    + en
                    + " ("
                    + clock.events()
                    + (clock.events() == 1 ? " event)." : " events)."),
                "依据：" + zh + "，共 " + clock.events() + " 处。")
            .in(language));
  }

  private RankReport.Difference difference(Difference difference, Language language) {
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
