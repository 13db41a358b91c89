package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;

class HtmlTextTests {
  @Test
  void everyCharacterIsEscapedAsSpringDoesIt() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String text = "a" + (char) c + "b";

      assertThat(escape(text)).isEqualTo(HtmlUtils.htmlEscape(text, "UTF-8"));
    }
  }

  @Test
  void textIsAppended() {
    StringBuilder html = new StringBuilder("<b>");
    HtmlText.appendText("<&>\"' x '\"<", html);
    HtmlText.appendText("", html);

    assertThat(html).hasToString("<b>&lt;&amp;&gt;&quot;&#39; x &#39;&quot;&lt;");
  }

  private static String escape(String text) {
    StringBuilder html = new StringBuilder();
    HtmlText.appendText(text, html);
    return html.toString();
  }
}
