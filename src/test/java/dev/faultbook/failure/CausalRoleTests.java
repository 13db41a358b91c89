package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies how well an event explains the end of a job, judged by its own text. */
class CausalRoleTests {
  private static CausalRole of(String line) {
    return LogOf.failures(line + "\n").events().getFirst().role();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torch.distributed.DistNetworkError: The client socket has timed out after 900000ms while"
            + " trying to connect to (n1, 29500).",
        "torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 7/8"
            + " clients joined.",
        "torch.distributed.DistBackendError: NCCL error in: NCCLUtils.hpp:268, remote process"
            + " exited or there was a network error",
        "RuntimeError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via"
            + " c10d key-value store by store->get('0'), but store->get('0') got error: Connection"
            + " reset by peer",
        "RuntimeError: Rank 0 failed to pass monitoredBarrier in 1800000 ms",
        "RuntimeError: Timed out waiting 1800000ms for recv operation to complete",
        "RuntimeError: Socket Timeout",
        "RuntimeError: Broken pipe",
        "BrokenPipeError: [Errno 32] Broken pipe",
        "ConnectionResetError: [Errno 104] Connection reset by peer",
        "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
        "ray.exceptions.WorkerCrashedError: The worker died unexpectedly while executing this"
            + " task.",
        "vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.",
        "RuntimeError: DataLoader worker (pid(s) 4711) exited unexpectedly",
        "torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with exit code 1",
        "horovod.common.exceptions.HorovodInternalError: Horovod has been shut down.",
        "[E ProcessGroupNCCL.cpp:475] [Rank 1] Watchdog caught collective operation timeout:"
            + " WorkNCCL(SeqNum=2)",
        "make: *** [Makefile:12: all] Error 2",
        "ninja: build stopped: subcommand failed.",
        "ERROR: Failed building wheel for flash-attn",
      })
  void followsFromAnother(String line) {
    assertThat(of(line)).isEqualTo(CausalRole.CONSEQUENCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KeyError: 'x' | CAUSE",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB. | CAUSE",
        "RuntimeError: DataLoader worker (pid 77) is killed by signal: Killed. | DEATH",
        "torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with signal"
            + " SIGKILL | DEATH",
        "Killed | DEATH",
        "trainer-1 exited with code 137 | DEATH",
        "trainer-1 exited with code 1 | EXIT",
        "Aborted (core dumped) | EXIT",
        "subprocess.CalledProcessError: Command '['x']' returned non-zero exit status 1. | REPORT",
        "RuntimeError: Engine core initialization failed. See root cause above. Failed core"
            + " proc(s): {} | REPORT",
        "subprocess.TimeoutExpired: Command '['git', 'diff']' timed out after 10 seconds | CAUSE",
        "requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='hub', port=443): Read timed"
            + " out. (read timeout=10) | CAUSE",
        "nn/test_pruning 1/1 failed! Received signal: SIGBUS | CAUSE",
        "KeyboardInterrupt | INTERRUPTION",
        "trainer-1 exited with code 143 | INTERRUPTION",
        "asyncio.exceptions.CancelledError | TEARDOWN",
        "RuntimeError: Event loop is closed | TEARDOWN",
        "RuntimeError: cannot schedule new futures after interpreter shutdown | TEARDOWN",
        "cat: x: No such file or directory | COMMAND",
        "app.py: could not open the file | HINT",
      })
  void isToldByItsText(String line, CausalRole role) {
    assertThat(of(line)).isEqualTo(role);
  }

  @Test
  void whoWaitsForAnotherProcessFollowsFromIt() {
    Failures failures =
        LogOf.failures(
            """
            Traceback (most recent call last):
              File "/usr/lib/python3.12/multiprocessing/connection.py", line 395, in _recv
                raise EOFError
            EOFError
            """);
    assertThat(failures.events().getFirst().role()).isEqualTo(CausalRole.CONSEQUENCE);
  }

  @Test
  void theSameExceptionOnAllRanksIsOfferedTogether() {
    FirstFailure all = LogOf.first(LogOf.failures(JobOf.torchrun(8).all(Blocks.SYNTAX).log()));
    assertThat(all.alike()).hasSize(8);
    FirstFailure single =
        LogOf.first(
            LogOf.failures(
                JobOf.torchrun(8).says(3, Blocks.KEY_ERROR).others(3, Cascades.LOST_PEER).log()));
    assertThat(single.alike()).hasSize(1);
    assertThat(single.others()).hasSize(7);
  }

  @Test
  void linesThatAreKnownToBeHarmlessTellNothing() {
    Failures failures = LogOf.failures("KeyError: 'x'\n\n\nValueError: y\n");
    assertThat(FirstFailure.findIn(failures, FirstFailure.STATED, line -> line == 1).event().line())
        .isEqualTo(4);
  }

  @Test
  void amongCausesTheEarlierTimeLeads() {
    String log =
        """
        2026-11-21 03:43:19,000 - a - ERROR - stops
        RuntimeError: later
        2026-11-21 03:43:11,000 - b - ERROR - stops
        RuntimeError: earlier
        """;
    FailureEvent event = LogOf.first(log);
    assertThat(event.message()).isEqualTo("earlier");
  }
}
