package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.language.Language;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.Report;
import dev.faultbook.search.KnowledgeIndex;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is offered to look for elsewhere. */
class SearchPhraseTests {
  private static final Diagnoser DIAGNOSER =
      new Diagnoser(new KnowledgeIndex(new Catalogue(TestContent.shipped())));

  private static String phraseOf(String message) {
    String log =
        "Traceback (most recent call last):\n  File \"/work/fit.py\", line 3, in <module>\n    run()\n"
            + message
            + "\n";
    Report report =
        Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(StandardCharsets.UTF_8)), Language.EN);
    return SearchPhrase.of(Objects.requireNonNull(report.failure()), new Redactor());
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
}
