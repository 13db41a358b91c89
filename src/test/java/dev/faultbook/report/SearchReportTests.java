package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the phrase that a report offers for a web search. */
class SearchReportTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static @Nullable SearchReport searchFor(String message) {
    String log =
        "Traceback (most recent call last):\n  File \"/work/fit.py\", line 3, in <module>\n    run()\n"
            + message
            + "\n";
    return Report.fromDiagnosis(
            DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN)
        .search();
  }

  private static String phraseOf(String message) {
    SearchReport search = searchFor(message);
    return search == null ? "" : search.phrase();
  }

  @Test
  void isTheExactMessage() {
    assertThat(phraseOf("widgets.FoldError: fold 3 of plan 'b' & co has no  left edge"))
        .isEqualTo("widgets.FoldError: fold 3 of plan 'b' & co has no left edge");
  }

  @Test
  void endsBeforeWhatNamesTheReader() {
    assertThat(phraseOf("FoldError: no plan for jane.doe@example.com in the store"))
        .isEqualTo("FoldError: no plan for");
    assertThat(phraseOf("FoldError: rejected token=ghp_0123456789abcdefghijABCDEFGHIJ012345 twice"))
        .startsWith("FoldError: rejected")
        .doesNotContain("ghp_");
  }

  @Test
  void endsWithAWholeWordAndFitsASearchField() {
    String phrase = phraseOf("FoldError: " + "edge ".repeat(200));
    assertThat(phrase).endsWith("edge").hasSizeLessThanOrEqualTo(120);
    assertThat(phraseOf("FoldError: " + "x".repeat(500))).isEqualTo("FoldError:");
  }

  @Test
  void hasNoQuotes() {
    assertThat(phraseOf("FoldError: unknown plan \"b\" here"))
        .isEqualTo("FoldError: unknown plan b here");
  }

  @Test
  void saysNothingWhereTheMessageDoes() {
    assertThat(phraseOf("FooErr")).isEmpty();
  }

  @Test
  void addressQuotesAndEncodesThePhrase() {
    SearchReport search = searchFor("FoldError: plan 'b' & co: 100 % of c++ #3");
    assertThat(search).isNotNull();
    assertThat(search.url())
        .isEqualTo(
            "https://github.com/search?type=issues&q="
                + "%22FoldError%3A+plan+%27b%27+%26+co%3A+100+%25+of+c%2B%2B+%233%22");
  }

  @Test
  void isNotMadeWhereAPageExplainsTheFailure() {
    assertThat(searchFor("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."))
        .isNull();
  }

  @Test
  void standsInTextAndMarkdown() {
    Report report =
        Report.fromDiagnosis(
            DIAGNOSER.diagnose(
                "FoldError: fold 3 has no left edge\n".getBytes(StandardCharsets.UTF_8)),
            Language.EN);
    assertThat(report.search()).isNotNull();
    assertThat(ReportWriter.toText(report, Language.EN, "http://localhost"))
        .contains("Search GitHub for the exact message:\n    " + report.search().url());
    assertThat(ReportWriter.toMarkdown(report, Language.EN, "http://localhost"))
        .contains("[Search GitHub for the exact message](" + report.search().url() + ")");
  }
}
