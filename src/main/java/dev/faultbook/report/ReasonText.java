package dev.faultbook.report;

import dev.faultbook.compatibility.Inferred;
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
      case Reason.Above above ->
          describeRule("above.", above.rule(), above.inferred(), above.other(), above.line());
      case Reason.Below below ->
          describeRule("below.", below.rule(), below.inferred(), below.other(), below.line());
      case Reason.Confirmed confirmed ->
          joinSentences(describeReason(confirmed.reason()), describeStatement(confirmed.ground()));
      case Reason.FollowsFrom follows -> phrases.say("reason.follows", titleOf(follows.entry()));
      case Reason.Plain plain ->
          phrases.say("reason." + plain.name().toLowerCase(Locale.ROOT).replace('_', '.'));
    };
  }

  /** How a fact was derived that no line states. */
  String describeInferred(Inferred inferred) {
    return switch (inferred) {
      case Inferred.Capability known ->
          phrases.say("inferred.capability", known.gpu(), known.capability());
      case Inferred.VersionSuffix suffix -> phrases.say("inferred.suffix");
      case Inferred.BuildForCuda build -> phrases.say("inferred.build", build.release());
      case Inferred.CudaOfPip pip -> phrases.say("inferred.cuda.pip");
      case Inferred.CudaOfNccl nccl -> phrases.say("inferred.cuda.nccl");
      case Inferred.CudaOfToolkit toolkit -> phrases.say("inferred.cuda.toolkit");
    };
  }

  private String joinSentences(String... sentences) {
    return String.join(phrases.say("sentence.gap"), sentences);
  }

  private String describeRule(
      String order, Reason.Rule rule, boolean inferred, String other, long line) {
    String name =
        rule == Reason.Rule.PROVEN && inferred
            ? "inferred"
            : rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return phrases.say("reason." + order + name, titleOf(other), places.describe(line));
  }

  String titleOf(String entry) {
    return knowledge.findEntry(entry).map(found -> found.pageIn(language).title()).orElse(entry);
  }
}
