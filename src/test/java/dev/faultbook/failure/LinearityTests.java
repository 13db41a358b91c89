package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The work that a log costs, counted in lines that are decoded: it grows as the log does. */
class LinearityTests {
  private static long read(String log) {
    FailureReader reader = new FailureReader();
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

  @Test
  void twiceTheFailuresCostTwiceTheWork() {
    String block = Blocks.KEY_ERROR + Blocks.TERMINATE + Blocks.RICH;
    long once = read(block.repeat(50));
    long twice = read(block.repeat(100));
    assertThat(twice).isLessThanOrEqualTo(2 * once + 10);
  }
}
