package dev.faultbook.comparison;

import dev.faultbook.comparison.Comparison.Behind;
import dev.faultbook.comparison.Comparison.Common;
import dev.faultbook.comparison.Comparison.FactDifference;
import dev.faultbook.comparison.Comparison.Kind;
import dev.faultbook.comparison.Comparison.Kinds;
import dev.faultbook.content.Language;
import dev.faultbook.report.LineWriter;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.ReportWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders a comparison as plain text for a terminal. */
public final class TextComparison {
  private static final int MAX_KINDS = 12;
  private static final int MAX_LANES = 16;
  private static final int MAX_LENGTH = 200;

  private final Comparison comparison;
  private final Phrases phrases;
  private final LineWriter out = new LineWriter();

  private TextComparison(Comparison comparison, Language language) {
    this.comparison = comparison;
    this.phrases = Phrases.of(language);
  }

  /**
   * Renders a comparison, followed by the diagnosis of the bad log.
   *
   * @param base address of the pages, put before their paths; empty if there is no server
   */
  public static String toText(Comparison comparison, Language language, String base) {
    TextComparison text = new TextComparison(comparison, language);
    text.writeComparison();
    text.writeHeading("text.compare.diagnosis");
    text.out.writeBlank();
    return text.out + ReportWriter.toText(comparison.diagnosis(), language, base);
  }

  private void writeComparison() {
    if (comparison.same()) {
      writePhrase("text.compare.same");
    } else if (comparison.first() == null) {
      writePhrase("text.compare.samelines");
    }
    writeFirst();
    writeNext();
    writeHeading("text.compare.ends");
    writeKind("good", comparison.ends().good());
    writeKind("bad", comparison.ends().bad());
    writeFacts();
    writeBehind();
    writeKinds("text.compare.onlybad", comparison.onlyBad());
    writeKinds("text.compare.missing", comparison.missing());
    if (!comparison.inBoth().isEmpty()) {
      writeHeading("text.compare.inboth", String.join(", ", comparison.inBoth()));
    }
    if (!comparison.complete()) {
      writeHeading("text.compare.incomplete", Integer.toString(ComparedRun.MAX_STEPS));
    }
  }

  private void writeFirst() {
    Comparison.First first = comparison.first();
    if (first != null) {
      writePhrase("text.compare.first");
      if (first.after() != null) {
        writeCommon(first.after());
      }
      writeKind("good", first.good());
      writeKind("bad", first.bad());
    }
  }

  private void writeNext() {
    if (comparison.next() != null) {
      writeHeading("text.compare.next");
      if (comparison.reached() != null) {
        writeCommon(comparison.reached());
      }
      writeKind("then", comparison.next());
    }
  }

  private void writeFacts() {
    if (comparison.facts().isEmpty()) {
      return;
    }
    writeHeading("text.compare.facts");
    for (FactDifference fact : comparison.facts()) {
      String good = joinValues(fact.good());
      out.writeLine(
          "  " + phrases.say("text.compare.fact", fact.fact(), good, joinValues(fact.bad())));
    }
  }

  private String joinValues(List<String> values) {
    return values.isEmpty() ? phrases.say("text.compare.unsaid") : String.join(" / ", values);
  }

  private void writeBehind() {
    if (comparison.behind().isEmpty()) {
      return;
    }
    writeHeading("text.compare.behind");
    for (Behind step : comparison.behind()) {
      List<String> lanes = step.lanes().stream().limit(MAX_LANES).toList();
      String rest = lanes.size() < step.lanes().size() ? ", …" : "";
      out.writeLine("  " + cut(step.text()));
      String reached = Integer.toString(step.bad());
      String all = Integer.toString(step.bad() + step.lanes().size());
      String late = String.join(", ", lanes) + rest;
      out.writeLine("    " + phrases.say("text.compare.lacking", reached, all, late));
    }
  }

  private void writeKinds(String key, Kinds kinds) {
    if (kinds.total() == 0) {
      return;
    }
    writeHeading(key, Integer.toString(kinds.total()));
    for (Kind kind : kinds.lines().stream().limit(MAX_KINDS).toList()) {
      String count = kind.count() > 1 ? "  ×" + kind.count() : "";
      String entry = kind.entry() == null ? "" : "  [" + kind.entry() + "]";
      out.writeLine("  " + kind.line() + ": " + cut(kind.text()) + count + entry);
    }
    if (kinds.total() > MAX_KINDS) {
      out.writeLine("  …");
    }
  }

  private void writeCommon(Common common) {
    if (common.badText() == null) {
      String lines = common.goodLine() + " | " + common.badLine();
      out.writeLine(labelOf("both") + lines + ": " + cut(common.text()));
      return;
    }
    // The same step with different numbers: NCCL version 2.21.5, NCCL version 2.27.3.
    out.writeLine(labelOf("good") + common.goodLine() + ": " + cut(common.text()));
    out.writeLine(labelOf("bad") + common.badLine() + ": " + cut(common.badText()));
  }

  private void writeKind(String label, @Nullable Kind kind) {
    String text =
        kind == null ? phrases.say("text.compare.nothing") : kind.line() + ": " + cut(kind.text());
    out.writeLine(labelOf(label) + text);
  }

  private String labelOf(String name) {
    return "  " + phrases.say("text.compare." + name);
  }

  private void writeHeading(String key, Object... arguments) {
    out.writeBlank();
    writePhrase(key, arguments);
  }

  private void writePhrase(String key, Object... arguments) {
    out.writeLine(phrases.say(key, arguments));
  }

  private static String cut(String text) {
    return LineWriter.cut(text, MAX_LENGTH);
  }
}
