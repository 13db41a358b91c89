package dev.faultbook.report;

import dev.faultbook.diagnosis.KernelEvent;
import dev.faultbook.diagnosis.RankReason;
import dev.faultbook.diagnosis.RankStep;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.content.Language;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.stream.Collectors;

/** Words for the analysis of the ranks. */
final class RankText {
  private static final long SECOND = 1000;

  /** From this duration on, minutes are shown. */
  private static final long LONG_SECONDS = 120;

  private final Phrases phrases;
  private final LinePlaces places;

  RankText(LinePlaces places, Language language) {
    this.places = places;
    this.phrases = Phrases.of(language);
  }

  /** One sentence; empty if nothing is wrong. */
  String describeReason(RankReason reason) {
    return switch (reason) {
      case RankReason.OnlyByItself only -> phrases.say("rank.reason.only.itself");
      case RankReason.OnlyBeyondTimeout only -> phrases.say("rank.reason.only.timeout");
      case RankReason.OnlyOne only -> phrases.say("rank.reason.only");
      case RankReason.EarliestTogether earliest ->
          phrases.say("rank.reason.earliest.together", textOf(earliest.lanes()));
      case RankReason.Earliest earliest ->
          phrases.say("rank.reason.earliest", textOf(earliest.lanes()));
      case RankReason.Untimed untimed ->
          phrases.say("rank.reason.untimed", textOf(untimed.lanes()));
      case RankReason.Differs differs ->
          phrases.say("rank.reason.differs", differs.fact(), differs.value());
      case RankReason.NodeLost lost -> phrases.say("rank.reason.node", textOf(lost.ranks()));
      case RankReason.OwnFailure own -> phrases.say("rank.reason.failure");
      case RankReason.UnnamedError unknown -> phrases.say("rank.reason.unknown");
      case RankReason.Lagging lagging ->
          phrases.say("rank.reason.lagging", places.describe(lagging.line()));
      case RankReason.OtherCollective other ->
          phrases.say("rank.reason.collective", other.collective());
      case RankReason.FewestEnqueued fewest ->
          phrases.say("rank.reason.fewest", textOf(fewest.enqueued()));
      case RankReason.OnlySilent silent -> phrases.say("rank.reason.only.silent");
      case RankReason.OnlyAbsent absent -> phrases.say("rank.reason.only.absent");
      default -> ofState(reason);
    };
  }

  private String ofState(RankReason reason) {
    return switch (reason) {
      case RankReason.OwnCause own -> phrases.say("rank.reason.own");
      case RankReason.Behind behind -> phrases.say("rank.reason.behind", textOf(behind.enqueued()));
      case RankReason.Waited waited -> phrases.say("rank.reason.waited");
      case RankReason.Follows follows -> phrases.say("rank.reason.follows");
      case RankReason.Silent silent -> phrases.say("rank.reason.silent");
      default -> "";
    };
  }

  /** Why a rank without a line is listed. */
  String absentReason() {
    return phrases.say("rank.reason.absent");
  }

  /** What a difference means. */
  String describeMeaning(Ranks.Difference.Meaning meaning) {
    return phrases.say(
        meaning == Ranks.Difference.Meaning.BINDING
            ? "rank.difference.binding"
            : "rank.difference.expected");
  }

  /** Which events show the difference of a clock. */
  String describeClock(RankView.Clock clock) {
    String shown = phrases.say("rank.clock." + clock.shown());
    return phrases.say("rank.clock", shown, clock.events());
  }

  /** {@code Xid 79 on node3, 4 s before rank 24's last line}. */
  String describeKernel(String label, KernelEvent event, RankLane lane) {
    long before = event.relation().millisBefore();
    String order = before > 0 ? "before" : "after";
    if (Math.abs(before) < SECOND) {
      order = "with";
    }
    String who =
        lane.rank() == null
            ? lane.label()
            : phrases.say("failure.rank", Integer.toString(lane.rank()));
    String moment = event.relation().moment().tag();
    return phrases.say(
        "rank.kernel." + order + "." + moment,
        label,
        String.valueOf(event.node()),
        describeDuration(Math.abs(before)),
        who);
  }

  private String describeDuration(long millis) {
    long seconds = millis / SECOND;
    if (seconds < LONG_SECONDS) {
      return phrases.say("duration.seconds", Long.toString(seconds));
    }
    return phrases.say(
        "duration.minutes", Long.toString(seconds / 60), Long.toString(seconds % 60));
  }

  /** What to collect, in Markdown. */
  String describeStep(RankStep step) {
    return switch (step) {
      case RankStep.AbsentLogs logs -> {
        String ranks = logs.ranks().stream().map(String::valueOf).collect(Collectors.joining(", "));
        yield phrases.say("rank.collect.absent", logs.more() ? ranks + ", …" : ranks);
      }
      case RankStep.KernelLog log ->
          phrases.say(
              "rank.collect.kernel",
              log.node() != null
                  ? log.node()
                  : phrases.say("failure.rank", String.valueOf(log.rank())));
      case RankStep.StandardError error -> phrases.say("rank.collect.stderr");
      case RankStep.FlightRecorder recorder -> phrases.say("rank.collect.recorder");
      case RankStep.Stacks stacks -> phrases.say("rank.collect.stacks");
      case RankStep.Times times -> phrases.say("rank.collect.times");
    };
  }

  private static String textOf(Object number) {
    return String.valueOf(number);
  }
}
