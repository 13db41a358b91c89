package dev.faultbook.report;

import dev.faultbook.language.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The failure itself and the advice on restarting, as sentences. */
public final class FailureText {
  private final Phrases phrases;

  /** Words of a language. */
  public FailureText(Language language) {
    this.phrases = Phrases.of(language);
  }

  /** Who failed and when, as far as the log says: {@code rank 3 · node1 · 03:43:11}. */
  public String who(FailureReport failure) {
    FailureReport.Place place = failure.where();
    return Stream.of(
            place.rank() == null ? null : phrases.say("failure.rank", place.rank().toString()),
            place.node(),
            place.time())
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" · "));
  }

  /** Where in the code it happened, one sentence a line; empty when no frame was printed. */
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
              raised.library(),
              raised.function(),
              raised.version()));
    }
    if (failure.alike() > 1) {
      sentences.add(phrases.say("failure.alike", Integer.toString(failure.alike())));
    }
    return sentences;
  }

  /** Whether to start the job again. */
  public String retry(RetryReport retry) {
    String verdict = phrases.say("retry.verdict." + retry.verdict());
    String action = phrases.say("retry.action." + retry.action());
    return action.isEmpty()
        ? phrases.say("retry.sentence", verdict, retry.because())
        : phrases.say("retry.sentence.action", verdict, action, retry.because());
  }
}
