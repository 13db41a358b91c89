package dev.faultbook.diagnosis;

import dev.faultbook.content.Text;
import dev.faultbook.matcher.FactReading;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.MatchedLine;
import dev.faultbook.ranks.Lane;
import dev.faultbook.ranks.RankView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells which lane failed first, which followed, and which are silent or behind.
 *
 * <p>The rules, in their order:
 *
 * <ol>
 *   <li>A cause that was found decides by its earliest line on the common clock. A time-out is no
 *       such line where the cause has others. Where half of the lanes complain of the cause
 *       together and a few of them differ from the rest in what it is about, those are to blame.
 *   <li>A node of which no rank says anything of the failure, while all other nodes do, went away:
 *       what the others say of the network is how they saw it.
 *   <li>Without a cause: an error that no page knows and that comes before every time-out; ranks
 *       that PyTorch's own analysis calls lagging; a rank that waits for another collective than
 *       the rest; the rank that enqueued fewest; the rank that is silent, or has no line at all.
 * </ol>
 */
final class RankAnalysis {
  private static final Set<String> COMPARED =
      Set.of(
          "nccl",
          "driver",
          "driver_cuda_number",
          "cuda",
          "torch",
          "gpu",
          "cudnn",
          "python",
          "interface",
          "network",
          "env.MASTER_ADDR",
          "env.MASTER_PORT",
          "env.GLOO_SOCKET_IFNAME",
          "env.LD_LIBRARY_PATH",
          "env.PYTORCH_CUDA_ALLOC_CONF");

  /** Facts that all ranks must agree in for NCCL to work at all. */
  private static final Set<String> BINDING = Set.of("nccl", "interface", "network");

  private static final String NCCL_ENV = "env.NCCL_";

  private final RankView view;
  private final LogMatches log;
  private final List<Finding> findings;
  private final List<Suspect> suspects;
  private final List<List<RankEvent>> events = new ArrayList<>();
  private final Set<Long> timeouts = new HashSet<>();
  private final List<RankView.Difference> differences;
  private final Set<Integer> silent = new TreeSet<>();
  private final Set<Integer> behind = new TreeSet<>();
  private final List<Integer> absent = new ArrayList<>();

  private RankAnalysis(
      RankView view, LogMatches log, List<Finding> findings, List<Suspect> suspects) {
    this.view = view;
    this.log = log;
    this.findings = findings;
    this.suspects = suspects;
    this.differences = view.differences(COMPARED, NCCL_ENV);
  }

  /** What happened to the lanes of a log. */
  static Ranks of(RankView view, LogMatches log, List<Finding> findings, List<Suspect> suspects) {
    return new RankAnalysis(view, log, findings, suspects).ranks();
  }

  private Ranks ranks() {
    collectEvents();
    findQuiet();
    Ranks.First first = first();
    List<Ranks.State> states = new ArrayList<>();
    for (int lane = 0; lane < view.lanes().size(); lane++) {
      states.add(state(lane, first));
    }
    return new Ranks(
        view,
        log.sources(),
        first,
        states,
        absent,
        differences.stream()
            .map(d -> new Ranks.Difference(name(d.fact()), d.values(), meaning(d.fact())))
            .toList(),
        collect(first));
  }

  private static String name(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }

  private static Text meaning(String fact) {
    return BINDING.contains(fact) || fact.startsWith(NCCL_ENV)
        ? new Text(
            "All ranks of a job must agree in it for NCCL to work.",
            "同一任务的所有 rank 在这一项上必须一致，NCCL 才能正常工作。")
        : new Text("The ranks of one job should agree in it.", "同一任务的各 rank 在这一项上应当一致。");
  }

