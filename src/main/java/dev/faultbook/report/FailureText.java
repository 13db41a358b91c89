package dev.faultbook.report;

import dev.faultbook.content.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Words for the failure itself and the advice on restarting. */
public final class FailureText {
  private static final int MAX_MESSAGE = 90;

  private final Phrases phrases;
  private final RunText run;

  public FailureText(Language language) {
    this.phrases = Phrases.of(language);
    this.run = new RunText(language);
  }

  /** Which process failed and when, if known: {@code rank 3 of 8 · node1 · 03:43:11}. */
  public String who(Report report) {
    return String.join(" · ", whoFailed(report));
  }

  /**
   * Which process failed, when and where, as separate parts: rank, node, time of day, the number of
   * waiting ranks, and the frame in the code. Describes the failure; if there is none, the first
   * line that proves the answer.
   */
  public List<String> whoFailed(Report report) {
    RankReport.First first = report.ranks() == null ? null : report.ranks().first();
    FailureReport failure = report.failure();
    if (first != null && isSilent(first, failure)) {
      // The lines that prove the answer belong to ranks that waited.
      String key = first.line() == 0 ? "failure.missing" : "failure.silent";
      return Stream.of(phrases.say(key, String.valueOf(first.rank())), waitingText(report.ranks()))
          .filter(Objects::nonNull)
          .toList();
    }
    if (failure != null) {
      return Stream.concat(
              describeWho(failure.rank(), failure.node(), timeText(failure), report.ranks())
                  .stream(),
              frameBeside(report.lead(), failure).stream())
          .toList();
    }
    return report.findings().stream()
        .limit(1)
        .flatMap(finding -> finding.evidence().stream().limit(1))
        .flatMap(line -> describeWho(line.rank(), line.node(), null, report.ranks()).stream())
        .toList();
  }

  /** Whether the rank that failed first has no line about it. */
  private static boolean isSilent(RankReport.First first, @Nullable FailureReport failure) {
    return first.line() == 0
        || first.rank() != null && failure != null && failure.line() != first.line();
  }

  private List<String> describeWho(
      @Nullable Integer rank,
      @Nullable String node,
      @Nullable String time,
      @Nullable RankReport ranks) {
    return Stream.of(
            rank == null ? null : rankText(rank, ranks),
            node,
            time,
            rank == null ? null : waitingText(ranks))
        .filter(Objects::nonNull)
        .toList();
  }

  private String rankText(int rank, @Nullable RankReport ranks) {
    Integer all = ranks == null || !ranks.by().equals("rank") ? null : ranks.size();
    return all == null
        ? phrases.say("failure.rank", Integer.toString(rank))
        : phrases.say("failure.rank.of", Integer.toString(rank), all.toString());
  }

  private @Nullable String waitingText(@Nullable RankReport ranks) {
    long waited =
        ranks == null || ranks.first() == null
            ? 0
            : ranks.counted().stream().filter(lane -> lane.state().equals("victim")).count();
    return waited == 0 ? null : phrases.say("failure.waited", waited);
  }

  /** {@code 10:02:07}; {@code after 10:02:07} if an earlier line states the time. */
  private @Nullable String timeText(FailureReport failure) {
    String time = timeOfDay(failure.time());
    return time == null || !"after".equals(failure.timeBasis())
        ? time
        : phrases.say("failure.after", time);
  }

  /** {@code 10:02:07} of {@code 2026-03-01T10:02:07.120Z}. */
  static @Nullable String timeOfDay(@Nullable String time) {
    if (time == null) {
      return null;
    }
    String clock = time.substring(time.indexOf('T') + 1);
    return clock.substring(0, Math.min(clock.length(), "10:02:07".length()));
  }

