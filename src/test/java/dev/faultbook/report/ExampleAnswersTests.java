package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.signature.Condition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Verifies the answers to all example logs: the first remedy fits the log, and no variable is left
 * unfilled, and all parts of an answer speak of one event.
 */
class ExampleAnswersTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();
  private static final Pattern UNFILLED =
      Pattern.compile("\\{\\{[a-z][a-z0-9_.]*(?:\\|[^}]*)?\\}\\}");
  private static final Pattern MENTIONS_THE_LOG =
      Pattern.compile("(?i)\\b(?:your|this|the pasted) logs?\\b|你的日志|您的日志|该日志|此日志|本日志|这份日志");

  @Test
  void theFirstRemedyFitsTheLogAndAllPartsSpeakOfOneEvent() {
    List<String> wrong = new ArrayList<>();
    int answered = 0;
    for (Entry entry : KNOWLEDGE.entries()) {
      for (ExampleLog log : entry.logs()) {
        Diagnosis diagnosis = DIAGNOSER.diagnose(log.bytes());
        Report report = Report.fromDiagnosis(diagnosis, Language.EN);
        for (int i = 0; i < report.findings().size(); i++) {
          answered++;
          String place = entry.id() + "/" + log.name() + " " + report.findings().get(i).entry();
          check(diagnosis, diagnosis.findings().get(i), report.findings().get(i), place, wrong);
        }
        if (report.lead() != null) {
          Finding lead = diagnosis.findings().getFirst();
          OneTruth.check(report, lead, entry.id() + "/" + log.name(), wrong);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(answered).isGreaterThan(1000);
  }

  private static void check(
      Diagnosis diagnosis, Finding finding, Report.Found found, String place, List<String> wrong) {
    Page page = finding.entry().pageIn(Language.EN);
    Map<String, String> captures = new HashMap<>();
    diagnosis
        .facts()
        .all()
        .forEach(
            (name, values) -> {
              if (values.size() == 1) {
                captures.put(name, values.getFirst().text());
              }
            });
    captures.putAll(finding.captures());
    boolean anyFits = page.remedies().stream().anyMatch(r -> fits(r, captures, diagnosis));
    List<Report.Fix> fixes = found.remedies();
    if (anyFits && !fixes.isEmpty()) {
      Remedy first =
          page.remedies().stream()
              .filter(r -> isSame(r, fixes.getFirst()))
              .findFirst()
              .orElseThrow();
      if (!fits(first, captures, diagnosis)) {
        wrong.add(place + ": not decided: " + first.title());
      }
    }
    for (Report.Fix fix : fixes) {
      if (UNFILLED.matcher(fix.text() + fix.command()).find()) {
        wrong.add(place + ": left open: " + fix.command());
      }
    }
  }

  private static boolean fits(Remedy remedy, Map<String, String> captures, Diagnosis diagnosis) {
    return remedy
        .when()
        .map(when -> when.evaluate(captures, diagnosis.facts()::values) == Condition.Truth.TRUE)
        .orElse(true);
  }

  /** Compares the titles up to the first variable. */
  private static boolean isSame(Remedy remedy, Report.Fix fix) {
    int open = remedy.title().indexOf("{{");
    return open < 0
        ? fix.title().equals(remedy.title())
        : fix.title().startsWith(remedy.title().substring(0, open));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void aPageIsReadWithoutALogToo(Language language) {
    List<String> wrong = new ArrayList<>();
    for (Entry entry : KNOWLEDGE.entries()) {
      Page page = entry.pageIn(language);
      List<String> texts = new ArrayList<>(List.of(page.summary()));
      page.sections().forEach(section -> texts.add(section.markdown()));
      for (String text : texts) {
        String shown = PageTemplate.fill(text, TemplateValues.NONE);
        if (MENTIONS_THE_LOG.matcher(shown).find() || UNFILLED.matcher(shown).find()) {
          wrong.add(entry.id() + ": " + shown);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
