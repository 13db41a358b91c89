package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.CommandTemplate;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.Remedy;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EntryHtmlTests {
  private static final Page PLAIN =
      page(
          "The device `cuda:0` is lost.",
          remedy("Reset `it`", "See [lost](entry:gpu-lost).\n\n\n\nThen *wait*."));

  private static final Page VARYING =
      page("Rank {{rank|3}} is lost.", remedy("Reset {{gpu|it}}", "On {{node|the node}}."));

  private final EntryHtml html = new EntryHtml();

  private static Page page(String summary, Remedy... remedies) {
    return new Page(Language.EN, "Lost", summary, List.of(), List.of(remedies));
  }

  private static Remedy remedy(String title, String text) {
    return new Remedy(
        title, List.of(), false, text, new CommandTemplate(""), Optional.empty(), Optional.empty());
  }

  private static Report.Fix fix(String title, String explanation) {
    return new Report.Fix(title, title, explanation, "", List.of(), false);
  }

  private static Report.Found found(String summary) {
    return new Report.Found(
        1,
        new Report.Subject("gpu-lost", "cause", "root_cause", "Lost", summary),
        new Report.Standing(1, ""),
        new Report.Label("FB-0001", "gpu", false, "Lost"),
        "/entries/gpu-lost",
        new Report.Proof(List.of(), 0),
        List.of(),
        List.of(),
        Report.Tables.NONE);
  }

  @Test
  void fixedTextIsRenderedOnce() {
    String summary = html.summary(PLAIN, found(PLAIN.summary()));
    Report.Fix fix = fix("Reset `it`", "See [lost](/entries/gpu-lost).\n\nThen *wait*.");

    assertThat(summary).isEqualTo("The device <code>cuda:0</code> is lost.");
    assertThat(html.title(PLAIN, fix)).isEqualTo("Reset <code>it</code>");
    assertThat(html.explanation(PLAIN, fix))
        .isEqualTo(CodeWrapping.wrapHtml(Markdown.toHtml(fix.explanation())))
        .isSameAs(html.explanation(PLAIN, fix));
    assertThat(html.summary(PLAIN, found(PLAIN.summary()))).isSameAs(summary);
    assertThat(html.kept()).isEqualTo(3);
  }

  @Test
  void textWithValuesOfALogIsNotKept() {
    assertThat(html.summary(VARYING, found("Rank 7 is lost."))).isEqualTo("Rank 7 is lost.");
    assertThat(html.title(VARYING, fix("Reset 5", ""))).isEqualTo("Reset 5");
    assertThat(html.explanation(VARYING, fix("Reset 5", "On node7."))).contains("On node7.");
    assertThat(html.kept()).isZero();
  }

  @Test
  void aSharedDiagnosisKeepsTheTextsOfItsEdition() {
    assertThat(html.summary(PLAIN, found("As of old: rank 7."))).isEqualTo("As of old: rank 7.");
    assertThat(html.title(PLAIN, fix("As of old", ""))).isEqualTo("As of old");
    assertThat(html.explanation(PLAIN, fix("Reset `it`", "As of old.")))
        .isEqualTo("<p>As of old.</p>\n");
    assertThat(html.explanation(PLAIN, fix("As of old", "Older."))).isEqualTo("<p>Older.</p>\n");
    assertThat(html.kept()).as("the explanation of this edition").isEqualTo(1);
  }
}
