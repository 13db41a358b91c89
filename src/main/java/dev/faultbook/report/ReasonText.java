package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Reason;
import java.util.Locale;

/** Words for the reasons of findings, facts and contradictions. */
final class ReasonText extends StatementText {
  private final Knowledge knowledge;
  private final LinePlaces places;

  /**
   * @param knowledge provides the titles of entries
   */
  ReasonText(Knowledge knowledge, LinePlaces places, Language language) {
    super(language);
    this.places = places;
    this.knowledge = knowledge;
  }

  /** One or two sentences. */
  String describeReason(Reason reason) {
    return switch (reason) {
      case Reason.FollowsFromFacts facts ->
          joinSentences(phrases.say("reason.facts"), describeStatement(facts.ground()));
      case Reason.OnlyCause(int explained) ->
          explained == 0
              ? phrases.say("reason.only")
              : phrases.say("reason.only.explains", explained);
      case Reason.Ranked ranked -> describeRule(ranked);
      case Reason.Confirmed confirmed ->
          joinSentences(describeReason(confirmed.reason()), describeStatement(confirmed.ground()));
      case Reason.FollowsFrom follows -> phrases.say("reason.follows", titleOf(follows.entry()));
      case Reason.Plain plain ->
          phrases.say("reason." + plain.name().toLowerCase(Locale.ROOT).replace('_', '.'));
    };
  }

  String joinSentences(String... sentences) {
    return String.join(phrases.say("sentence.gap"), sentences);
  }

  private String describeRule(Reason.Ranked by) {
    String name =
        by.rule() == Reason.Rule.PROVEN && by.inferred()
            ? "inferred"
            : by.rule().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return phrases.say(
        (by.above() ? "reason.above." : "reason.below.") + name,
        titleOf(by.other()),
        places.describe(by.line()));
  }

  String titleOf(String entry) {
    return knowledge.findEntry(entry).map(found -> found.pageIn(language).title()).orElse(entry);
  }
}
