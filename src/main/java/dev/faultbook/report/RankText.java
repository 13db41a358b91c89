package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.KernelEvent;
import dev.faultbook.diagnosis.RankReason;
import dev.faultbook.diagnosis.RankStep;
import dev.faultbook.diagnosis.Ranks;
import dev.faultbook.stream.RankLane;
import dev.faultbook.stream.RankView;
import java.util.Locale;
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
    Object[] values = reason.values().stream().map(this::describeValue).toArray();
    return reason.kind() == RankReason.Kind.UNREMARKABLE
        ? ""
        : phrases.say("rank.reason." + reason.kind().key(), values);
  }

  private String describeValue(Object value) {
    return value instanceof RankReason.LineNumber number
        ? places.describe(number.line())
        : String.valueOf(value);
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
    String key = "rank.collect." + step.kind().name().toLowerCase(Locale.ROOT);
    String ranks = step.ranks().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return switch (step.kind()) {
      case ABSENT -> phrases.say(key, step.more() ? ranks + ", …" : ranks);
      case KERNEL ->
          phrases.say(key, step.node() != null ? step.node() : phrases.say("failure.rank", ranks));
      default -> phrases.say(key);
    };
  }
}
