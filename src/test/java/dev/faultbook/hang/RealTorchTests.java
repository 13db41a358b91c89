package dev.faultbook.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.report.HangReport;
import dev.faultbook.report.Report;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real process groups of PyTorch over gloo on this machine, of which one rank reads from a pipe:
 * its flight recorder as pickle and in JSON, the report of {@code torchfrtrace}, and faulthandler.
 * Runs where the {@code python} on the path, or the one that {@code FAULTBOOK_PYTHON} names, has
 * torch.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RealTorchTests {
  private static final int RANKS = 4;
  private static final int ODD = 3;

  private static final String PROGRAM =
      """
      import datetime, faulthandler, os, pickle, sys, threading, time
      rank, folder = int(sys.argv[1]), sys.argv[2]
      os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=sys.argv[3])
      os.environ.update(TORCH_FR_BUFFER_SIZE="200", TORCH_NCCL_TRACE_BUFFER_SIZE="200")
      import torch, torch.distributed as dist
      from torch._C import _distributed_c10d as c10d
      dist.init_process_group("gloo", rank=rank, world_size=4, timeout=datetime.timedelta(seconds=90))
      tp = [dist.new_group([0, 1]), dist.new_group([2, 3])]
      dp = [dist.new_group([0, 2]), dist.new_group([1, 3])]
      t = torch.ones(4)
      def dump():
          time.sleep(3)
          with open(f"{folder}/pickle/nccl_trace_rank_{rank}", "wb") as f:
              f.write(c10d._dump_fr_trace())
          # torchfrtrace reads only what NCCL's groups record: their ranks, and which calls are done
          trace = pickle.loads(c10d._dump_fr_trace())
          groups = {"0": [0, 1, 2, 3], "1": [0, 1], "2": [2, 3], "3": [0, 2], "4": [1, 3]}
          trace["pg_config"] = {name: {"name": name, "desc": "undefined", "ranks": str(ranks)}
                                for name, ranks in groups.items() if rank in ranks}
          for entry in trace["entries"]:
              entry["profiling_name"] = entry["profiling_name"].replace("gloo:", "nccl:")
              entry["state"] = "completed" if entry["retired"] else entry["state"]
          with open(f"{folder}/nccl/nccl_trace_rank_{rank}", "wb") as f:
              pickle.dump(trace, f)
          with open(f"{folder}/json/rank_{rank}.json", "wb") as f:
              text = c10d._dump_fr_trace_json()
              f.write(text if isinstance(text, bytes) else text.encode())
          with open(f"{folder}/stacks/rank_{rank}.txt", "w") as f:
              faulthandler.dump_traceback(f, all_threads=True)
          open(f"{folder}/done{rank}", "w").close()
          time.sleep(60)
          os._exit(0)
      def next_batch():
          return os.fdopen(os.pipe()[0]).read()
      def step():
          dist.all_reduce(t, group=tp[rank // 2])
          dist.all_reduce(t, group=dp[rank % 2])
          dist.all_reduce(t)
      step()
      dist.barrier()
      threading.Thread(target=dump, daemon=True).start()
      if rank == 3:
          next_batch()
      step()
      """;

  private Path folder;

  @BeforeAll
  void runTheJob(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    String python = findPython();
    assumeTrue(!python.isEmpty(), "no python with torch: no real process groups");
    for (String form : List.of("pickle", "json", "nccl", "stacks", "report")) {
      Files.createDirectories(folder.resolve(form));
    }
    Path program = Files.writeString(folder.resolve("train.py"), PROGRAM);
    List<Process> ranks = new ArrayList<>();
    try {
      String port = Integer.toString(20_000 + (int) (ProcessHandle.current().pid() % 9_000));
      for (int rank = 0; rank < RANKS; rank++) {
        ranks.add(
            new ProcessBuilder(python, program.toString(), "" + rank, folder.toString(), port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log" + rank).toFile())
                .start());
      }
      for (int tries = 0; tries < 600 && done() < RANKS; tries++) {
        Thread.sleep(200);
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
    }
    assertThat(done()).as(Files.readString(folder.resolve("log0"))).isEqualTo(RANKS);
    Process analyser =
        new ProcessBuilder(
                python,
                "-m",
                "torch.distributed.flight_recorder.fr_trace",
                folder.resolve("nccl") + "")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("report/torchfrtrace.txt").toFile())
            .start();
    assertThat(analyser.waitFor(120, TimeUnit.SECONDS)).isTrue();
  }

  private int done() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return (int) files.filter(file -> file.getFileName().toString().startsWith("done")).count();
    }
  }

  private static String findPython() throws InterruptedException, IOException {
    String named = System.getenv("FAULTBOOK_PYTHON");
    for (String candidate : named == null ? List.of("python3", "python") : List.of(named)) {
      if (RealStackTests.hasTool(candidate)
          && new ProcessBuilder(candidate, "-c", "import torch.distributed.flight_recorder")
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0) {
        return candidate;
      }
    }
    return "";
  }

  @ParameterizedTest
  @ValueSource(strings = {"pickle", "json", "nccl", "stacks", "report"})
  void namesTheRankThatHasNotJoined(String form) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Stream<Path> all = Files.list(folder.resolve(form))) {
      for (Path file : all.sorted().toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    try (InMemoryLog log = TestLogs.holdFiles(files)) {
      HangReport hang =
          Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(log), Language.EN).hang();
      assertThat(hang).isNotNull();
      assertThat(hang.awaited()).as(hang.headline()).containsExactly(ODD);
    }
  }
}