  /**
   * An exception as a title: {@code KeyError: 'labels_v2' in train.py:141, step()}, as far as the
   * log tells.
   */
  public String exceptionTitle(FailureReport failure) {
    String message =
        failure.message() == null ? "" : failure.message().lines().findFirst().orElse("");
    String title =
        String.valueOf(failure.type())
            + (message.isEmpty() ? "" : ": " + LineWriter.cut(message, MAX_MESSAGE));
    FailureReport.Frame frame = failure.frame();
    if (frame == null) {
      return title;
    }
    return phrases.say(
        isInFunction(frame) ? "exception.title.function" : "exception.title",
        title,
        placeIn(frame),
        frame.function());
  }

  private static boolean isInFunction(FailureReport.Frame frame) {
    return !frame.function().isEmpty() && !frame.function().startsWith("<");
  }

  private static String placeIn(FailureReport.Frame frame) {
    return frame.file().substring(frame.file().lastIndexOf('/') + 1) + ":" + frame.line();
  }

  /**
   * {@code train.py:141 step()}: the deciding frame beside a cause that has a page of its own. The
   * title of a class of failures holds it already.
   */
  private static Optional<String> frameBeside(Report.@Nullable Found lead, FailureReport failure) {
    FailureReport.Frame frame = failure.frame();
    if (lead == null || lead.generic() || frame == null || frame.line() == 0) {
      return Optional.empty();
    }
    return Optional.of(placeIn(frame) + (isInFunction(frame) ? " " + frame.function() + "()" : ""));
  }

  /** Where in the code it happened, one sentence per line; empty if no frame was printed. */
  public List<String> originSentences(FailureReport failure) {
    List<String> sentences = new ArrayList<>();
    FailureReport.Frame own = failure.frame();
    if (own != null) {
      sentences.add(
          phrases.say(
              own.function().isEmpty() ? "failure.frame.file" : "failure.frame",
              own.file(),
              Integer.toString(own.line()),
              own.function()));
    }
    FailureReport.Raised raised = failure.raisedIn();
    if (raised != null) {
      sentences.add(
          phrases.say(
              raised.version() == null ? "failure.raised" : "failure.raised.version",
              String.valueOf(raised.library()),
              raised.function(),
              String.valueOf(raised.version())));
    }
    if (failure.alike() > 1) {
      sentences.add(phrases.say("failure.alike", Integer.toString(failure.alike())));
    }
    if (failure.scope() != null) {
      sentences.add(phrases.say("failure.scope." + failure.scope()));
    }
    return sentences;
  }

  /**
   * How often the server met the same failure: {@code 4th time this week, 3 of them on gpu-a02};
   * empty if it was the first time.
   */
  public String seen(SeenReport seen) {
    if (seen.times() < 2) {
      return "";
    }
    Map.Entry<String, Long> most =
        seen.nodes().entrySet().stream()
            .max(Map.Entry.<String, Long>comparingByValue())
            .filter(of -> of.getValue() > 1)
            .orElse(null);
    return most == null
        ? phrases.say("seen.times", seen.times(), suffix(seen.times()))
        : phrases.say(
            most.getValue() == seen.times() ? "seen.times.one" : "seen.times.most",
            seen.times(),
            suffix(seen.times()),
            most.getValue(),
            most.getKey());
  }

  /** {@code st} of 1st, 21st; {@code th} of 4th, 11th; only English uses it. */
  private static String suffix(long number) {
    boolean teen = number / 10 % 10 == 1;
    return switch ((int) (number % 10)) {
      case 1 -> teen ? "th" : "st";
      case 2 -> teen ? "th" : "nd";
      case 3 -> teen ? "th" : "rd";
      default -> "th";
    };
  }

  /** Whether to start the job again, and from where. */
  String retry(RetryReport retry, @Nullable RunReport of) {
    String resume = run.resume(of);
    String advice = retry(retry);
    return resume.isEmpty() ? advice : advice + phrases.say("sentence.gap") + resume;
  }

  private String retry(RetryReport retry) {
    String verdict = retry.verdict().tag();
    String action = phrases.say("retry.action." + retry.action().tag());
    return phrases.say("retry.verdict." + verdict)
        + (action.isEmpty() ? "" : phrases.say("retry.advised." + verdict, action))
        + phrases.say("list.end")
        + phrases.say("sentence.gap")
        + retry.because();
  }
}
