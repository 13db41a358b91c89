package dev.faultbook.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.FileNames;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileRankTests {

  @ParameterizedTest
  @CsvSource({
    "rank_3.log, 3, ,",
    "rank12.txt, 12, ,",
    "rank3.log, 3, ,",
    "log_rank3.txt, 3, ,",
    "job-rank-007.err, 7, ,",
    "worker-3.out, 3, , worker-3",
    "worker-3.err, 3, , worker-3",
    "worker_3.err, 3, ,",
    "log_local_rank2.txt, , 2,",
    "logs/node5/rank3.log, 3, , node5",
    "gpu-node-12_rank5.out, 5, , gpu-node-12",
    "node5/attempt_0/3/stderr.log, , 3, node5",
    "none_k2x9/attempt_0/0/stdout.log, , 0,",
    "attempt_0/3/stderr.log, , 3,",
    "gpu-04-dmesg.log, , , gpu-04",
    "dmesg-gpu-a-07.txt, , , gpu-a-07",
    "node07.log, , , node07",
    "node7.log, , , node7",
    "03-node7.log, , , node7",
    "node7-xid79.log, , , node7",
    "slurm-123456-node07.out, , , node07",
    "job123456.node7.0.log, , , node7",
    "nccl.gpu-a-07.4711.log, , , gpu-a-07",
    "10.0.3.4.log, , , 10.0.3.4",
    "ip-10-0-3-4.log, , , ip-10-0-3-4",
    "llama-worker-3.log, , , llama-worker-3",
    "llama-7d9f6c5b4-x2k9p.log, , , llama-7d9f6c5b4-x2k9p",
    "mpi-launcher-x2k9p.log, , , mpi-launcher-x2k9p",
    "host_name.log, , ,",
    "train.log, , ,",
    "attempt_1.log, , ,",
    "slurm-123456.out, , ,",
    "slurm-123456_7.out, , ,",
    "log_0.txt, , ,",
    "part 2, , ,",
    "03-xid79.log, , ,",
    "xid79.log, , ,",
    "ranking3.log, , ,",
    "aurora17.log, , ,",
    "llama3-70b-oom.log, , ,",
    "cuda118.txt, , ,",
    "h100-hang.log, , ,",
    "gpu3.log, , ,",
    "2026-11-20.log, , ,",
    "train-20261120.log, , ,",
    "good1.log, , ,",
    "'', , ,",
  })
  void aNameMayTellTheRankOrTheNode(String name, Integer rank, Integer local, String node) {
    FileRank parsed = FileRank.fromNames(List.of(name)).getFirst();
    assertThat(parsed.rank()).isEqualTo(rank);
    assertThat(parsed.local()).isEqualTo(local);
    assertThat(parsed.node()).isEqualTo(node);
  }

  private static List<String> nodes(String... names) {
    return FileRank.fromNames(List.of(names)).stream().map(FileRank::node).toList();
  }

  @Test
  void filesThatAreNamedAlikeAreNodesWhereTheNumberMayBeAHosts() {
    assertThat(nodes("aurora-17.log", "aurora-18.log")).containsExactly("aurora-17", "aurora-18");
    assertThat(nodes("a/tux07/x.log", "a/tux08/x.log")).containsExactly("tux07", "tux08");
    assertThat(nodes("01-xid79.log", "02-xid48.log")).containsOnlyNulls();
    assertThat(nodes("run1.log", "run2.log", "exp-1.log", "exp-2.log")).containsOnlyNulls();
    assertThat(nodes("gpu0.log", "gpu1.log")).containsOnlyNulls();
  }

  @Test
  void foldersOfTwoAgentsAreTwoNodes() {
    assertThat(
            nodes("out/none_k2x9/attempt_0/0/stderr.log", "out/none_p3r7/attempt_0/0/stderr.log"))
        .containsExactly("none_k2x9", "none_p3r7");
    assertThat(
            nodes("out/none_k2x9/attempt_0/0/stderr.log", "out/none_k2x9/attempt_1/0/stderr.log"))
        .containsOnlyNulls();
  }

  @Test
  void workersBesideAMasterAreNoRanks() {
    assertThat(
            FileRank.fromNames(List.of("job-master-0.log", "job-worker-0.log", "worker-1.log"))
                .stream()
                .map(FileRank::rank))
        .containsOnlyNulls();
  }

  @Test
  void ranksThatComeAgainOnAnotherNodeCountWithinIt() {
    List<FileRank> parsed =
        FileRank.fromNames(List.of("node0_rank0.log", "node0_rank1.log", "node1_rank0.log"));
    assertThat(parsed).extracting(FileRank::rank).containsOnlyNulls();
    assertThat(parsed).extracting(FileRank::local).containsExactly(0, 1, 0);
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
