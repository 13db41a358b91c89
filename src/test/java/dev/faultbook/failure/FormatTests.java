package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies which failure is recognised in each format, and in which line. */
class FormatTests {
  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "python",
    "natives",
    "otherLanguages",
    "signals",
    "exits",
    "schedulers",
    "kernels",
    "shells",
    "builds",
    "installers",
    "containers",
    "messages"
  })
  void isRead(String name, String log, String kind, String detail) {
    JobOf job = JobOf.unlabelled(1).prints(log);
    FailureEvent event = LogOf.first(job.log());
    assertThat(event).as(job.log()).isNotNull();
    assertThat(event.line()).as(event.text()).isEqualTo(job.markedLine());
    assertThat(event.kind()).isEqualTo(kind);
    assertThat(detail(event)).isEqualTo(detail);
  }

  static String detail(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.UncaughtException e -> e.type();
      case Failure.Signal s -> Integer.toString(s.number());
      case Failure.Exit e -> Integer.toString(e.code());
      case Failure.Scheduler s -> s.reason().name();
      case Failure.Command c -> c.tool();
      case Failure.Kernel k -> k.event().name();
      case Failure.Message m -> event.standing().name();
    };
  }

  static Stream<Arguments> python() {
    return Stream.of(
        arguments(
            "a group: the first of its exceptions",
            """
              + Exception Group Traceback (most recent call last):
              |   File "/work/load.py", line 9, in <module>
              |     raise ExceptionGroup("2 shards", errors)
              | ExceptionGroup: 2 shards (2 sub-exceptions)
              +-+---------------- 1 ----------------
                | Traceback (most recent call last):
                |   File "/work/load.py", line 5, in read
                |     return open(path)
                | PermissionError: [Errno 13] Permission denied: '/mnt/a.tar'«
                +---------------- 2 ----------------
                | Traceback (most recent call last):
                |   File "/work/load.py", line 5, in read
                |     return open(path)
                | FileNotFoundError: [Errno 2] No such file or directory: '/mnt/b.tar'
                +------------------------------------
            Traceback (most recent call last):
              File "/work/load.py", line 30, in recv
                msg = conn.recv()
              File "/usr/lib/python3.12/multiprocessing/connection.py", line 399, in _recv
                raise EOFError
            EOFError
            """,
            "exception",
            "PermissionError"),
        arguments(
            "a missing key and a missing file of the same name",
            """
            Traceback (most recent call last):
              File "/work/index.py", line 12, in open_index
                return cache[path]
            KeyError: '/data/idx/0007'

            During handling of the above exception, another exception occurred:

            Traceback (most recent call last):
              File "/work/index.py", line 15, in open_index
                f = open(path, "rb")
            FileNotFoundError: [Errno 2] No such file or directory: '/data/idx/0007'«
            """,
            "exception",
            "FileNotFoundError"),
        arguments(
            "a graph of TensorFlow",
            """
            Traceback (most recent call last):
              File "/work/fit.py", line 50, in <module>
                model.fit(ds, epochs=3)
            tensorflow.python.framework.errors_impl.InvalidArgumentError: Graph execution error:

            Detected at node Equal defined at (most recent call last):
              File "/work/fit.py", line 50, in <module>

              File "/opt/venv/lib/python3.10/site-packages/keras/src/trainer.py", line 453, in fit

            Incompatible shapes: [32,10] vs. [32,1]«
            \t [[{{node Equal}}]] [Op:__inference_one_step_on_iterator_2031]
            """,
            "exception",
            "tensorflow.python.framework.errors_impl.InvalidArgumentError"),
        arguments(
            "a syntax error right after the exception of another process",
            """
            Traceback (most recent call last):
              File "/work/train.py", line 214, in <module>
                main()
            ConnectionResetError: [Errno 104] Connection reset by peer
              File "/work/config.py", line 12
                batch_size = 32,,
                                ^
            SyntaxError: invalid syntax«
            """,
            "exception",
            "SyntaxError"),
        arguments(
            "carets of Python 3.13",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                f(x.y)
                ~^^^^^
              File "a.py", line 1, in f
                return (z
                        + 1)
            TypeError: can only concatenate str (not "int") to str«
            """,
            "exception",
            "TypeError"),
        arguments(
            "a recursion",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in f
                f()
              [Previous line repeated 996 more times]
            RecursionError: maximum recursion depth exceeded«
            """,
            "exception",
            "RecursionError"),
        arguments(
            "an indentation error",
            """
            Traceback (most recent call last):
              File "a.py", line 1, in <module>
                import b
              File "/work/b.py", line 4
                x = 1
            IndentationError: unexpected indent«
            """,
            "exception",
            "IndentationError"),
        arguments(
            "an exception in lower case",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                s.connect(("n1", 29500))
            socket.gaierror: [Errno -2] Name or service not known«
            """,
            "exception",
            "socket.gaierror"),
        arguments(
            "an exception of the program's own, without a message",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                raise Stop
            __main__.Stop«
            """,
            "exception",
            "__main__.Stop"),
        arguments(
            "the frames of Cython have no source",
            """
            Traceback (most recent call last):
              File "compiler.py", line 623, in compile
                nvrtc.compileProgram(self.ptr, options)
              File "cupy_backends/cuda/libs/nvrtc.pyx", line 133, in cupy_backends.cuda.libs.nvrtc.compileProgram
            cupy_backends.cuda.libs.nvrtc.NVRTCError: NVRTC_ERROR_COMPILATION (6)«
            """,
            "exception",
            "cupy_backends.cuda.libs.nvrtc.NVRTCError"),
        arguments(
            "output of others between the frames",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                main()
            Loading checkpoint shards: 100%
              File "a.py", line 1, in main
                raise ValueError(x)
            ValueError: 7«
            """,
            "exception",
            "ValueError"),
        arguments(
            "an exception whose message carries another",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                main()
            torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:
            ImportError: cannot import name 'triton_key'«

            Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace.
            """,
            "exception",
            "ImportError"),
        arguments(
            "the exception of a launcher is wrapped by one that tells more",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in run
                subprocess.run(cmd, check=True)
            subprocess.CalledProcessError: Command '['git', 'lfs']' returned non-zero exit status 1.

            The above exception was the direct cause of the following exception:

            Traceback (most recent call last):
              File "a.py", line 9, in <module>
                run()
            OSError: git-lfs is not installed«
            """,
            "exception",
            "OSError"),
        arguments(
            "a traceback whose class is cut off",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                net.cuda()
            Torch not compiled with CUDA enabled«
            """,
            "exception",
            null),
        arguments(
            "an exception whose message stands on the lines after it",
            """
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
                build()
            RuntimeError:
            The detected CUDA version (11.8) mismatches the version that was used to compile«
            PyTorch (12.4). Please make sure to use the same CUDA versions.
            """,
            "exception",
            "RuntimeError"),
        arguments(
            "Docker's builder numbers the lines of a traceback",
            """
            #11 3.774       Traceback (most recent call last):
            #11 3.774         File "<string>", line 14, in <module>
            #11 3.774       ModuleNotFoundError: No module named 'torch'«
            #11 ERROR: process "/bin/sh -c pip install ." did not complete successfully: exit code: 1
            """,
            "exception",
            "ModuleNotFoundError"),
        arguments(
            "an exception of a queue that tells nothing behind the one that tells",
            """
            Traceback (most recent call last):
              File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 1251, in _try_get_data
                data = self._data_queue.get(timeout=timeout)
            _queue.Empty

            The above exception was the direct cause of the following exception:

            Traceback (most recent call last):
              File "a.py", line 9, in <module>
                for batch in loader:
            RuntimeError: DataLoader worker (pid(s) 4711) exited unexpectedly«
            """,
            "exception",
            "RuntimeError"),
        arguments(
            "pytest marks what failed",
            """
            >       return fn(x)
            E       torch._dynamo.exc.TorchRuntimeError: Dynamo failed to run FX node with fake tensors«
            E       from user code:
            """,
            "exception",
            "torch._dynamo.exc.TorchRuntimeError"),
        arguments(
            "the error of a notebook as JSON",
            """
            {
            	"name": "TypeError",
            	"message": "forward() got an unexpected keyword argument 'n'",«
            	"stack": "---------------------------------------------------------------------------
            """,
            "exception",
            "TypeError"),
        arguments(
            "a notebook before IPython 8",
            """
            ---------------------------------------------------------------------------
            NameError                                 Traceback (most recent call last)
            <ipython-input-3-a1b2c3d4> in <module>
                  1 import torch
            ----> 2 modle.cuda()

            NameError: name 'modle' is not defined«
            """,
            "exception",
            "NameError"),
        arguments(
            "the root errors of TensorFlow",
            """
            Node: 'conv2d/Conv2D'
            2 root error(s) found.
              (0) UNIMPLEMENTED: DNN library is not found.«
            	 [[{{node conv2d/Conv2D}}]]
            """,
            "exception",
            "UNIMPLEMENTED"),
        arguments(
            "interleaved exceptions of two processes without prefixes",
            """
            Traceback (most recent call last):
            Traceback (most recent call last):
              File "a.py", line 3, in <module>
              File "a.py", line 3, in <module>
                main()
                main()
            KeyError: 'x'«
            KeyError: 'x'
            """,
            "exception",
            "KeyError"),
        arguments(
            "a person interrupts",
            """
            ^CTraceback (most recent call last):
              File "a.py", line 3, in <module>
                time.sleep(9)
            KeyboardInterrupt«
            """,
            "exception",
            "KeyboardInterrupt"));
  }

  static Stream<Arguments> natives() {
    return Stream.of(
        arguments(
            "glibc's allocator",
            "double free or corruption (!prev)«\nAborted (core dumped)",
            "signal",
            "6"),
        arguments(
            "glibc's allocator before 2.26",
            "*** Error in `python3': free(): invalid pointer: 0x0000000001d3a010 ***«\nAborted",
            "signal",
            "6"),
        arguments(
            "a smashed stack",
            "*** stack smashing detected ***: terminated«\nAborted (core dumped)",
            "signal",
            "6"),
        arguments(
            "two OpenMP runtimes",
            """
            OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.«
            OMP: Hint This means that multiple copies of the OpenMP runtime have been linked.
            """,
            "message",
            "CAUSE"),
        arguments(
            "an AMD GPU's fault, before the abort that follows",
            """
            Memory access fault by GPU node-2 (Agent handle: 0x55d0) on address 0x7fc133800000. Reason: Page not present or supervisor privilege.«
            Aborted (core dumped)
            """,
            "message",
            "CAUSE"),
        arguments(
            "a lost peer, before the paragraph that explains it",
            """
            An MPI communication peer process has unexpectedly disconnected.  This«
            usually indicates a failure in the peer process (e.g., a crash or
            otherwise exiting without calling MPI_FINALIZE first).
            """,
            "message",
            "CONSEQUENCE"),
        arguments(
            "an exit code, before the clearing up of shared memory",
            """
            ERROR:composer.cli.launcher:Rank 1 crashed with exit code 1.«
            /usr/lib/python3.12/multiprocessing/resource_tracker.py:237: UserWarning: resource_tracker: '/af06_barrier': [Errno 2] No such file or directory: '/af06_barrier'
            """,
            "exit",
            "1"),
        arguments(
            "a signal, not the heading of the output that stands before it",
            """
            2026-03-06T17:53:31.052367Z ERROR shard-manager: text_generation_launcher: Shard complete standard error output:
             rank=0
            2026-03-06T17:53:31.052444Z ERROR shard-manager: text_generation_launcher: Shard process was signaled to shutdown with signal 4 rank=0«
            """,
            "message",
            "ERROR_LINE"),
        arguments(
            "an exit code, not the source lines of a box that speak of errors",
            """
            │   243 │   │   │   # @record will copy the first error (root cause)               │
            │ ❱ 245 │   │   │   raise ChildFailedError(                                        │
            ╰──────────────────────────────────────────────────────────────────────────────────╯
            Root Cause (first observed failure):
            [0]:
              rank      : 0 (local_rank: 0)
              exitcode  : 1 (pid: 5518)«
            """,
            "exit",
            "1"),
        arguments(
            "an error in a call of MPI",
            """
            [n1:41372] *** An error occurred in MPI_Send
            [n1:41372] *** reported by process [1332674561,3]
            [n1:41372] *** on communicator MPI_COMM_WORLD
            [n1:41372] *** MPI_ERR_RANK: invalid rank«
            [n1:41372] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort,
            """,
            "message",
            "CAUSE"),
        arguments(
            "libc++ ends a program",
            "libc++abi: terminating due to uncaught exception of type std::runtime_error: bad"
                + " shape«",
            "exception",
            "std::runtime_error"),
        arguments(
            "an assertion of C",
            "solver: src/grid.c:88: grid_step: Assertion `n > 0' failed.«\nAborted (core dumped)",
            "exception",
            "Assertion failed"),
        arguments(
            "the CUDA error of llama.cpp",
            """
            ggml_cuda_compute_forward: MUL_MAT failed
            CUDA error: out of memory«
              current device: 0, in function alloc at /src/ggml-cuda.cu:463
            """,
            "exception",
            "CUDA error"),
        arguments(
            "PyTorch's watchdog ends its own rank",
            "[rank0]:[E219 09:30:27.214690183 ProcessGroupNCCL.cpp:1595] [PG ID 2 PG GUID 3 Rank 0]"
                + " Process group watchdog thread terminated with exception: CUDA error: an illegal"
                + " memory access was encountered«",
            "exception",
            "CUDA error"),
        arguments(
            "TensorFlow ends itself",
            "2026-01-12 09:11:20.114020: F tensorflow/core/platform/cpu_feature_guard.cc:39] The"
                + " TensorFlow library was compiled to use AVX instructions, but these aren't"
                + " available on your machine.«\n"
                + "Aborted (core dumped)",
            "exception",
            "Check failed"),
        arguments(
            "the interpreter cannot start",
            """
            Fatal Python error: init_fs_encoding: failed to get the Python codec of the filesystem encoding«
            Python runtime state: core initialized
            ModuleNotFoundError: No module named 'encodings'
            """,
            "exception",
            "Fatal Python error"));
  }

  static Stream<Arguments> otherLanguages() {
    return Stream.of(
        arguments(
            "a panic of Rust before 1.73",
            "thread 'main' panicked at 'index out of bounds: the len is 3', src/main.rs:2:5«",
            "exception",
            "panic"),
        arguments(
            "a panic of Rust that names the thread's id",
            """
            thread 'tokio-runtime-worker' (812) panicked at src/main.rs:2:5:
            no reactor running«
            """,
            "exception",
            "panic"),
        arguments(
            "Go's runtime finds a deadlock",
            """
            fatal error: all goroutines are asleep - deadlock!«

            goroutine 1 [chan receive]:
            main.main()
            	/src/main.go:5 +0x1d
            """,
            "exception",
            "panic"),
        arguments(
            "an error of the JVM",
            """
            Exception in thread "main" java.lang.OutOfMemoryError: Java heap space«
            	at java.base/java.util.Arrays.copyOf(Arrays.java:3537)
            """,
            "exception",
            "java.lang.OutOfMemoryError"));
  }

  static Stream<Arguments> signals() {
    return Stream.of(
        arguments("a shell sees a crash", "Segmentation fault (core dumped)«", "signal", "11"),
        arguments("a shell sees a kill", "Killed«", "signal", "9"),
        arguments(
            "bash names the command",
            "run.sh: line 5: 12345 Killed                  python train.py«",
            "signal",
            "9"),
        arguments("zsh", "zsh: bus error (core dumped)  python train.py«", "signal", "7"),
        arguments(
            "a job of zsh",
            "[1]    12345 illegal instruction (core dumped)  python train.py«",
            "signal",
            "4"),
        arguments(
            "MPICH",
            """
            =   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
            YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)«
            """,
            "signal",
            "11"),
        arguments("srun", "srun: error: n1: task 3: Bus error (core dumped)«", "signal", "7"),
        arguments(
            "an IDE",
            "Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)«",
            "signal",
            "11"),
        arguments(
            "Abseil's handler",
            "*** SIGSEGV received at time=1743979322 on cpu 1 ***«",
            "signal",
            "11"),
        arguments(
            "torchrun counts downwards",
            "E1121 03:43:13.400000 2990 torch/distributed/elastic/multiprocessing/api.py:874]"
                + " failed (exitcode: -11) local_rank: 1 (pid: 3004) of binary: /usr/bin/python«",
            "signal",
            "11"),
        arguments(
            "DeepSpeed's launcher counts downwards",
            "[2026-11-21 03:43:13,400] [ERROR] [launch.py:341:sigkill_handler] ['python',"
                + " 'train.py'] exits with return code = -9«",
            "signal",
            "9"));
  }

  static Stream<Arguments> exits() {
    return Stream.of(
        arguments("srun", "srun: error: n1: task 3: Exited with exit code 13«", "exit", "13"),
        arguments("compose", "trainer-1  | done\ntrainer-1 exited with code 137«", "exit", "137"),
        arguments("kubectl describe", "      Exit Code:    137«", "exit", "137"),
        arguments("a workflow", "##[error]Process completed with exit code 2.«", "exit", "2"),
        arguments("a trace of the shell", "+ echo no GPU\n+ exit 3«", "exit", "3"),
        arguments(
            "MPI_Abort of Open MPI",
            "MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD\nwith errorcode 7.«",
            "exit",
            "7"),
        arguments(
            "MPI_Abort of MPICH",
            "application called MPI_Abort(MPI_COMM_WORLD, 5) - process 3«",
            "exit",
            "5"),
        arguments(
            "systemd",
            "systemd[1]: train.service: Main process exited, code=exited, status=1/FAILURE«",
            "exit",
            "1"),
        arguments(
            "Windows", "Process finished with exit code -1073741819«", "exit", "-1073741819"));
  }

  static Stream<Arguments> schedulers() {
    return Stream.of(
        arguments(
            "a row of sacct",
            """
            JobID           JobName  Partition    Account  AllocCPUS      State ExitCode
            ------------ ---------- ---------- ---------- ---------- ---------- --------
            81234             train        gpu      mlops         64    TIMEOUT      0:0«
            81234.batch       batch                 mlops         64  CANCELLED     0:15
            """,
            "scheduler",
            "TIME_LIMIT"),
        arguments(
            "a state that sacct cuts",
            "81240             train        gpu      mlops         64 OUT_OF_ME+    0:125«",
            "scheduler",
            "OUT_OF_MEMORY"),
        arguments(
            "the state of scontrol show job",
            """
            JobId=81250 JobName=train
               JobState=NODE_FAIL Reason=NodeDown Dependency=(null)«
            """,
            "scheduler",
            "NODE_FAILURE"),
        arguments(
            "a job that failed by itself", "81251|train|gpu|mlops|64|FAILED|3:0«", "exit", "3"),
        arguments(
            "a container that ended tells more than the event before it was scheduled",
            """
            Containers:
              pytorch:
                Last State:     Terminated
                  Reason:       Error
                  Exit Code:    139«
            Events:
              Warning  FailedScheduling  10m  default-scheduler  0/3 nodes are available.
              Normal   Scheduled  9m     default-scheduler  Successfully assigned ml/trainer-1
            """,
            "exit",
            "139"),
        arguments(
            "the time limit of a step",
            "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO TIME"
                + " LIMIT ***«",
            "scheduler",
            "TIME_LIMIT"),
        arguments(
            "a node of the job fails",
            "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-21T03:43:11 DUE TO NODE"
                + " FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***«",
            "scheduler",
            "NODE_FAILURE"),
        arguments(
            "memory, as Slurm wrote it before 21.08",
            "slurmstepd: error: Detected 2 oom-kill event(s) in StepId=1.batch. Some of your"
                + " processes may have been killed by the cgroup out-of-memory handler.«",
            "scheduler",
            "OUT_OF_MEMORY"),
        arguments(
            "a job that Slurm refuses",
            "sbatch: error: Batch job submission failed: Requested node configuration is not"
                + " available«",
            "scheduler",
            "REFUSED"),
        arguments(
            "PBS",
            "=>> PBS: job killed: walltime 3640 exceeded limit 3600«",
            "scheduler",
            "TIME_LIMIT"),
        arguments(
            "LSF",
            "TERM_RUNLIMIT: job killed after reaching LSF run time limit.«",
            "scheduler",
            "TIME_LIMIT"),
        arguments(
            "a pod that fits nowhere",
            "Warning  FailedScheduling  3s  default-scheduler  0/3 nodes are available: 3"
                + " Insufficient nvidia.com/gpu.«",
            "scheduler",
            "REFUSED"),
        arguments(
            "an image that cannot be pulled",
            "trainer-0   0/1     ImagePullBackOff   0          12m«",
            "scheduler",
            "REFUSED"),
        arguments(
            "a pod that gave way",
            "Normal  Preempted  1m  default-scheduler  Preempted by pod 7c1 on node n1«",
            "scheduler",
            "PREEMPTED"),
        arguments(
            "a spot instance",
            "node-agent: EC2 Spot Instance interruption notice received, draining«",
            "scheduler",
            "SPOT_RECLAIMED"));
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        arguments(
            "a file server that does not answer stands above the tasks that wait for it",
            """
            [7731.120] nfs: server 192.0.2.9 not responding, still trying«
            [7853.004] INFO: task python:5120 blocked for more than 120 seconds.
            """,
            "kernel",
            "HUNG_TASK"),
        arguments(
            "the form of kmsg",
            "3,1413,984213399,-;NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.«",
            "kernel",
            "XID"),
        arguments(
            "memory of a control group",
            "[81233.1] Memory cgroup out of memory: Killed process 3004 (python) total-vm:4123kB«",
            "kernel",
            "OUT_OF_MEMORY"),
        arguments(
            "an error of a GPU",
            "Nov 21 03:43:11 n1 kernel: NVRM: Xid (PCI:0000:c1:00): 79, pid=3004, GPU has fallen"
                + " off the bus.«",
            "kernel",
            "XID"),
        arguments(
            "an error of a switch",
            "nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up«",
            "kernel",
            "XID"),
        arguments(
            "a driver of another version",
            "[ 12.1] NVRM: API mismatch: the client has the version 580.82.07, but«",
            "kernel",
            "GPU_DRIVER"),
        arguments(
            "a fault of a process",
            "[ 8123.1] python[3004]: segfault at 0 ip 00007f2c sp 00007ffd error 4 in"
                + " libcuda.so.1«",
            "kernel",
            "FAULT"),
        arguments(
            "a task that hangs",
            "INFO: task python:3004 blocked for more than 120 seconds.«",
            "kernel",
            "HUNG_TASK"),
        arguments("a panic", "Kernel panic - not syncing: Fatal exception«", "kernel", "PANIC"),
        arguments(
            "a machine check",
            "mce: [Hardware Error]: CPU 3: Machine Check Exception: 5 Bank 4: be00000000800400«",
            "kernel",
            "MACHINE_CHECK"));
  }

  static Stream<Arguments> shells() {
    return Stream.of(
        arguments(
            "an option that click does not know",
            """
            Usage: train.py [OPTIONS]
            Try 'train.py --help' for help.

            Error: No such option: --learning-rate«
            """,
            "command",
            "python"),
        arguments(
            "a flag that absl does not know",
            """
            FATAL Flags parsing error:
              Unknown command line flag 'learning_rat'. Did you mean: learning_rate ?«
            Pass --helpshort or --helpfull to see help on flags.
            """,
            "command",
            "python"),
        arguments("bash", "bash: line 1: nvcc: command not found«", "command", "shell"),
        arguments("zsh", "zsh: command not found: nvcc«", "command", "shell"),
        arguments("dash", "/bin/sh: 1: nvcc: not found«", "command", "shell"),
        arguments(
            "a script without its interpreter",
            "bash: ./run.py: /usr/bin/python2: bad interpreter: No such file or directory«",
            "command",
            "shell"),
        arguments("no right to run", "bash: ./run.sh: Permission denied«", "command", "bash"),
        arguments(
            "a syntax error",
            "./run.sh: line 3: syntax error near unexpected token `fi'«",
            "command",
            "shell"),
        arguments(
            "a variable", "./run.sh: line 7: NODE_RANK: unbound variable«", "command", "shell"),
        arguments(
            "Windows",
            "'nvcc' is not recognized as an internal or external command,«\n"
                + "operable program or batch file.",
            "command",
            "shell"),
        arguments("ssh", "ssh: connect to host n2 port 22: Connection refused«", "command", "ssh"),
        arguments(
            "git",
            "fatal: unable to access 'https://git.local/x.git/': Could not resolve host:"
                + " git.local«",
            "command",
            "fatal"),
        arguments(
            "modprobe",
            "modprobe: ERROR: could not insert 'nvidia': No such device«",
            "command",
            "modprobe"),
        arguments(
            "argparse",
            "usage: train.py [-h]\ntrain.py: error: unrecognized arguments: --local-rank=0«",
            "command",
            "train.py"));
  }

  static Stream<Arguments> builds() {
    return Stream.of(
        arguments("gcc", "a.c:12:5: error: expected ';' before '}' token«", "command", "compiler"),
        arguments("nvcc", "a.cu(12): error: identifier \"x\" is undefined«", "command", "compiler"),
        arguments(
            "cl", "a.cpp(12): error C2039: 'x': is not a member of 'y'«", "command", "compiler"),
        arguments(
            "nvcc of an unknown architecture",
            "nvcc fatal   : Unsupported gpu architecture 'compute_120'«",
            "command",
            "nvcc"),
        arguments(
            "ld",
            "/usr/bin/ld: cannot find -lcuda: No such file or directory«\n"
                + "collect2: error: ld returned 1 exit status",
            "command",
            "ld"),
        arguments(
            "link",
            "LINK : fatal error LNK1181: cannot open input file 'cudart.lib'«",
            "command",
            "link"),
        arguments(
            "CMake",
            "CMake Error at CMakeLists.txt:12 (find_package):«\n"
                + "  By not providing \"FindCUDAToolkit.cmake\"",
            "command",
            "cmake"),
        arguments("make", "make: *** No rule to make target 'all'.  Stop.«", "command", "make"),
        arguments(
            "Ninja", "ninja: error: loading 'build.ninja': No such file«", "command", "ninja"),
        arguments("Cargo", "error[E0432]: unresolved import `crate::x`«", "command", "compiler"),
        arguments(
            "Docker's builder",
            "ERROR: failed to solve: process \"/bin/sh -c pip install .\" did not complete"
                + " successfully: exit code: 1«",
            "command",
            "compiler"));
  }

  static Stream<Arguments> installers() {
    return Stream.of(
        arguments(
            "pip finds no version",
            "ERROR: Could not find a version that satisfies the requirement torch==9 (from"
                + " versions: none)«\n"
                + "ERROR: No matching distribution found for torch==9",
            "command",
            "pip"),
        arguments(
            "pip builds a package",
            """
            error: subprocess-exited-with-error
              × python setup.py egg_info did not run successfully.
              │ exit code: 1
              ╰─> [4 lines of output]
                  Traceback (most recent call last):
                    File "<string>", line 2, in <module>
                    File "/tmp/pip/setup.py", line 7, in <module>
                  ModuleNotFoundError: No module named 'torch'«
                  [end of output]
            """,
            "exception",
            "ModuleNotFoundError"),
        arguments(
            "conda",
            "PackagesNotFoundError: The following packages are not available from current"
                + " channels:«\n"
                + "  - torch=9",
            "command",
            "conda"),
        arguments(
            "pip reaches no index",
            """
            WARNING: Retrying (Retry(total=4, connect=None, read=None)) after connection broken by 'NewConnectionError("Name or service not known")': /simple/einops/
            WARNING: Retrying (Retry(total=0, connect=None, read=None)) after connection broken by 'NewConnectionError("Name or service not known")': /simple/einops/«
            ERROR: Could not find a version that satisfies the requirement einops (from versions: none)
            """,
            "command",
            "pip"),
        arguments(
            "uv says why on the next line",
            """
              × No solution found when resolving dependencies:
              ╰─▶ Because flashattn was not found in the package registry, we can conclude that«
                  your requirements are unsatisfiable.
            """,
            "command",
            "pip"),
        arguments("apt", "E: Unable to locate package nvidia-driver-999«", "command", "apt"),
        arguments("dnf", "Error: Unable to find a match: kernel-headers-4.18«", "command", "dnf"),
        arguments(
            "npm",
            "npm ERR! code ERESOLVE«\nnpm ERR! ERESOLVE unable to resolve",
            "command",
            "npm"));
  }

  static Stream<Arguments> containers() {
    return Stream.of(
        arguments(
            "an image that is not pulled: the event that says why",
            """
              Normal   Pulling  41s  kubelet  Pulling image "registry.example.org/trainer:7"
              Warning  Failed   40s  kubelet  Failed to pull image "registry.example.org/trainer:7": unexpected status code 429 Too Many Requests«
              Warning  Failed   40s  kubelet  Error: ErrImagePull
            """,
            "scheduler",
            "REFUSED"),
        arguments(
            "helm",
            "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress«",
            "command",
            "helm"),
        arguments(
            "an image of another architecture",
            "exec /entrypoint.sh: exec format error«",
            "command",
            "exec"),
        arguments(
            "docker",
            "docker: Error response from daemon: Unknown runtime specified nvidia.«\n"
                + "See 'docker run --help'.",
            "command",
            "docker"),
        arguments(
            "the hook of a container",
            """
            docker: Error response from daemon: failed to create task for container: error running hook #0: exit status 1, stdout: , stderr: Auto-detected mode as 'legacy'
            nvidia-container-cli: initialization error: load library failed: libnvidia-ml.so.1: cannot open shared object file: no such file or directory: unknown.«
            """,
            "command",
            "docker"),
        arguments(
            "kubectl",
            "Error from server (NotFound): pods \"trainer-0\" not found«",
            "command",
            "kubectl"),
        arguments(
            "Apptainer",
            "FATAL:   container creation failed: mount /proc/self/fd/3->/var: permission denied«",
            "command",
            "singularity"));
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        arguments(
            "an exception behind the prefix of journalctl, and systemd's report of the end",
            """
            Mar 04 11:20:07 inference vllm[5121]:   File "/opt/vllm/engine.py", line 88, in start
            Mar 04 11:20:07 inference vllm[5121]:     raise ValueError(
            Mar 04 11:20:07 inference vllm[5121]: ValueError: max_model_len is too large«
            Mar 04 11:20:08 inference systemd[1]: vllm.service: Main process exited, code=exited, status=1/FAILURE
            Mar 04 11:20:08 inference systemd[1]: vllm.service: Failed with result 'exit-code'.
            """,
            "exception",
            "ValueError"),
        arguments(
            "TensorFlow warns that an operation failed",
            """
            2025-07-02 10:14:09.402113: I tensorflow/core/common_runtime/gpu/gpu_device.cc:2019] Created device
            2025-07-02 10:14:21.730046: W tensorflow/core/framework/op_kernel.cc:1844] OP_REQUIRES failed at xla_ops.cc:591 : UNAVAILABLE: No PTX compilation provider«
            """,
            "message",
            "COMPLAINT"),
        arguments(
            "a logger",
            "2026-11-21 03:43:11,204 - data - ERROR - shard 7 has a wrong checksum«",
            "message",
            "ERROR_LINE"),
        arguments(
            "what is missing stands above what failed",
            """
            [2026-11-21 03:43:11] app ERROR   : the reader is not running
            [2026-11-21 03:43:12] app ERROR   : Cannot load libcuda.so.1«
            """,
            "message",
            "COMPLAINT"),
        arguments(
            "NCCL's warnings are errors",
            "n1:4103:4711 [3] init.cc:497 NCCL WARN Duplicate GPU detected : rank 2 and rank 0«",
            "message",
            "COMPLAINT"),
        arguments(
            "an answer of a server",
            "{\"error\":\"Request failed during generation\",\"error_type\":\"generation\"}«",
            "message",
            "ERROR_LINE"),
        arguments(
            "a loss that is no number",
            "Epoch [1][50/3862] lr: 4.9e-05, eta: 3 days, loss: nan, grad_norm: nan«",
            "message",
            "ERROR_LINE"),
        arguments(
            "torchelastic's status record repeats what its agent printed",
            """
            E1121 03:43:11.204 3001 torch/distributed/elastic/multiprocessing/api.py:874] \
            failed (exitcode: 1) local_rank: 0 (pid: 4211) of binary: /opt/conda/bin/python«
            {"name": "torchelastic.worker.status.FAILED", "source": "WORKER", "timestamp": 0, \
            "metadata": {"run_id": "none", "global_rank": 0, "state": "FAILED"}}
            """,
            "exit",
            "1"),
        arguments(
            "a process that says one thing until it is stopped",
            "DEBUG 11-21 03:43:11 [client.py:193] Starting.\n"
                + "DEBUG 11-21 03:43:21 [client.py:193] Waiting for the engine.«\n"
                + "DEBUG 11-21 03:43:31 [client.py:193] Waiting for the engine.\n".repeat(5)
                + "*** SIGTERM received at time=1743979322 on cpu 1 ***",
            "message",
            "ERROR_LINE"));
  }
}
