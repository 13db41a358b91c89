package dev.faultbook.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTextTests {

  @Test
  void onlyLinksLoseTheirBrackets() {
    StringBuilder out = new StringBuilder();
    MarkdownText.appendText(
        "### 1. Drain *it* [root]\n- [掉卡](entry:gpu-fell-off-bus): `block: [61,0,0]`\n[open\n",
        out);
    assertThat(out).hasToString("1. Drain it [root]\n掉卡: block: [61,0,0]\n[open\n");
  }
}
