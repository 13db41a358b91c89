package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.run.Ended;
import dev.faultbook.run.Unit;
import java.text.NumberFormat;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Words for what the job did; the one place from which pages, text and chats take them. */
public final class RunText {
  /** A shorter silence before an error says nothing. */
  private static final double HALF_A_MINUTE = 30;

  private static final double MIN_SILENCE = 300;

  private static final Set<Ended> ENDED_WELL = EnumSet.of(Ended.FINISHED, Ended.RUNNING);

  private final Phrases phrases;

  /** Uses the words of a language. */
  public RunText(Language language) {
    this.phrases = Phrases.of(language);
  }

  /**
   * What the run did in a line: {@code attempt 3 · step 1,240 of 50,000 · last checkpoint 1,000
   * (240 steps lost) · silent for 31 min before the first error}; empty if the log does not tell.
   */
  public String outline(RunReport run) {
    return Stream.of(attempts(run), progress(run), checkpoint(run), silence(run), divergence(run))
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" · "));
  }

  /** What a list of facts about the run can hold, in the order in which it is read. */
  public enum Detail {
    ATTEMPTS,
    PROGRESS,
    CHECKPOINT,
    LOST,
    SILENCE,
    DIVERGENCE
  }

  /** One of the facts of {@link #outline} by itself; null if the log does not tell. */
  public @Nullable String detail(Detail detail, RunReport run) {
    RunReport.LastCheckpoint saved = run.lastCheckpoint();
    return switch (detail) {
      case ATTEMPTS -> attempts(run);
      case PROGRESS -> progress(run);
      case CHECKPOINT -> saved == null ? null : placeOf(saved);
      case LOST -> {
        String amounts = run.lost() == null ? "" : amounts(run.lost());
        yield amounts.isEmpty() ? null : amounts;
      }
      case SILENCE -> silentFor(run);
      case DIVERGENCE -> divergence(run);
    };
  }

  /** The title of the answer for a log without a failure. */
  public String healthyTitle(@Nullable RunReport run) {
    if (run == null || run.ended() != Ended.FINISHED && run.ended() != Ended.RUNNING) {
      return phrases.say("healthy.title");
    }
    String key = "run." + run.ended().tag();
    String reached = progress(run);
    return reached == null ? phrases.say(key) : phrases.say(key + ".at", reached);
  }

  /**
   * What the errors of a healthy run came to; for a run at work also where to look if it is gone.
   *
   * @param handled number of handled findings
   */
  public String healthyLead(RunReport run, int handled) {
    Stream<String> sentences =
        Stream.of(
            handled == 0 ? null : phrases.say("run.handled", handled),
            run.ended() == Ended.RUNNING ? phrases.say("run.running.lead") : null);
    return String.join(phrases.say("sentence.gap"), sentences.filter(Objects::nonNull).toList());
  }

  /**
   * Whether the run can be resumed, from where, and what is lost; empty if it did not fail or the
   * log shows no steps of a training.
   */
  public String resume(@Nullable RunReport run) {
    if (run == null || run.ended() == null || ENDED_WELL.contains(run.ended())) {
      return "";
    }
    RunReport.LastCheckpoint saved = run.lastCheckpoint();
    String reached = progress(run);
    if (saved != null) {
      return phrases.say("run.resume", placeOf(saved)) + lost(run.lost());
    }
    return reached == null || run.unit() != Unit.STEP && run.unit() != Unit.EPOCH
        ? ""
        : phrases.say("run.resume.none", reached);
  }

  /** {@code step 1,000 (/mnt/ckpt/step_1000)}. */
  private String placeOf(RunReport.LastCheckpoint saved) {
    if (saved.step() == null) {
      return saved.path() == null
          ? phrases.say("run.line", Long.toString(saved.line()))
          : saved.path();
    }
    String step = phrases.say("run.step", formatNumber(saved.step()));
    return saved.path() == null ? step : phrases.say("run.resume.path", step, saved.path());
  }

  private String lost(RunReport.@Nullable Lost lost) {
    if (lost == null) {
      return phrases.say("run.resume.end");
    }
    String amounts = amounts(lost);
    return amounts.isEmpty()
        ? phrases.say("run.resume.end")
        : phrases.say("run.resume.lost", amounts);
  }

  /** {@code 150 steps, 10 min, 10.6 GPU hours}; empty if nothing is lost. */
  private String amounts(RunReport.Lost lost) {
    Number steps = lost.steps();
    Double hours = lost.gpuHours();
    return steps != null && steps.doubleValue() == 0
        ? ""
        : Stream.of(
                steps == null ? null : phrases.say("run.lost.steps", formatNumber(steps)),
                // Lines without times state a few seconds at most.
                lost.seconds() == null || lost.seconds() < HALF_A_MINUTE
                    ? null
                    : duration(lost.seconds()),
                hours == null || hours == 0
                    ? null
                    : phrases.say("run.lost.gpu-hours", formatNumber(hours)))
            .filter(Objects::nonNull)
            .collect(Collectors.joining(phrases.say("list.clause")));
  }

  private @Nullable String divergence(RunReport run) {
    RunReport.Diverged diverged = run.diverged();
    if (diverged == null) {
      return null;
    }
    String name = phrases.say("run." + diverged.value());
    String began = phrases.say("run.diverged", name, placeOf(diverged.step(), diverged.line()));
    RunReport.Measurement shown =
        diverged.gradNorm() == null ? diverged.before() : diverged.gradNorm();
    Number value = shown.value();
    return value == null
        ? began
        : phrases.say(
            "run.diverged.before",
            began,
            shown == diverged.before() ? name : phrases.say("run.grad_norm"),
            formatNumber(value),
            placeOf(shown.step(), shown.line()));
  }

  private String placeOf(@Nullable Number step, long line) {
    return step == null
        ? phrases.say("run.line", Long.toString(line))
        : phrases.say("run.step", formatNumber(step));
  }

  private @Nullable String attempts(RunReport run) {
    int attempts = run.attempts().size();
    if (attempts < 2) {
      return null;
    }
    boolean well = run.ended() == Ended.FINISHED || run.ended() == Ended.RUNNING;
    if (well || run.sameFailure() == null) {
      return phrases.say("run.attempt", attempts, attempts);
    }
    if (!run.sameFailure()) {
      return phrases.say("run.attempt.different", attempts, attempts);
    }
    String type = run.failureType();
    String same =
        type == null
            ? phrases.say("run.attempt.same", attempts)
            : phrases.say(
                "run.attempt.same.type", attempts, type.substring(type.lastIndexOf('.') + 1));
    return run.stepsIn() == null
        ? same
        : phrases.say("run.attempt.same.in", same, formatNumber(run.stepsIn()));
  }

  private @Nullable String progress(RunReport run) {
    Unit unit = run.unit();
    if (unit == null || run.lastStep() == null) {
      return null;
    }
    String key = "run." + unit.tag();
    String last = formatNumber(run.lastStep());
    return run.totalSteps() == null
        ? phrases.say(key, last)
        : phrases.say(key + ".of", last, formatNumber(run.totalSteps()));
  }

  private @Nullable String checkpoint(RunReport run) {
    RunReport.LastCheckpoint saved = run.lastCheckpoint();
    if (saved == null || run.ended() == Ended.FINISHED) {
      return null;
    }
    String step = saved.step() == null ? String.valueOf(saved.path()) : formatNumber(saved.step());
    if (saved.step() == null && saved.path() == null) {
      return null;
    }
    RunReport.Lost lost = run.lost();
    return lost == null || lost.steps() == null || lost.steps().doubleValue() == 0
        ? phrases.say("run.checkpoint", step)
        : phrases.say("run.checkpoint.lost", step, formatNumber(lost.steps()));
  }

  private @Nullable String silence(RunReport run) {
    String silent = silentFor(run);
    return silent == null ? null : phrases.say("run.silent", silent);
  }

  private @Nullable String silentFor(RunReport run) {
    Double silent = run.silentSeconds();
    return silent == null || silent < MIN_SILENCE ? null : duration(silent);
  }

  /** {@code 31 min}, {@code 2 h 5 min}. */
  private String duration(double seconds) {
    long minutes = Math.round(seconds / 60);
    return minutes < 60
        ? phrases.say("duration.in-minutes", Long.toString(minutes))
        : phrases.say(
            "duration.in-hours", Long.toString(minutes / 60), Long.toString(minutes % 60));
  }

  /** {@code 50,000}; a fraction of an epoch keeps two digits. */
  public static String formatNumber(Number number) {
    NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
    format.setMaximumFractionDigits(2);
    return format.format(number);
  }
}
