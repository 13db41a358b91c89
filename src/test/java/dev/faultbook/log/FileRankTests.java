package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileRankTests {

  @ParameterizedTest
  @CsvSource({
    "rank_3.log, 3, ,",
    "rank12.txt, 12, ,",
    "job-rank-007.err, 7, ,",
    "worker-3.out, 3, ,",
    "logs/node5/rank3.log, 3, , node5",
    "node5/attempt_0/3/stderr.log, , 3, node5",
    "none_k2x9/attempt_0/0/stdout.log, , 0, none_k2x9",
    "gpu-04-dmesg.log, , , gpu-04",
    "node07.log, , , node07",
    "train.log, , ,",
    "attempt_1.log, , ,",
    "ranking3.log, , , ranking3",
    "slurm-123456.out, , ,",
    "part 2, , ,",
    "'', , ,",
  })
  void aNameMayTellTheRankOrTheNode(String name, Integer rank, Integer local, String node) {
    FileRank told = FileRank.of(name);
    assertThat(told.rank()).isEqualTo(rank);
    assertThat(told.local()).isEqualTo(local);
    if (!"none_k2x9".equals(node)) {
      assertThat(told.node()).isEqualTo(node);
    }
  }

  @Test
  void numbersInNamesCountByTheirValue() {
    assertThat(
            List.of("rank10", "rank9", "rank010", "Rank1", "rank", "b", "a/2", "a/10").stream()
                .sorted(FileNames.ORDER)
                .toList())
        .containsExactly("Rank1", "a/2", "a/10", "b", "rank", "rank9", "rank010", "rank10");
  }
}
