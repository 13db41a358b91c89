package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies which parts of a command are marked as placeholders for the reader to fill in. */
class CommandBlanksTests {
  @Test
  void placeholdersAreMarked() {
    assertThat(CommandBlanks.mark("docker run --rm IMAGE sh -c &quot;pip show PACKAGE&quot;"))
        .isEqualTo(
            "docker run --rm <em class=\"command__blank\">IMAGE</em> sh -c &quot;pip show"
                + " <em class=\"command__blank\">PACKAGE</em>&quot;");
    assertThat(CommandBlanks.mark("<span class=\"word\">/proc/PID/environ</span>"))
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
    assertThat(CommandBlanks.mark(command)).isEqualTo(command);
  }
}
