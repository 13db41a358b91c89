package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineHtmlTests {
  private static final LogView.Columns NONE = new LogView.Columns(false, false, "");
  private static final LogView.Columns BOTH = new LogView.Columns(true, true, "");

  private static LogView.Line line(String mark, String note, StyledText... pieces) {
    return new LogView.Line(12, 3, "10:02:07", "rank <3>", List.of(pieces), mark, note);
  }

  @Test
  void anOrdinaryLineHasItsNumberWithinTheFileAndItsAddressWithinTheLog() {
    assertThat(LineHtml.write(List.of(line("", "", new StyledText("step 1", "", ""))), NONE))
        .isEqualTo(
            "<div class=\"ln\" id=\"L12\"><a class=\"ln__number\" tabindex=\"-1\" href=\"#L12\">3</a>"
                + "<code>step 1</code></div>");
  }

  @Test
  void columnsStandBesideTheText() {
    assertThat(LineHtml.write(List.of(line("", "")), BOTH))
        .contains(
            "<span class=\"ln__time\">10:02:07</span><span class=\"ln__lane\">rank &lt;3&gt;</span>");
  }

  @Test
  void evidenceIsMarkedAndColoursAreClasses() {
    String html =
        LineHtml.write(
            List.of(
                line(
                    "root",
                    "Out of \"memory\"",
                    new StyledText("torch: ", "ansi--bold", ""),
                    new StyledText("out of memory", "ansi--bold", "root"))),
            NONE);
    assertThat(html)
        .startsWith(
            "<div class=\"ln ln--hit ln--root\" id=\"L12\" title=\"Out of &quot;memory&quot;\">")
        .contains("<span class=\"ansi--bold\">torch: </span>")
        .contains("<mark class=\"mark--root\">out of memory</mark>");
  }

  @Test
  void textOfALogNeverBecomesATag() {
    String hostile = "<script>alert('1')</script> & \"é 训练\"";
    for (String mark : List.of("", "root")) {
      assertThat(LineHtml.write(List.of(line("", "", new StyledText(hostile, "", mark))), NONE))
          .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;é 训练&quot;")
          .doesNotContain("<script");
    }
  }
}
