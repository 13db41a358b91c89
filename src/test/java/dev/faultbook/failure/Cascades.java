package dev.faultbook.failure;

/** Output of the ranks and launchers after one of the ranks has failed. */
final class Cascades {
  static final String WATCHDOG =
      """
      [E1121 03:53:11.204 ProcessGroupNCCL.cpp:632] [Rank $RANK] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=812, OpType=ALLREDUCE, NumelIn=4194304, NumelOut=4194304, Timeout(ms)=600000) ran for 600021 milliseconds before timing out.
      [E1121 03:53:11.210 ProcessGroupNCCL.cpp:2268] [PG ID 0 PG GUID 0(default_pg) Rank $RANK] failure detected by watchdog at work sequence id: 812 PG status: last enqueued work: 812, last completed work: 811
      [E1121 03:53:11.214 ProcessGroupNCCL.cpp:681] [Rank $RANK] Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU operations might run on corrupted/incomplete data.
      [E1121 03:53:11.215 ProcessGroupNCCL.cpp:695] [Rank $RANK] To avoid data inconsistency, we are taking the entire process down.
      """;

  static final String LOST_PEER =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
        File "/work/train.py", line 96, in main
          loss.backward()
        File "/opt/venv/lib/python3.12/site-packages/torch/_tensor.py", line 647, in backward
          torch.autograd.backward(
      torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:94, remote process exited or there was a network error, NCCL version 2.27.5
      ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.
      Last error:
      socketPollConnect: connect returned Connection refused, exceeded error retry count after 34 attempts
      """;

  static final String STORE_GONE =
      """
      [W1121 03:43:14.801 TCPStore.cpp:122] [c10d] recvValue failed on SocketImpl(fd=4, addr=[n1]:42110, remote=[n1]:29400): failed to recv, got 0 bytes
      Exception raised from recvBytes at /pytorch/torch/csrc/distributed/c10d/Utils.hpp:670 (most recent call first):
      frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x80 (0x7f01c0b8eb80 in /opt/venv/lib/python3.12/site-packages/torch/lib/libc10.so)
      """;

  static final String GLOO_PEER =
      """
      Traceback (most recent call last):
        File "train.py", line 61, in <module>
          dist.barrier()
        File "/usr/lib/python3/dist-packages/torch/distributed/c10d_logger.py", line 81, in wrapper
          return func(*args, **kwargs)
      RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.4]:30211
      """;

  static final String SIGTERM =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
        File "/opt/venv/lib/python3.12/site-packages/torch/distributed/elastic/multiprocessing/api.py", line 85, in _terminate_process_handler
          raise SignalException(f"Process {os.getpid()} got signal: {sigval}", sigval=sigval)
      torch.distributed.elastic.multiprocessing.api.SignalException: Process 3021 got signal: 15
      """;

  static final String TEARDOWN =
      """
      /usr/lib/python3.12/multiprocessing/resource_tracker.py:254: UserWarning: resource_tracker: There appear to be 12 leaked semaphore objects to clean up at shutdown
        warnings.warn('resource_tracker: There appear to be %d '
      [rank0]:[W1121 03:43:19.120 ProcessGroupNCCL.cpp:1496] Warning: WARNING: destroy_process_group() was not called before program exit, which can leak resources. For more info, please see https://pytorch.org/docs/stable/distributed.html#shutdown (function operator())
      Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f2d0c1b8>
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 1666, in __del__
          self._shutdown_workers()
        File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 1624, in _shutdown_workers
          if self._persistent_workers or self._workers_status[worker_id]:
      AttributeError: '_MultiProcessingDataLoaderIter' object has no attribute '_workers_status'
      """;

  private Cascades() {}

  /** Output of torchrun's agent after a worker has exited. */
  static String agent(int rank, int code, String traceback) {
    return """
    W1121 03:43:12.100000 2990 torch/distributed/elastic/multiprocessing/api.py:900] Sending process 3001 closing signal SIGTERM
    E1121 03:43:13.400000 2990 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: %2$d) local_rank: %1$d (pid: 3004) of binary: /opt/venv/bin/python
    Traceback (most recent call last):
      File "/opt/venv/bin/torchrun", line 8, in <module>
        sys.exit(main())
      File "/opt/venv/lib/python3.12/site-packages/torch/distributed/launcher/api.py", line 277, in launch_agent
        raise ChildFailedError(
    torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
    ============================================================
    /work/train.py FAILED
    ------------------------------------------------------------
    Failures:
      <NO_OTHER_FAILURES>
    ------------------------------------------------------------
    Root Cause (first observed failure):
    [0]:
      time      : 2026-11-21_03:43:12
      host      : n1
      rank      : %1$d (local_rank: %1$d)
      exitcode  : %2$d (pid: 3004)
      error_file: <N/A>
      traceback : %3$s
    ============================================================
    """
        .formatted(rank, code, traceback);
  }

  static final String NO_TRACEBACK =
      "To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html";

  /** Output of srun after a task has exited. */
  static String srunEnd(int rank, String how) {
    return """
    srun: error: n1: task %d: %s
    srun: Terminating StepId=90121.0
    slurmstepd: error: *** STEP 90121.0 ON n1 CANCELLED AT 2026-11-21T03:43:14 ***
    srun: error: n1: tasks 0-2: Terminated
    """
        .formatted(rank, how);
  }
}
