package dev.faultbook.failure;

import static dev.faultbook.failure.Cascades.GLOO_PEER;
import static dev.faultbook.failure.Cascades.LOST_PEER;
import static dev.faultbook.failure.Cascades.NO_TRACEBACK;
import static dev.faultbook.failure.Cascades.SIGTERM;
import static dev.faultbook.failure.Cascades.STORE_GONE;
import static dev.faultbook.failure.Cascades.TEARDOWN;
import static dev.faultbook.failure.Cascades.WATCHDOG;
import static dev.faultbook.failure.Cascades.agent;
import static dev.faultbook.failure.Cascades.srunEnd;

import java.util.List;
import java.util.stream.Stream;

/** Jobs with one original failure, and everything that followed from it in their logs. */
public final class CascadeCorpus {
  /**
   * A job.
   *
   * @param name what failed, and how the job was launched
   * @param job the log, with the line of the original failure marked
   * @param rank the rank that failed; null if the log does not name it
   * @param kind the kind of the failure
   */
  public record Case(String name, JobOf job, Integer rank, String kind) {
    @Override
    public String toString() {
      return name;
    }
  }

  private CascadeCorpus() {}

  /** All jobs of the corpus. */
  public static Stream<Case> cases() {
    return Stream.of(
            exceptions(), wrappings(), otherRenderings(), natives(), outside(), commands(), mixed())
        .flatMap(List::stream);
  }

  private static Case of(String name, JobOf job, Integer rank, String kind) {
    return new Case(name, job, rank, kind);
  }