  private void collectEvents() {
    view.lanes().forEach(lane -> events.add(new ArrayList<>()));
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.timeout")) {
        timeouts.add(reading.line().line());
      }
    }
    Map<String, Role> roles = new HashMap<>();
    findings.forEach(finding -> roles.put(finding.entry().id(), finding.role()));
    Set<Long> known = new HashSet<>();
    for (Suspect suspect : suspects) {
      Role role = roles.get(suspect.id());
      for (MatchedLine line : suspect.lines()) {
        known.add(line.line());
        if (role != null && role != Role.HARMLESS) {
          add(line, suspect.id(), role);
        }
      }
    }
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.error") && !known.contains(reading.line().line())) {
        add(reading.line(), null, null);
      }
    }
    for (List<RankEvent> of : events) {
      of.sort(RankAnalysis::inTime);
      List<RankEvent> distinct = distinct(of);
      of.clear();
      of.addAll(distinct);
    }
  }

  private void add(MatchedLine line, String entry, Role role) {
    int lane = view.lane(line);
    if (lane >= 0) {
      events
          .get(lane)
          .add(
              new RankEvent(
                  lane, view.at(line), line, entry, role, timeouts.contains(line.line())));
    }
  }

  /** One event a line: the one that tells most. */
  private static List<RankEvent> distinct(List<RankEvent> sorted) {
    Map<Long, RankEvent> byLine = new LinkedHashMap<>();
    for (RankEvent event : sorted) {
      byLine.merge(event.line().line(), event, (a, b) -> weight(a) <= weight(b) ? a : b);
    }
    return List.copyOf(byLine.values());
  }

  private static int weight(RankEvent event) {
    return event.role() == null ? 9 : event.role().ordinal();
  }

  private static int inTime(RankEvent a, RankEvent b) {
    if (a.at() != null && b.at() != null && !a.at().equals(b.at())) {
      return Long.compare(a.at(), b.at());
    }
    if (a.at() == null != (b.at() == null)) {
      return a.at() == null ? 1 : -1;
    }
    return Long.compare(a.line().line(), b.line().line());
  }

  /** Silence and delay mean something only where most lanes tell of the failure. */
  private void findQuiet() {
    List<Integer> ranked = ranked();
    long telling = ranked.stream().filter(this::tells).count();
    if (telling * 2 >= ranked.size()) {
      ranked.stream().filter(lane -> !tells(lane)).forEach(silent::add);
    }
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
    if (late.size() * 2 < counted) {
      behind.addAll(late);
    }
    Integer size = view.worldSize();
    if (view.by() == RankView.By.RANK
        && size != null
        && size <= RankView.MOST_LANES
        && ranked.size() * 2 > size) {
      for (int rank = 0; rank < size; rank++) {
        if (view.laneOfRank(rank).isEmpty()) {
          absent.add(rank);
        }
      }
    }
  }

  private boolean tells(int lane) {
    return !events.get(lane).isEmpty();
  }

  private List<Integer> ranked() {
    List<Integer> ranked = new ArrayList<>();
    for (int i = 0; i < view.lanes().size(); i++) {
      if (view.by() != RankView.By.RANK || view.lanes().get(i).rank() != null) {
        ranked.add(i);
      }
    }
    return ranked;
  }

  private Ranks.First first() {
    Optional<Finding> root =
        findings.stream().filter(finding -> finding.role() == Role.ROOT_CAUSE).findFirst();
    List<RankEvent> causes =
        events.stream()
            .flatMap(List::stream)
            .filter(event -> event.role() == Role.ROOT_CAUSE)
            .sorted(RankAnalysis::inTime)
            .toList();
    List<RankEvent> telling = causes.stream().filter(event -> !event.watchdog()).toList();
    if (root.isPresent() && !telling.isEmpty()) {
      return odd(root.get(), telling)
          .or(() -> lostNode(telling))
          .orElseGet(() -> earliest(telling));
    }
    String entry = root.map(finding -> finding.entry().id()).orElse(null);
    return unknownError()
        .or(() -> lostNode(List.of()))
        .or(() -> lagging(entry))
        .or(() -> oddTimeout(entry))
        .or(() -> fewest(entry))
        .or(this::quietOne)
        .orElseGet(() -> causes.isEmpty() ? null : earliest(causes));
  }

  private Ranks.First earliest(List<RankEvent> all) {
    List<RankEvent> causes = withRank(all);
    RankEvent first = causes.getFirst();
    Set<Integer> lanes = causes.stream().map(RankEvent::lane).collect(Collectors.toSet());
    boolean timed = first.at() != null;
    boolean one = lanes.size() == 1;
    boolean ordered = timed || log.sources().size() == 1;
    Text because;
    if (one) {
      because = new Text("It is the only one that shows this cause.", "只有它出现了这一原因。");
    } else if (ordered) {
      because =
          new Text(
              "It shows this cause before the " + (lanes.size() - 1) + " others that show it too.",
              "出现这一原因的共 " + lanes.size() + " 个，它最早。");
    } else {
      because =
          new Text(
              lanes.size()
                  + " show this cause, and their lines bear no times: which came first is open.",
              "共 " + lanes.size() + " 个出现这一原因，但日志行没有时间，无法确定先后。");
    }
    return of(first, ordered && (one || ahead(causes)), because);
  }

  /** A node's own line that names no rank is about the rank that the next one names. */
  private List<RankEvent> withRank(List<RankEvent> causes) {
    Lane first = view.lanes().get(causes.getFirst().lane());
    if (view.by() != RankView.By.RANK || first.rank() != null) {
      return causes;
    }
    List<RankEvent> named =
        causes.stream().filter(event -> view.lanes().get(event.lane()).rank() != null).toList();
    boolean here =
        !named.isEmpty()
            && first.node() != null
            && first.node().equals(view.lanes().get(named.getFirst().lane()).node());
    return here ? named : causes;
  }

  /** Whether the earliest is clearly ahead of the next lane. */
  private static boolean ahead(List<RankEvent> causes) {
    RankEvent first = causes.getFirst();
    return causes.stream()
        .filter(event -> event.lane() != first.lane())
        .findFirst()
        .map(next -> first.at() == null || next.at() == null || next.at() - first.at() >= 1000)
        .orElse(true);
  }

  private Ranks.First of(RankEvent event, boolean sure, Text because) {
    Lane lane = view.lanes().get(event.lane());
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

  /** Those few that differ from the rest in a thing that all must agree in. */
  private Optional<Ranks.First> odd(Finding root, List<RankEvent> causes) {
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (complaining < 2 || !root.entry().component().equals("nccl")) {
      return Optional.empty();
    }
    for (RankView.Difference difference : differences) {
      if (BINDING.contains(difference.fact()) || difference.fact().startsWith(NCCL_ENV)) {
        Optional<Map.Entry<String, Set<Integer>>> minority = minority(difference);
        if (minority.isPresent()) {
          return Optional.of(odd(difference, minority.get(), root, causes));
        }
      }
    }
    return Optional.empty();
  }

  private Ranks.First odd(
      RankView.Difference difference,
      Map.Entry<String, Set<Integer>> minority,
      Finding root,
      List<RankEvent> causes) {
    Text because =
        new Text(
            "It has "
                + name(difference.fact())
                + " "
                + minority.getKey()
                + ", unlike most others, and this cause comes of such a difference.",
            "它的 " + name(difference.fact()) + " 为 " + minority.getKey() + "，与多数不同，而这一原因正源于这种不一致。");
    // They differ from the start: which of them spoke first says nothing.
    return causes.stream()
        .filter(event -> minority.getValue().contains(event.lane()))
        .min(Comparator.comparingInt(RankEvent::lane))
        .map(event -> of(event, false, because))
        .orElseGet(
            () -> quiet(minority.getValue().iterator().next(), root.entry().id(), false, because));
  }

  private static Optional<Map.Entry<String, Set<Integer>>> minority(RankView.Difference of) {
    int all = of.values().values().stream().mapToInt(Set::size).sum();
    return of.values().entrySet().stream()
        .filter(value -> value.getValue().size() * 2 < all)
        .min(
            Comparator.comparingInt((Map.Entry<String, Set<Integer>> v) -> v.getValue().size())
                .thenComparing(Map.Entry::getKey));
  }

  /** A node of which all ranks are silent while the others are not. */
  private Optional<Ranks.First> lostNode(List<RankEvent> causes) {
    Map<String, List<Integer>> nodes = new TreeMap<>();
    for (int lane : ranked()) {
      String node = view.lanes().get(lane).node();
      if (node != null) {
        nodes.computeIfAbsent(node, n -> new ArrayList<>()).add(lane);
      }
    }
    List<String> lost =
        nodes.entrySet().stream()
            .filter(node -> silent.containsAll(node.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (lost.size() != 1 || nodes.size() < 2) {
      return Optional.empty();
    }
    List<Integer> lanes = nodes.get(lost.getFirst());
    boolean told =
        events.stream()
            .flatMap(List::stream)
            .anyMatch(e -> lost.getFirst().equals(view.lanes().get(e.lane()).node()));
    long complaining = causes.stream().map(RankEvent::lane).distinct().count();
    if (told || !causes.isEmpty() && complaining < 2) {
      return Optional.empty();
    }
    Text because =
        new Text(
            "All "
                + lanes.size()
                + " of its ranks fell silent without a word, while every other node tells of the failure: the node went away.",
            "该节点上的 " + lanes.size() + " 个 rank 都突然停止了输出，而其他节点都报告了故障：这个节点失联了。");
    return Optional.of(quiet(lanes.getFirst(), null, false, because));
  }

  /** An error that no page knows, before all time-outs and in few lanes. */
  private Optional<Ranks.First> unknownError() {
    List<RankEvent> errors =
        events.stream()
            .flatMap(List::stream)
            .filter(event -> event.role() == null)
            .sorted(RankAnalysis::inTime)
            .toList();
    Set<Integer> lanes = errors.stream().map(RankEvent::lane).collect(Collectors.toSet());
    List<RankEvent> waits =
        events.stream()
            .flatMap(List::stream)
            .filter(RankEvent::watchdog)
            .sorted(RankAnalysis::inTime)
            .toList();
    if (errors.isEmpty() || waits.isEmpty() || lanes.size() * 2 > ranked().size()) {
      return Optional.empty();
    }
    RankEvent first = errors.getFirst();
    if (inTime(first, waits.getFirst()) > 0
        || first.at() == null && log.sources().size() > 1 && lanes.size() > 1) {
      return Optional.empty();
    }
    RankEvent last =
        errors.stream()
            .filter(event -> event.lane() == first.lane())
            .filter(event -> inTime(event, waits.getFirst()) < 0)
            .reduce((a, b) -> b)
            .orElse(first);
    return Optional.of(
        of(
            last,
            false,
            new Text(
                "Its error comes before every time-out of the others; no page here knows it.",
                "它的错误早于其他 rank 的所有超时；本知识库没有与之对应的页面。")));
  }

  /** PyTorch's own analysis names them. */
  private Optional<Ranks.First> lagging(String entry) {
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.lagging")) {
        String named = reading.line().captures().getOrDefault("ranks", "");
        for (String rank : named.split(",", -1)) {
          Optional<Integer> lane = number(rank.strip()).flatMap(view::laneOfRank);
          if (lane.isPresent()) {
            return Optional.of(
                quiet(
                    lane.get(),
                    entry,
                    false,
                    new Text(
                        "PyTorch's analysis of the time-out names it as lagging (line "
                            + reading.line().line()
                            + ").",
                        "PyTorch 对超时的分析指出它落后（第 " + reading.line().line() + " 行）。")));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A rank that waits in another collective than the rest. */
  private Optional<Ranks.First> oddTimeout(String entry) {
    Map<String, Map<Integer, MatchedLine>> waits = new TreeMap<>();
    Set<Integer> lanes = new HashSet<>();
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.timeout")) {
        int lane = view.lane(reading.line());
        Map<String, String> said = reading.line().captures();
        // What a rank says later may follow from what it said first.
        if (lane >= 0 && lanes.add(lane)) {
          waits
              .computeIfAbsent(said.get("seq") + " " + said.get("op"), k -> new TreeMap<>())
              .put(lane, reading.line());
        }
      }
    }
    return waits.entrySet().stream()
        .filter(group -> waits.size() > 1 && group.getValue().size() * 2 < lanes.size())
        .min(
            Comparator.comparingInt(
                    (Map.Entry<String, Map<Integer, MatchedLine>> g) -> g.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .map(
            group -> {
              var odd = group.getValue().entrySet().iterator().next();
              MatchedLine line = odd.getValue();
              RankEvent event =
                  new RankEvent(odd.getKey(), view.at(line), line, entry, Role.ROOT_CAUSE, true);
              return of(
                  event,
                  false,
                  new Text(
                      "It waits in collective " + group.getKey() + ", the others in another one.",
                      "它等待的集合通信是 " + group.getKey() + "，其他 rank 等待的是另一个。"));
            });
  }

  private Optional<Ranks.First> fewest(String entry) {
    return behind.stream()
        .min(
            Comparator.comparing((Integer lane) -> view.lanes().get(lane).lastEnqueued())
                .thenComparing(lane -> lane))
        .map(
            lane ->
                quiet(
                    lane,
                    entry,
                    false,
                    new Text(
                        "It enqueued "
                            + view.lanes().get(lane).lastEnqueued()
                            + " collectives, the others more: they wait for it.",
                        "它只提交到第 "
                            + view.lanes().get(lane).lastEnqueued()
                            + " 个集合通信，其他 rank 更多：它们都在等它。")));
  }

  private Optional<Ranks.First> quietOne() {
    long telling = ranked().stream().filter(this::tells).count();
    if (telling == 0) {
      return Optional.empty();
    }
    if (silent.size() == 1 && absent.isEmpty()) {
      return Optional.of(
          quiet(
              silent.iterator().next(),
              null,
              false,
              new Text(
                  "It is the only one that says nothing of the failure: its log just ends.",
                  "只有它没有报告任何故障：它的日志到此中断。")));
    }
    if (absent.size() == 1 && silent.isEmpty()) {
      return Optional.of(
          new Ranks.First(
              -1,
              absent.getFirst(),
              null,
              0,
              null,
              null,
              "",
              false,
              new Text("It is the only rank without a single line.", "只有这个 rank 一行日志都没有。")));
    }
    return Optional.empty();
  }

  /** A lane that is known by what the others say; its last line is shown. */
  private Ranks.First quiet(int index, String entry, boolean sure, Text because) {
    Lane lane = view.lanes().get(index);
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

  private Ranks.State state(int index, Ranks.First first) {
    List<RankEvent> of = events.get(index);
    Lane lane = view.lanes().get(index);
    if (first != null && first.lane() == index) {
      return new Ranks.State("first", first.because(), of);
    }
    if (of.stream().anyMatch(event -> event.cause() && !event.watchdog())) {
      return new Ranks.State(
          "failed", new Text("It shows a cause of its own.", "它自身也出现了故障原因。"), of);
    }
    if (behind.contains(index)) {
      return new Ranks.State(
          "behind",
          new Text(
              "It enqueued " + lane.lastEnqueued() + " collectives, others more.",
              "它只提交到第 " + lane.lastEnqueued() + " 个集合通信，少于其他 rank。"),
          of);
    }
    if (!of.isEmpty()) {
      boolean waited = of.stream().anyMatch(RankEvent::watchdog);
      return new Ranks.State(
          "victim",
          waited
              ? new Text(
                  "It waited for others until its watchdog ended it.",
                  "它一直等待其他 rank，直到 watchdog 将其终止。")
              : new Text(
                  "What it shows follows from the failure of another.", "它的现象由其他 rank 的故障引起。"),
          of);
    }
    if (silent.contains(index)) {
      return new Ranks.State(
          "silent",
          new Text("It says nothing of the failure, while most others do.", "多数 rank 都报告了故障，它却没有。"),
          of);
    }
    return new Ranks.State("ok", new Text("", ""), of);
  }

  private List<Text> collect(Ranks.First first) {
    boolean explained =
        first != null
            && first.entry() != null
            && findings.stream().anyMatch(f -> f.role() == Role.ROOT_CAUSE)
            && events.stream()
                .flatMap(List::stream)
                .anyMatch(e -> e.role() == Role.ROOT_CAUSE && !e.watchdog());
    boolean failing = events.stream().anyMatch(of -> !of.isEmpty());
    if (explained || !failing) {
      return List.of();
    }
    List<Text> collect = new ArrayList<>();
    if (first != null && (silent.contains(first.lane()) || first.lane() < 0)) {
      String who = first.node() != null ? first.node() : "rank " + first.rank();
      collect.add(
          new Text(
              "What the kernel of "
                  + who
                  + " wrote: dmesg -T | tail -n 300 there, or journalctl -k -b -1 after a reboot.",
              who + " 的内核日志：在该机器上执行 dmesg -T | tail -n 300；若已重启，执行 journalctl -k -b -1。"));
      collect.add(
          new Text(
              "The standard error of its processes, which may stand in a file of its own: torchrun --log-dir DIR --redirects 3.",
              "它的进程的标准错误输出，可能在单独的文件里：torchrun --log-dir DIR --redirects 3。"));
    }
    if (!absent.isEmpty()) {
      String ranks =
          absent.stream().limit(16).map(String::valueOf).collect(Collectors.joining(", "));
      collect.add(
          new Text(
              "The logs of the ranks that have no line here: "
                  + ranks
                  + (absent.size() > 16 ? ", …" : "")
                  + ".",
              "这里没有任何一行的 rank 的日志：" + ranks + (absent.size() > 16 ? "……" : "") + "。"));
    }
    if (!timeouts.isEmpty()) {
      collect.add(
          new Text(
              "What each rank was doing at the time-out: run again with TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1, then compare the dumps with torchfrtrace.",
              "超时时每个 rank 在做什么：设置 TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 重新运行，再用 torchfrtrace 对比各 rank 的转储。"));
      collect.add(
          new Text(
              "While it hangs: py-spy dump --pid PID of the rank that is behind, and of one that waits.",
              "卡住时：对落后的 rank 和一个等待中的 rank 分别执行 py-spy dump --pid PID。"));
    }
    if (view.span() == null) {
      collect.add(
          new Text(
              "Times on the lines, so that ranks can be put in order: NCCL_DEBUG=INFO with NCCL_DEBUG_TIMESTAMP_LEVELS=ALL (NCCL 2.26 and newer), or pipe each rank through ts.",
              "每行的时间，以便确定先后：NCCL_DEBUG=INFO 加 NCCL_DEBUG_TIMESTAMP_LEVELS=ALL（NCCL 2.26 及以上），或把每个 rank 的输出接到 ts。"));
    }
    return collect;
  }

  private static Optional<Integer> number(String text) {
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }
}
