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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Eight processes of Python of which one is stuck; faulthandler and py-spy print their stacks. */
class RealStackTests {
  private static final int RANKS = 8;
  private static final int ODD = 5;

  private static final String COLLECTIVE =
      "import threading\ndef all_reduce():\n    threading.Event().wait()\n";

  private static final String PROGRAM =
      """
      import faulthandler, os, queue, socket, subprocess, sys, threading, time
      sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))
      from torch.distributed.distributed_c10d import all_reduce
      def io():
          os.fdopen(os.pipe()[0]).read()
      def lock():
          held = threading.Lock()
          held.acquire()
          held.acquire()
      def full():
          queue.Queue().get()
      def network():
          one, other = socket.socketpair()
          one.makefile("rb").readline()
      def child():
          subprocess.run(["sleep", "30"])
      def save_checkpoint():
          os.fdopen(os.pipe()[0]).read()
      def waiting():
          threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
          threading.Event().wait()
      def loop():
          while True:
              time.sleep(0.01)
      def train(rank, way):
          if rank == 5:
              globals()[way]()
          all_reduce()
      if sys.argv[3] == "faulthandler":
          faulthandler.dump_traceback_later(1, exit=True)
      train(int(sys.argv[1]), sys.argv[2])
      """;

  /** Without their own dumps: py-spy reads them from outside, as the kernel allows its parent. */
  @ParameterizedTest
  @CsvSource({
    "io, OTHER",
    "lock, OTHER",
    "full, LOCK",
    "network, NETWORK",
    "child, PROCESS",
    "save_checkpoint, CHECKPOINT",
    "waiting, LOCK",
    "loop, OTHER"
  })
  void namesTheProcessThatPySpyShowsStuck(String way, WaitKind kind, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(hasTool("py-spy"), "py-spy is not installed: no real stacks of it");
    List<Process> processes = start(way, "py-spy", folder);
    Map<String, byte[]> files = new LinkedHashMap<>();
    try {
      Thread.sleep(1_500);
      for (int rank = 0; rank < RANKS; rank++) {
        String pid = Long.toString(processes.get(rank).pid());
        List<String> command = new ArrayList<>(List.of("py-spy", "dump", "--pid", pid));
        if (rank % 2 == 1) {
          command.add("--json");
        }
        Process spy =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        byte[] said = spy.getInputStream().readAllBytes();
        assumeTrue(spy.waitFor() == 0, "py-spy may not trace here: no real stacks of it");
        files.put("rank" + rank + (rank % 2 == 1 ? ".json" : ".txt"), said);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    check(files, kind);
  }

  @ParameterizedTest
  @CsvSource({
    "io, OTHER",
    "lock, OTHER",
    "full, LOCK",
    "network, NETWORK",
    "child, PROCESS",
    "save_checkpoint, CHECKPOINT",
    "waiting, LOCK",
    "loop, OTHER"
  })
  void namesTheProcessThatIsStuck(String way, WaitKind kind, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(hasTool("python3"), "python3 is not installed: no real stacks");
    List<Process> processes = start(way, "faulthandler", folder);
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(processes.get(rank).waitFor(60, TimeUnit.SECONDS)).isTrue();
      String name = "rank" + rank + ".log";
      files.put(name, Files.readAllBytes(folder.resolve(name)));
    }
    check(files, kind);
  }

  private static List<Process> start(String way, String tool, Path folder) throws IOException {
    Path program = Files.writeString(folder.resolve("train.py"), PROGRAM);
    Path torch = folder.resolve("site-packages/torch/distributed");
    Files.createDirectories(torch);
    // A real torch that is installed must not be found first.
    Files.createFile(torch.resolve("__init__.py"));
    Files.createFile(torch.resolveSibling("__init__.py"));
    Files.writeString(torch.resolve("distributed_c10d.py"), COLLECTIVE);
    List<Process> processes = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      processes.add(
          new ProcessBuilder("python3", program.toString(), "" + rank, way, tool)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("rank" + rank + ".log").toFile())
              .start());
    }
    return processes;
  }

  private static void check(Map<String, byte[]> files, WaitKind kind) throws IOException {
    try (InMemoryLog log = TestLogs.holdFiles(files)) {
      HangReport hang =
          Report.fromDiagnosis(ShippedCatalogue.diagnoser().diagnose(log), Language.EN).hang();
      assertThat(hang).isNotNull();
      assertThat(hang.awaited()).as(hang.headline()).containsExactly(ODD);
      assertThat(hang.frame().file()).endsWith("train.py");
      if (kind != WaitKind.OTHER) {
        assertThat(hang.state()).as(hang.headline()).isEqualTo(kind);
      }
    }
  }

  static boolean hasTool(String tool) throws InterruptedException {
    try {
      return new ProcessBuilder(tool, "--version").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    }
  }
}
