package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.StringTemplateResolver;

class VisibleTextDialectTests {
  private final SpringTemplateEngine engine = new SpringTemplateEngine();

  VisibleTextDialectTests() {
    engine.setTemplateResolver(new StringTemplateResolver());
    engine.addDialect(new VisibleTextDialect());
  }

  @Test
  void visibleHtmlIsWrittenAsItIs() {
    String html = "<b title=a>1</b> &lt;i&gt; <br/>\n<!-- kept -->";

    assertThat(render("<p th:utext='${value}'>x</p>", html)).isEqualTo("<p>" + html + "</p>");
  }

  @Test
  void invisibleCharactersLeaveTextAndAttributesOfHtml() {
    assertThat(
            render(
                "<p th:utext='${value}'>x</p>",
                "<b title=\"a\u202eb\">c\u200bd</b>\u001b[31m<i>e</i>"))
        .isEqualTo("<p><b title=\"ab\">cd</b><i>e</i></p>");
  }

  @Test
  void anEscapeSequenceThatEndsInAnotherElementHidesNoTag() {
    assertThat(render("<p th:utext='${value}'>x</p>", "<b>a\u001b]0;b</b><i>c\u0007d</i>"))
        .isEqualTo("<p><b>a0;b</b><i>cd</i></p>");
  }

  @Test
  void noOtherExpressionIsReadFromHtml() {
    String html = "<b th:text=\"${value}\">[[${value}]]</b>";

    assertThat(render("<p th:utext='${value}'>x</p>", html)).isEqualTo("<p>" + html + "</p>");
  }

  @Test
  void aMissingValueLeavesNothing() {
    assertThat(render("<p th:utext='${other}'>x</p>", "")).isEqualTo("<p></p>");
  }

  @Test
  void invisibleCharactersLeaveText() {
    assertThat(
            render(
                "<p th:title=\"${value}\" th:text='${value}'>x</p>", "<a\u202eb>\u001b[1mc\u00ad"))
        .isEqualTo("<p title=\"&lt;ab&gt;c\">&lt;ab&gt;c</p>");
  }

  private String render(String template, String value) {
    return engine.process(template, new Context(Locale.ENGLISH, Map.of("value", value)));
  }
}