  private static List<Case> exceptions() {
    return List.of(
        of(
            "a KeyError on rank 3 of 8, the others time out",
            JobOf.torchrun(8)
                .steps(40)
                .says(3, Blocks.KEY_ERROR)
                .others(3, WATCHDOG)
                .prints(agent(3, 1, NO_TRACEBACK))
                .prints(TEARDOWN),
            3,
            "exception"),
        of(
            "a KeyError on rank 37 of 64, the others lose it",
            JobOf.torchrun(64)
                .steps(12)
                .says(37, Blocks.KEY_ERROR)
                .others(37, LOST_PEER)
                .others(37, STORE_GONE)
                .prints(agent(37, 1, NO_TRACEBACK)),
            37,
            "exception"),
        of(
            "the time-outs of others stand before the exception",
            JobOf.srun(16)
                .steps(5)
                .others(11, WATCHDOG)
                .says(11, Blocks.WORKER)
                .prints(srunEnd(11, "Exited with exit code 1")),
            11,
            "exception"),
        of(
            "a worker of a DataLoader fails on rank 1 of 2",
            JobOf.torchrun(2)
                .steps(3)
                .says(1, Blocks.WORKER)
                .says(0, LOST_PEER)
                .prints(agent(1, 1, NO_TRACEBACK)),
            1,
            "exception"),
        of(
            "one of 32 ranks runs out of memory",
            JobOf.srun(32)
                .steps(30)
                .says(21, Blocks.OUT_OF_MEMORY)
                .others(21, LOST_PEER)
                .prints(srunEnd(21, "Exited with exit code 1")),
            21,
            "exception"),
        of(
            "all 8 ranks run out of memory, interleaved",
            JobOf.torchrun(8).steps(1).all(Blocks.OUT_OF_MEMORY).prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"),
        of(
            "a data set without a file, under mpirun",
            JobOf.mpirun(4)
                .says(2, Blocks.DURING)
                .others(2, GLOO_PEER)
                .prints(
                    """
                    --------------------------------------------------------------------------
                    Primary job  terminated normally, but 1 process returned
                    a non-zero exit code. Per user-direction, the job has been aborted.
                    --------------------------------------------------------------------------
                    mpirun detected that one or more processes exited with non-zero status, thus causing
                    the job to be terminated. The first process to do so was:

                      Process name: [[20318,1],2]
                      Exit code:    1
                    """),
            2,
            "exception"),
        of(
            "a syntax error on all ranks",
            JobOf.torchrun(4).all(Blocks.SYNTAX).prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"),
        of(
            "an import that fails on 64 ranks",
            JobOf.srun(64)
                .all(
                    """
                    Traceback (most recent call last):
                      File "/work/train.py", line 4, in <module>
                        import apex
                    ModuleNotFoundError: No module named 'apex'«
                    """)
                .prints("srun: error: n1: tasks 0-63: Exited with exit code 1"),
            0,
            "exception"),
        of(
            "a device-side assertion, then RuntimeErrors everywhere",
            JobOf.torchrun(8)
                .steps(9)
                .says(6, Blocks.DEVICE_ASSERT)
                .others(6, LOST_PEER)
                .prints(agent(6, -6, "Signal 6 (SIGABRT) received by PID 3004")),
            6,
            "exception"),
        of(
            "no room for a checkpoint on rank 0",
            JobOf.teed(8)
                .steps(20)
                .says(0, Blocks.DISK_FULL)
                .others(0, WATCHDOG)
                .prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"),
        of(
            "a thread that prefetches dies, the job hangs and is stopped",
            JobOf.torchrun(4)
                .steps(4)
                .says(2, Blocks.THREAD)
                .others(2, WATCHDOG)
                .all(SIGTERM)
                .prints(
                    "slurmstepd: error: *** JOB 90121 ON n1 CANCELLED AT 2026-11-21T05:00:00 ***"),
            2,
            "exception"));
  }

  private static List<Case> wrappings() {
    return List.of(
        of(
            "an import that fails behind a wrapper",
            JobOf.torchrun(2).all(Blocks.WRAPPED_IMPORT).prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"),
        of(
            "mp.spawn carries the exception of process 5",
            JobOf.unlabelled(8).prints(Blocks.SPAWN).prints(TEARDOWN),
            5,
            "exception"),
        of(
            "a pool carries the exception of its worker",
            JobOf.unlabelled(1).prints(Blocks.POOL).prints("slurmstepd: error: Exited 1"),
            null,
            "exception"),
        of(
            "Ray carries the exception of a task",
            JobOf.ray(8).steps(2).prints(Blocks.RAY_TASK),
            null,
            "exception"),
        of(
            "a Ray actor dies of a KeyError, the driver says that it died",
            JobOf.ray(8)
                .steps(2)
                .says(4, Blocks.KEY_ERROR)
                .prints(
                    """
                    Traceback (most recent call last):
                      File "/work/launch.py", line 33, in <module>
                        ray.get(refs)
                    ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.
                    	class_name: RayTrainWorker
                    """),
            null,
            "exception"),
        of(
            "Hydra wraps an argument that does not exist",
            JobOf.torchrun(2).all(Blocks.HYDRA).prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"),
        of(
            "torchrun's report has the only traceback",
            JobOf.unlabelled(8)
                .prints(
                    agent(
                        5,
                        1,
                        """
                        Traceback (most recent call last):
                              File "/opt/venv/lib/python3.12/site-packages/torch/distributed/elastic/multiprocessing/errors/__init__.py", line 357, in wrapper
                                return f(*args, **kwargs)
                              File "/work/train.py", line 31, in collate
                                return rows["labels_v2"]
                            KeyError: 'labels_v2'«
                        """)),
            5,
            "exception"),
        of(
            "vLLM's engine fails, its server says that the engine failed",
            JobOf.unlabelled(1).prints(Blocks.GUTTER),
            null,
            "exception"),
        of(
            "accelerate reports the command that failed",
            JobOf.unlabelled(1)
                .prints(Blocks.KEY_ERROR)
                .prints(
                    """
                    Traceback (most recent call last):
                      File "/opt/venv/bin/accelerate", line 8, in <module>
                        sys.exit(main())
                      File "/opt/venv/lib/python3.12/site-packages/accelerate/commands/launch.py", line 785, in simple_launcher
                        raise subprocess.CalledProcessError(returncode=process.returncode, cmd=cmd)
                    subprocess.CalledProcessError: Command '['/opt/venv/bin/python', 'train.py']' returned non-zero exit status 1.
                    """),
            null,
            "exception"),
        of(
            "DeepSpeed's launcher kills the others",
            JobOf.unlabelled(8)
                .steps(4)
                .prints(Blocks.OUT_OF_MEMORY)
                .prints(
                    """
                    [2026-11-21 03:43:13,120] [INFO] [launch.py:335:sigkill_handler] Killing subprocess 3001
                    [2026-11-21 03:43:13,180] [INFO] [launch.py:335:sigkill_handler] Killing subprocess 3002
                    [2026-11-21 03:43:13,400] [ERROR] [launch.py:341:sigkill_handler] ['/opt/venv/bin/python', '-u', 'train.py', '--local_rank=7'] exits with return code = 1
                    """),
            null,
            "exception"),
        of(
            "Horovod's ranks shut one another down",
            JobOf.mpirun(4)
                .says(1, Blocks.KEY_ERROR)
                .others(
                    1,
                    """
                    Traceback (most recent call last):
                      File "train.py", line 90, in <module>
                        optimizer.step()
                    horovod.common.exceptions.HorovodInternalError: Horovod has been shut down. This was caused by an exception on one of the ranks or an attempt to allreduce, allgather or broadcast a tensor after one of the ranks finished execution.
                    """),
            1,
            "exception"));
  }

  private static List<Case> otherRenderings() {
    return List.of(
        of(
            "rich draws the traceback",
            JobOf.unlabelled(2).prints(Blocks.RICH).prints(agent(0, 1, NO_TRACEBACK)),
            null,
            "exception"),
        of(
            "loguru logs the traceback",
            JobOf.unlabelled(1).steps(3).prints(Blocks.LOGURU),
            null,
            "exception"),
        of(
            "a notebook shows the traceback",
            JobOf.unlabelled(1).prints(Blocks.IPYTHON),
            null,
            "exception"),
        of(
            "a group of exceptions",
            JobOf.unlabelled(1).prints(Blocks.GROUP).prints(TEARDOWN),
            null,
            "exception"),
        of(
            "structlog writes the traceback into one line",
            JobOf.unlabelled(1)
                .prints("{\"event\": \"step\", \"level\": \"info\", \"loss\": 2.1}")
                .prints(Blocks.STRUCTLOG),
            null,
            "exception"),
        of(
            "a progress bar stands before the traceback on its line",
            JobOf.torchrun(2)
                .says(
                    1,
                    " 10%|█         | 3/30 [00:06<01:25,  2.24s/it]\r"
                        + " 13%|█▎        | 4/30 [00:08<01:20,  2.24s/it]\r"
                        + Blocks.KEY_ERROR)
                .says(0, LOST_PEER),
            1,
            "exception"),
        of(
            "a paste that begins in the middle of the frames",
            JobOf.unlabelled(1)
                .prints(
                    """
                        return self._call_impl(*args, **kwargs)
                      File "/opt/venv/lib/python3.12/site-packages/torch/nn/modules/linear.py", line 134, in forward
                        return F.linear(input, self.weight, self.bias)
                    RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 768x10)«
                    """),
            null,
            "exception"),
        of(
            "a logger of the program's own before each line",
            JobOf.unlabelled(1)
                .prints(
                    Blocks.KEY_ERROR
                        .lines()
                        .map(l -> "<E> trainer/loop@n4 >> " + l + "\n")
                        .reduce("", String::concat)),
            null,
            "exception"),
        of(
            "an assertion without a message",
            JobOf.torchrun(4)
                .all(
                    """
                    Traceback (most recent call last):
                      File "/work/train.py", line 19, in <module>
                        assert batch % world == 0
                               ^^^^^^^^^^^^^^^^^^
                    AssertionError«
                    """)
                .prints(agent(0, 1, NO_TRACEBACK)),
            0,
            "exception"));
  }

  private static List<Case> natives() {
    return List.of(
        of(
            "an illegal access ends rank 5 of 8",
            JobOf.torchrun(8)
                .steps(6)
                .says(5, Blocks.TERMINATE)
                .others(5, LOST_PEER)
                .prints(agent(5, -6, "Signal 6 (SIGABRT) received by PID 3004")),
            5,
            "exception"),
        of(
            "a failed check of native code",
            JobOf.unlabelled(2)
                .steps(2)
                .prints(Blocks.GLOG)
                .prints(
                    "train.sh: line 7: 12345 Aborted                 (core dumped) python"
                        + " train.py"),
            null,
            "exception"),
        of(
            "Python crashes in an own operator",
            JobOf.srun(8)
                .steps(2)
                .says(1, Blocks.FAULTHANDLER)
                .others(1, LOST_PEER)
                .prints(srunEnd(1, "Segmentation fault (core dumped)")),
            1,
            "signal"),
        of(
            "Open MPI's handler shows the crash of a rank",
            JobOf.unlabelled(16)
                .prints(Blocks.MPI_SIGNAL)
                .prints(
                    """
                    --------------------------------------------------------------------------
                    mpirun noticed that process rank 9 with PID 71234 on node n3 exited on signal 11 (Segmentation fault).
                    --------------------------------------------------------------------------
                    """),
            null,
            "signal"),
        of(
            "UCX's handler shows the crash of a rank",
            JobOf.unlabelled(4)
                .prints(Blocks.UCX_SIGNAL)
                .prints("srun: error: n3: task 2: Aborted"),
            null,
            "signal"),
        of(
            "llama.cpp's assertion",
            JobOf.unlabelled(1)
                .prints(
                    """
                    llama_kv_cache_init:      CUDA0 KV buffer size =  4096.00 MiB
                    /src/llama.cpp/ggml/src/ggml-cuda/ggml-cuda.cu:2310: GGML_ASSERT(ne00 % 2 == 0) failed«
                    ./run.sh: line 3:  7712 Aborted                 (core dumped) ./llama-server -m model.gguf
                    """),
            null,
            "exception"),
        of(
            "a tokenizer panics in Rust",
            JobOf.unlabelled(1).prints(Blocks.RUST),
            null,
            "exception"),
        of(
            "a device plug-in panics in Go",
            JobOf.unlabelled(1).prints(Blocks.GO),
            null,
            "exception"),
        of(
            "a Spark job misses a file",
            JobOf.unlabelled(1).prints(Blocks.JAVA),
            null,
            "exception"));
  }

  private static List<Case> outside() {
    return List.of(
        of(
            "the time limit of Slurm",
            JobOf.torchrun(8)
                .steps(50)
                .prints(
                    "slurmstepd: error: *** JOB 90121 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO"
                        + " TIME LIMIT ***«")
                .all(SIGTERM)
                .prints("srun: error: n1: tasks 0-7: Terminated"),
            null,
            "scheduler"),
        of(
            "a preemption stands behind what it causes",
            JobOf.srun(4)
                .steps(50)
                .all(SIGTERM)
                .prints(
                    "slurmstepd: error: *** STEP 90121.0 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE"
                        + " TO PREEMPTION ***«"),
            null,
            "scheduler"),
        of(
            "a node fails",
            JobOf.srun(16)
                .steps(9)
                .prints("srun: error: Node failure on n3«")
                .others(8, LOST_PEER)
                .prints("srun: error: n1: tasks 0-7: Killed"),
            null,
            "scheduler"),
        of(
            "Slurm's memory limit kills a task",
            JobOf.srun(8)
                .steps(9)
                .others(5, LOST_PEER)
                .prints(
                    """
                    slurmstepd: error: Detected 1 oom_kill event in StepId=90121.0. Some of the step tasks have been OOM Killed.«
                    srun: error: n1: task 5: Out Of Memory
                    """),
            null,
            "scheduler"),
        of(
            "a person cancels the job",
            JobOf.torchrun(4)
                .steps(30)
                .all(SIGTERM)
                .prints(
                    "slurmstepd: error: *** JOB 90121 ON n1 CANCELLED AT 2026-11-21T03:43:11 ***«"),
            null,
            "scheduler"),
        of(
            "Kubernetes kills a container over its memory",
            JobOf.unlabelled(1)
                .steps(4)
                .prints(
                    """
                    NAME        READY   STATUS      RESTARTS   AGE
                    trainer-0   0/1     OOMKilled   0          12m«
                    trainer-0   0/1     CrashLoopBackOff   1          13m
                    """),
            null,
            "scheduler"),
        of(
            "Kubernetes evicts a pod",
            JobOf.unlabelled(1)
                .prints(
                    """
                    Status:   Failed
                    Message:  The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 8Gi.«
                    Exit Code:    137
                    """),
            null,
            "scheduler"),
        of(
            "the kernel kills a rank, its launcher only sees that",
            JobOf.torchrun(8)
                .steps(20)
                .others(2, LOST_PEER)
                .prints(agent(2, -9, "Signal 9 (SIGKILL) received by PID 3004"))
                .prints(
                    "[81233.120931] Out of memory: Killed process 3004 (python)"
                        + " total-vm:412312344kB, anon-rss:261231232kB«"),
            null,
            "kernel"),
        of(
            "a rank is killed, and nothing says why",
            JobOf.torchrun(8)
                .steps(20)
                .others(2, LOST_PEER)
                .prints(agent(2, -9, "Signal 9 (SIGKILL) received by PID 3004"))
                .markLine("failed (exitcode: -9)"),
            2,
            "signal"),
        of(
            "mpirun sees a killed rank",
            JobOf.mpirun(4)
                .steps(3)
                .others(3, GLOO_PEER)
                .prints(
                    "mpirun noticed that process rank 3 with PID 39 on node n2 exited on signal 9"
                        + " (Killed).«"),
            3,
            "signal"),
        of(
            "a GPU falls off the bus",
            JobOf.torchrun(8)
                .steps(3)
                .prints(
                    "[81233.120931] NVRM: Xid (PCI:0000:c1:00): 79, pid='<unknown>',"
                        + " name=<unknown>, GPU has fallen off the bus.«")
                .others(5, LOST_PEER),
            null,
            "kernel"),
        of(
            "a container ends with a code, and nothing says why",
            JobOf.unlabelled(1).steps(3).prints("trainer-1 exited with code 3«"),
            null,
            "exit"));
  }

  private static List<Case> commands() {
    return List.of(
        of(
            "a launcher that is not installed",
            JobOf.unlabelled(1)
                .prints(
                    """
                    + cd /work
                    + accelerate launch train.py
                    /var/spool/slurmd/job90121/slurm_script: line 14: accelerate: command not found«
                    srun: error: n1: task 0: Exited with exit code 127
                    """),
            null,
            "command"),
        of(
            "an extension that does not compile",
            JobOf.unlabelled(1).prints(Blocks.EXTENSION),
            null,
            "command"),
        of(
            "a build that misses a header",
            JobOf.unlabelled(1)
                .prints(
                    """
                    [ 12%] Building CXX object src/CMakeFiles/nccl.dir/init.cc.o
                    /work/src/init.cc:14:10: fatal error: cuda_runtime.h: No such file or directory«
                       14 | #include <cuda_runtime.h>
                          |          ^~~~~~~~~~~~~~~~
                    compilation terminated.
                    make[2]: *** [src/CMakeFiles/nccl.dir/build.make:76: src/CMakeFiles/nccl.dir/init.cc.o] Error 1
                    make[1]: *** [CMakeFiles/Makefile2:98: src/CMakeFiles/nccl.dir/all] Error 2
                    make: *** [Makefile:136: all] Error 2
                    """),
            null,
            "command"),
        of(
            "a package without a wheel",
            JobOf.unlabelled(1)
                .prints(
                    """
                    Looking in indexes: https://download.pytorch.org/whl/cu130
                    ERROR: Could not find a version that satisfies the requirement torch==2.1.0 (from versions: 2.9.0, 2.9.1)«
                    ERROR: No matching distribution found for torch==2.1.0
                    """),
            null,
            "command"),
        of(
            "a container without a GPU",
            JobOf.unlabelled(1)
                .prints(
                    """
                    docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].«
                    ERRO[0000] error waiting for container: context canceled
                    """),
            null,
            "command"),
        of(
            "arguments that a script does not know, on all ranks",
            JobOf.torchrun(4)
                .all(
                    """
                    usage: train.py [-h] [--lr LR]
                    train.py: error: unrecognized arguments: --local-rank=0«
                    """)
                .prints(agent(0, 2, NO_TRACEBACK)),
            0,
            "command"));
  }

  private static List<Case> mixed() {
    return List.of(
        of(
            "a retry is told right before the traceback of another rank",
            JobOf.unlabelled(4)
                .prints(
                    """
                    Traceback (most recent call last):
                      File "/work/io/s3.py", line 20, in read
                        return client.get(key)
                    urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='s3.local', port=443): Read timed out.
                    Retrying in 2 seconds (attempt 1 of 5)
                    """)
                .says(1, Blocks.KEY_ERROR)
                .says(0, LOST_PEER),
            null,
            "exception"),
        of(
            "a warning of the store's client stands right before the traceback",
            JobOf.unlabelled(2)
                .prints(
                    """
                    [W1121 03:40:01.102938471 socket.cpp:759] [c10d] The client socket has failed to connect to [n1]:29500 (errno: 22 - Invalid argument).
                    """)
                .says(1, Blocks.KEY_ERROR)
                .says(0, LOST_PEER),
            null,
            "exception"),
        of(
            "a heap that is corrupted under horovodrun",
            new JobOf(4, rank -> "[" + rank + "]<stderr>:")
                .says(2, "free(): invalid pointer«\n")
                .others(2, GLOO_PEER)
                .prints(
                    """
                    RuntimeError: Horovod detected that one or more processes exited with non-zero status, thus causing the job to be terminated. The first process to do so was:
                    Process name: 2
                    Exit code:    134
                    """),
            2,
            "signal"),
        of(
            "ranks behind torchrun's own template of prefixes",
            new JobOf(16, rank -> "[trainer" + rank % 8 + "|" + rank + "]:")
                .steps(4)
                .says(11, Blocks.KEY_ERROR)
                .others(11, LOST_PEER),
            11,
            "exception"),
        of(
            "what the flight recorder and the heartbeat print follows",
            JobOf.torchrun(4)
                .says(2, Blocks.KEY_ERROR)
                .others(
                    2,
                    """
                    [E1121 03:53:12.100000 ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 0(default_pg) Rank $RANK] Received a dump signal due to a collective timeout from rank 1 and we will try our best to dump the debug info.
                    [F1121 04:03:13.100000 ProcessGroupNCCL.cpp:1554] [PG ID 0 PG GUID 0(default_pg) Rank $RANK] Terminating the process after attempting to dump debug info, due to collective timeout or exception.
                    """),
            2,
            "exception"),
        of(
            "an attempt that is repeated comes before the failure",
            JobOf.torchrun(2)
                .says(
                    0,
                    """
                    Traceback (most recent call last):
                      File "/work/data/s3.py", line 20, in read
                        body = self.client.get(key)
                    botocore.exceptions.EndpointConnectionError: Could not connect to the endpoint URL: "https://s3.local/bucket"
                    Retrying in 4 seconds (attempt 1 of 5)
                    """)
                .steps(30)
                .says(0, Blocks.KEY_ERROR)
                .says(1, LOST_PEER),
            0,
            "exception"));
  }
}
