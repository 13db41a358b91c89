package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Language;
import org.junit.jupiter.api.Test;

class FormatterTests {

  @Test
  void aHeadlineDoesNotBreakBetweenANumberAndItsUnit() {
    assertThat(new Formatter(Language.ZH).headline("申请 2.00 GiB，23.65 GiB 中只剩 1.10 GiB"))
        .isEqualTo("申请 2.00\u00a0GiB，23.65\u00a0GiB 中只剩 1.10\u00a0GiB");
    assertThat(new Formatter(Language.EN).headline("Xid 79 after 2 ranks within 600000 ms"))
        .isEqualTo("Xid 79 after 2 ranks within 600000\u00a0ms");
  }
}
