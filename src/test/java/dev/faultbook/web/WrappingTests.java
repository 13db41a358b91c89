package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Markdown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrappingTests {
  @Test
  void aCommandBreaksAtItsBlanksAlone() {
    assertThat(CodeWrapping.wrapCommand("python train.py --lr 1\n  nvidia-smi"))
        .isEqualTo(
            "python train.py <span class=\"word\">--lr</span> 1\n"
                + "  <span class=\"word\">nvidia-smi</span>");
    assertThat(CodeWrapping.wrapCommand("")).isEmpty();
  }

  @Test
  void aCommandIsText() {
    assertThat(CodeWrapping.wrapCommand("cat </dev/null && echo '<b>' \"$x\""))
        .isEqualTo(
            "cat <span class=\"word\">&lt;/dev/null</span> &amp;&amp; echo &#39;&lt;b&gt;&#39;"
                + " &quot;$x&quot;");
  }

  @Test
  void commandsOfAPageAreKeptTogetherAndWhatTheyPrintIsNot() {
    String html =
        CodeWrapping.wrapHtml(
            Markdown.toHtml(
                """
                Use `--ipc=host` or `%s`, not dev-shm.

                ```bash
                df -h /dev/shm
                ```
                ```
                tmpfs 64M /dev/shm
                ```
                """
                    .formatted("/a".repeat(20))));
    assertThat(html)
        .contains("<code><span class=\"word\">--ipc=host</span></code>")
        .contains("<code>" + "/a".repeat(20) + "</code>, not dev-shm")
        .contains("df <span class=\"word\">-h</span> <span class=\"word\">/dev/shm</span>\n</code>")
        .contains("tmpfs 64M /dev/shm\n</code>");
  }

  @Test
  void htmlWithoutCodeStaysAsItIs() {
    assertThat(CodeWrapping.wrapHtml("<p>a-b</p>")).isEqualTo("<p>a-b</p>");
    assertThat(CodeWrapping.wrapHtml("")).isEmpty();
  }

  @Test
  void placeholdersAreMarked() {
    assertThat(
            CodeWrapping.markPlaceholders(
                "docker run --rm IMAGE sh -c &quot;pip show PACKAGE&quot;"))
        .isEqualTo(
            "docker run --rm <em class=\"command__blank\">IMAGE</em> sh -c &quot;pip show"
                + " <em class=\"command__blank\">PACKAGE</em>&quot;");
    assertThat(CodeWrapping.markPlaceholders("<span class=\"word\">/proc/PID/environ</span>"))
        .isEqualTo(
            "<span class=\"word\">/proc/<em class=\"command__blank\">PID</em>/environ</span>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NAME=$HOST; echo ${PORT}",
        "kubectl get pods -o custom-columns=NAME:.metadata.name",
        "grep -E &#39;(RUN|JOB|FILE)&#39; x",
        "export LD_LIBRARY_PATH NCCL_DEBUG=INFO",
        "<code data-x=\"IMAGE\">ls</code>"
      })
  void variablesColumnsAndPatternsAreNot(String command) {
    assertThat(CodeWrapping.markPlaceholders(command)).isEqualTo(command);
  }
}
