package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies that the work, counted in decoded lines, is linear in the size of the log. */
class LinearityTests {
  private static long read(String log) {
    FailureReader reader = LogOf.FORMATS.createReader();
    LogOf.failures(log.getBytes(StandardCharsets.UTF_8), reader);
    return reader.linesRead();
  }

  @Test
  void ordinaryLinesAreNotDecoded() {
    String ordinary =
        "[rank0]: step 17 loss 2.31 lr 3e-4 grad_norm 0.82 412.3 samples/s mem 71.2 GiB\n"
            + "n1:4103:4711 [3] NCCL INFO Channel 02/0 : 3[3] -> 4[4] via P2P/CUMEM\n"
            + "2026-11-21 03:43:11,123 - trainer - INFO - epoch 1 iter 20 eta 3:12:11\n";
    assertThat(read(ordinary.repeat(1000))).isZero();
  }

  @Test
  void aFailureCostsItsOwnLinesAndAFewAfterIt() {
    long alone = read(Blocks.KEY_ERROR);
    long followed = read(Blocks.KEY_ERROR + "everything as usual\n".repeat(10_000));
    assertThat(followed - alone).isLessThan(120);
  }

  /** Blocks in which every line is a failure or resembles one. */
  static Stream<String> blocks() {
    return Stream.of(
        Blocks.KEY_ERROR + Blocks.TERMINATE + Blocks.RICH,
        "RuntimeError: CUDA error: device-side assert triggered\n",
        "[rank3]: ERROR: the disk is slow\n",
        "Traceback (most recent call last):\n",
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    f()\n",
        Blocks.KEY_ERROR
            + "\nDuring handling of the above exception, another exception occurred:\n\n",
        "{\"exception\": \"Traceback (most recent call last):\\n  File \\\"a.py\\\", line 1\\nOSError: x\"}\n",
        "  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n",
        "\u256d\u2500 Traceback (most recent call last) \u2500\u256e\n",
        "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-11-21T03:43:11 ***\n",
        "thread 'main' panicked at src/main.rs:1:1:\n",
        "Fatal Python error: Segmentation fault\n",
        "terminate called after throwing an instance of 'c10::Error'\n");
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void timesAsManyFailuresCostTimesTheWork(String block) {
    int lines = 400 / (int) block.lines().count() + 1;
    long once = read(block.repeat(lines));
    for (int times : new int[] {2, 4, 8}) {
      assertThat(read(block.repeat(lines * times)))
          .as("%d times", times)
          .isBetween(1L, times * once + 120);
    }
  }

  @Test
  void asManyRanksCostNoMore() {
    long once = read(ranks(500));
    for (int times : new int[] {2, 4, 8}) {
      assertThat(read(ranks(500 * times))).isBetween(1L, times * once + 120);
    }
  }

  private static String ranks(int ranks) {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      String prefix = "[rank" + rank + "]: ";
      Blocks.KEY_ERROR.lines().forEach(l -> log.append(prefix).append(l).append('\n'));
    }
    return log.toString();
  }
}
