package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that lines which a terminal broke are read whole, at their numbers. */
class BrokenLinesTests {
  private static final List<String> LOG =
      List.of(
          "$ torchrun --nproc-per-node 8 train.py",
          "[rank3]: Traceback (most recent call last):",
          "[rank3]:   File \"/home/lin/project/train.py\", line 41, in <module>",
          "[rank3]: OSError: We couldn't connect to 'https://huggingface.co' to load this file,"
              + " couldn't find it in the cached files (and it looks like meta-llama/Llama-3.1-8B"
              + " is not the path to a directory containing a file named \"config.json\"). 检查网络连接"
              + " or see https://huggingface.co/docs/transformers/installation#offline-mode",
          "E1120 10:00:00 api.py:882] failed (exitcode: 1) local_rank: 3 (pid: 4711) of binary:"
              + " /opt/conda/envs/train/bin/python, and the launcher ends the other processes (7)");

  @ParameterizedTest
  @ValueSource(ints = {80, 92, 100, 110, 131, 160})
  void joinsWhatATerminalBroke(int columns) {
    StringBuilder pasted = new StringBuilder();
    StringBuilder whole = new StringBuilder();
    for (String line : LOG) {
      List<String> rows = rowsOf(line, columns);
      rows.forEach(row -> pasted.append(row).append('\n'));
      whole.append(line).append("\n".repeat(rows.size()));
    }
    assertThat(join(pasted.toString())).isEqualTo(whole.toString());
    assertThat(join(pasted.substring(0, pasted.length() - 1)) + "\n").isEqualTo(whole.toString());
  }

  @Test
  void leavesTablesAndEqualLinesAlone() {
    String table =
        """
        JobID          JobName  Partition    Account  AllocCPUS      State ExitCode 12
        91005          pretrai        gpu        nlp        256 CANCELLED+      0:0   0
        91005.batch      batch        gpu        nlp        256  CANCELLED     0:15   0
        """;
    String alike =
        """
        step 100 of 9000 (loss 4.0121, learning rate 0.00012, tokens each second 51877 (
        )step 200 of 9000 loss 4.0121, learning rate 0.00012, tokens each second 51877 (
        )step 300 of 9000 loss 4.0121, learning rate 0.00012, tokens each second 51877 (
        )
        """;
    assertThat(join(table)).isEqualTo(table);
    assertThat(join(alike.replace("(", "["))).isEqualTo(alike.replace("(", "["));
  }

  /** The rows of a line on a terminal; a Chinese character takes two columns. */
  private static List<String> rowsOf(String line, int columns) {
    List<String> rows = new ArrayList<>();
    StringBuilder row = new StringBuilder();
    int width = 0;
    for (char c : line.toCharArray()) {
      int more = c > 0x3000 ? 2 : 1;
      if (width + more > columns) {
        rows.add(row.toString());
        row.setLength(0);
        width = 0;
      }
      row.append(c);
      width += more;
    }
    rows.add(row.toString());
    return rows;
  }

  private static String join(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    BrokenLines.join(bytes, 0, bytes.length);
    return new String(bytes, UTF_8);
  }
}
