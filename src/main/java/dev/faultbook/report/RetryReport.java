package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.content.Retry;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.RetryAdvice;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /** The advice of a diagnosis; null if the log shows no failure. */
  static @Nullable RetryReport fromDiagnosis(
      Diagnosis diagnosis, LinePlaces places, Language language) {
    return diagnosis.retry().map(advice -> fromAdvice(advice, places, language)).orElse(null);
  }

  private static RetryReport fromAdvice(RetryAdvice advice, LinePlaces places, Language language) {
    String because =
        switch (advice.reason()) {
          case RetryAdvice.Reason.Stated stated -> stated.retry().because().in(language);
          case RetryAdvice.Case basis ->
              Phrases.of(language)
                  .say("retry.because." + basis.name().toLowerCase(Locale.ROOT).replace('_', '-'));
          case RetryAdvice.Reason.Idle idle -> idleSentence(idle.time(), Phrases.of(language));
          case RetryAdvice.Reason.Tabulated tabulated ->
              CodeReport.because(tabulated.sighting(), language);
          case RetryAdvice.Reason.Repeated repeated ->
              CodeReport.rule(repeated.event(), places, language);
        };
    return new RetryReport(advice.verdict(), advice.action(), because);
  }

  private static String idleSentence(Duration time, Phrases phrases) {
    String hours = Long.toString(time.toHours());
    String minutes = Integer.toString(time.toMinutesPart());
    return phrases.say(
        "retry.because.idle",
        time.toHours() == 0
            ? phrases.say("duration.in-minutes", minutes)
            : phrases.say("duration.in-hours", hours, minutes));
  }
}
