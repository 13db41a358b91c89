package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.signature.CaptureType;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTemplateTests {
  private static final String WAITS = "监控线程在 {{seconds|几百}} 秒内没有收到心跳，而 {{gpu|这块卡}} 更旧。";

  @Test
  void aDefaultInChineseStandsWithoutBlanks() {
    assertThat(PageTemplate.fill(WAITS, TemplateValues.NONE)).isEqualTo("监控线程在几百秒内没有收到心跳，而这块卡更旧。");
  }

  @Test
  void aNumberKeepsItsBlanks() {
    TemplateValues values =
        TemplateValues.ofLink(
            Map.of("seconds", "600", "gpu", "T4"),
            Map.of("seconds", CaptureType.TEXT, "gpu", CaptureType.TEXT));
    assertThat(PageTemplate.fill(WAITS, values)).isEqualTo("监控线程在 600 秒内没有收到心跳，而 T4 更旧。");
  }
}
