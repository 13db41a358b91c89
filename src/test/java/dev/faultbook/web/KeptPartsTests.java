package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

class KeptPartsTests {
  private final KeptParts parts = new KeptParts(engine());
  private final KeptParts.Parts english = parts.in(Locale.ENGLISH);
  private final KeptParts.Parts chinese = parts.in(Locale.SIMPLIFIED_CHINESE);

  private static SpringTemplateEngine engine() {
    ResourceBundleMessageSource messages = new ResourceBundleMessageSource();
    messages.setBasename("messages");
    messages.setDefaultEncoding(StandardCharsets.UTF_8.name());
    messages.setFallbackToSystemLocale(false);
    ClassLoaderTemplateResolver templates = new ClassLoaderTemplateResolver();
    templates.setPrefix("templates/");
    templates.setSuffix(".html");
    SpringTemplateEngine engine = new SpringTemplateEngine();
    engine.setTemplateEngineMessageSource(messages);
    engine.setTemplateResolver(templates);
    engine.addDialect(new VisibleTextDialect());
    return engine;
  }

  @Test
  void aPartIsRenderedOnce() {
    assertThat(parts.in(Locale.ENGLISH).navigation()).isSameAs(english.navigation());
    assertThat(english.risks(List.of("restart"))).isSameAs(english.risks(List.of("restart")));
  }

  @Test
  void eachLanguageHasItsOwnParts() {
    assertThat(english.navigation()).startsWith("<nav aria-label=").contains(">Codes</a>");
    assertThat(chinese.navigation()).startsWith("<nav aria-label=").doesNotContain(">Codes</a>");
    assertThat(english.foot()).startsWith("<footer").isNotEqualTo(chinese.foot());
    assertThat(english.kind(true)).isNotEqualTo(chinese.kind(true));
  }

  @Test
  void aPartDependsOnItsValue() {
    assertThat(english.strip("gpu"))
        .containsOnlyOnce("strip__broken")
        .contains("aria-current=\"true\">GPU</li>")
        .isNotEqualTo(english.strip("host"));
    assertThat(english.vote("disk-full")).contains("action=\"/entries/disk-full/feedback\"");
    assertThat(english.vote("gpu-lost")).contains("action=\"/entries/gpu-lost/feedback\"");
    assertThat(english.kind(true)).contains("fix__kind--check").contains(">Check</span>");
    assertThat(english.kind(false)).doesNotContain("fix__kind--check").contains(">Fix</span>");
    assertThat(english.risks(List.of())).isEmpty();
    assertThat(english.risks(List.of("restart", "root")))
        .contains("risk--restart")
        .contains("risk--root");
  }

  @Test
  void theBarOfALogHasStepsForEvidenceAndLinksForSavedLogs() {
    assertThat(english.logBar(true, false)).contains("id=\"prev\"").doesNotContain("linkline");
    assertThat(english.logBar(false, true)).doesNotContain("id=\"prev\"").contains("linkline");
  }

  @Test
  void eachStateOfARankHasItsSign() {
    assertThat(
            List.of("first", "failed", "victim", "watchdog", "silent", "behind", "ok").stream()
                .map(kind -> english.sign(kind).strip()))
        .doesNotHaveDuplicates()
        .allMatch(sign -> sign.contains("class=\"sign sign--"))
        .allMatch(sign -> sign.indexOf('<') == sign.lastIndexOf('<'));
  }
}
