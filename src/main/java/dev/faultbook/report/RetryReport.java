package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.content.Retry;
import dev.faultbook.diagnosis.RetryAdvice;
import java.time.Duration;
import java.util.Locale;

/**
 * Whether the job can be started again.
 *
 * @param because the reason, in a sentence
 */
public record RetryReport(Retry.Verdict verdict, Retry.Action action, String because) {

  /** Whether somebody or something outside ended the job, so that there is nothing to mend. */
  public boolean endedFromOutside() {
    return verdict == Retry.Verdict.MAY_RECOVER && action == Retry.Action.NONE;
  }

  static RetryReport fromAdvice(RetryAdvice advice, LinePlaces places, Language language) {
    Phrases phrases = Phrases.of(language);
    String because =
        switch (advice.reason()) {
          case RetryAdvice.Reason.Stated stated -> stated.retry().because().in(language);
          case RetryAdvice.Case basis ->
              phrases.say(
                  "retry.because." + basis.name().toLowerCase(Locale.ROOT).replace('_', '-'));
          case RetryAdvice.Reason.Idle idle ->
              phrases.say("retry.because.idle", describeDuration(idle.time(), phrases));
          case RetryAdvice.Reason.Tabulated(var sighting) ->
              phrases.say(
                  "code.because",
                  CodeReport.label(sighting.code(), language),
                  sighting.code().meaning().in(language));
          case RetryAdvice.Reason.Repeated(var event) -> CodeReport.rule(event, places, language);
        };
    return new RetryReport(advice.verdict(), advice.action(), because);
  }

  private static String describeDuration(Duration time, Phrases phrases) {
    String hours = Long.toString(time.toHours());
    String minutes = Integer.toString(time.toMinutesPart());
    return time.toHours() == 0
        ? phrases.say("duration.in-minutes", minutes)
        : phrases.say("duration.in-hours", hours, minutes);
  }
}
