package dev.faultbook.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the ranks of a job as plain text for a terminal. */
final class TextRanks {
  private static final List<String> STATES = List.of("failed", "victim", "silent", "behind", "ok");

  private final RankReport ranks;
  private final LinePlaces places;
  private final Phrases phrases;
  private final LineWriter out;

  TextRanks(RankReport ranks, LinePlaces places, Phrases phrases, LineWriter out) {
    this.places = places;
    this.ranks = ranks;
    this.phrases = phrases;
    this.out = out;
  }

  void writeRanks() {
    out.writeBlank();
    String count = phrases.say("ranks.many." + ranks.by(), Integer.toString(ranks.count()));
    out.writeLine(phrases.say("text.ranks") + "  " + count + countStates());
    if (ranks.first() != null) {
      writeFirst(ranks.first());
    }
    for (RankReport.KernelEvent event :
        ranks.kernel().stream().limit(TextReport.MOST_ROWS).toList()) {
      writeWrapped("text.ranks.kernel", event.text(), places.describe(event.line()));
    }
    for (RankReport.Difference difference :
        ranks.differences().stream().limit(TextReport.MOST_ROWS).toList()) {
      writeWrapped("text.ranks.differs", difference.fact(), joinValues(difference));
    }
    for (RankReport.Clock clock : ranks.clocks().stream().limit(TextReport.MOST_ROWS).toList()) {
      String key = clock.offsetMillis() > 0 ? "ranks.clock.ahead" : "ranks.clock.behind";
      writeWrapped(
          "text.ranks.clock", phrases.say(key, clock.node(), clock.seconds()), clock.because());
    }
    ranks.collect().forEach(next -> writeWrapped("text.ranks.collect", next));
  }

  private void writeFirst(RankReport.First first) {
    String key = first.line() > 0 ? "text.ranks.first" : "text.ranks.missing";
    writeWrapped(key, whoFailed(first), first.because());
    if (first.line() > 0) {
      String text = cut(first.text());
      out.writeLine("    " + phrases.say("text.evidence", places.describe(first.line()), text));
    }
  }

  private String whoFailed(RankReport.First first) {
    if (first.rank() != null) {
      String rank = first.rank().toString();
      return first.node() == null
          ? phrases.say("failure.rank", rank)
          : phrases.say("text.ranks.node", rank, first.node());
    }
    return Optional.ofNullable(first.node())
        .or(() -> Optional.ofNullable(first.source()))
        .orElseGet(() -> phrases.say("text.ranks.nobody"));
  }

  private String countStates() {
    Map<String, Long> states = new TreeMap<>();
    ranks.counted().forEach(lane -> states.merge(lane.state(), 1L, Long::sum));
    return STATES.stream()
        .filter(states::containsKey)
        .map(state -> phrases.say("ranks.count." + state, String.valueOf(states.get(state))))
        .map(count -> phrases.say("list.clause") + count)
        .collect(Collectors.joining());
  }

  private static String joinValues(RankReport.Difference difference) {
    return difference.values().stream()
        .limit(TextReport.MOST_ROWS)
        .map(value -> value.value() + " (" + whoStated(value) + ")")
        .collect(Collectors.joining("; "));
  }

  private static String whoStated(RankReport.ValueOf value) {
    if (value.ranks().isEmpty()) {
      return cut(String.join(", ", value.nodes()));
    }
    String ranks =
        value.ranks().stream()
            .limit(TextReport.MOST_ROWS)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return "rank " + ranks + (value.ranks().size() > TextReport.MOST_ROWS ? ", …" : "");
  }

  private void writeWrapped(String key, Object... arguments) {
    out.writeWrapped("  ", phrases.say(key, arguments));
  }

  private static String cut(String text) {
    return LineWriter.cut(text, TextReport.LONGEST_LINE);
  }
}
