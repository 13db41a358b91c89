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

  @Test
  void proseKeepsParagraphsApartAndLeavesOutWhatAnnouncesACommand() {
    StringBuilder out = new StringBuilder();
    MarkdownText.appendProse(
        """
        The card *fell off*
        the bus. Look at the log:

        ```bash
        dmesg
        ```
        ### 2. Drain the node [root]
        <!-- verified: documentation -->
        45 alone proves nothing. The number says more.
        - Power lost
        - A cable: see [the page](entry:gpu-fell-off-bus)
        1. Stop the jobs
        看内核日志。命令如下：
        """,
        out);
    assertThat(out.toString().split("\u2029"))
        .containsExactly(
            "The card fell off the bus.",
            "45 alone proves nothing. The number says more.",
            "Power lost",
            "A cable: see the page",
            "Stop the jobs 看内核日志。");
  }
}
