package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies that nothing is reported for logs that resemble failures: handled errors, healthy jobs
 * and noise.
 */
class NearMissTests {
  @Test
  void thereAreThirtyNearMisses() {
    assertThat(healthy()).hasSizeGreaterThanOrEqualTo(30);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("healthy")
  void nothingFailed(String name, String log) {
    FailureEvent event = LogOf.first(log);
    assertThat(event).as(() -> event.line() + ": " + event.text()).isNull();
  }

  private static String progress(int from, int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < from + count; i++) {
      lines.append("step ").append(i).append(" loss 2.").append(99 - i % 90);
      lines.append(" lr 3e-4 412.3 samples/s\n");
    }
    return lines.toString();
  }

  private static final String REQUEST =
      """
      Traceback (most recent call last):
        File "/work/data/s3.py", line 20, in read
          body = self.client.get(key)
        File "/opt/venv/lib/python3.12/site-packages/urllib3/connectionpool.py", line 787, in urlopen
          response = self._make_request(
      ConnectionError: ('Connection aborted.', RemoteDisconnected('Remote end closed connection'))
      """;

  static Stream<Arguments> healthy() {
    return Stream.of(
        arguments("nothing but progress", progress(1, 50)),
        arguments(
            "a container that docker inspect calls not killed",
            "\"State\": {\n  \"Status\": \"exited\",\n  \"OOMKilled\": false,\n  \"Dead\": false,\n"),
        arguments(
            "an attempt that is repeated, and succeeds",
            progress(1, 3) + REQUEST + "Retrying in 4 seconds (attempt 1 of 5)\n" + progress(4, 9)),
        arguments("an exception after which the job goes on", REQUEST + progress(1, 60)),
        arguments(
            "a warning with a traceback",
            "2026-11-21 03:43:11,204 - data - WARNING - shard 7 cannot be read, using the copy\n"
                + REQUEST
                + progress(1, 2)),
        arguments(
            "information with a traceback, behind a logger's prefix",
            REQUEST
                .lines()
                .map(l -> "INFO 11-21 03:43:11 [cache.py:12] " + l + "\n")
                .reduce("", String::concat)),
        arguments(
            "an exception that Python ignores",
            progress(1, 9)
                + """
                Training finished in 3:12:11
                Exception ignored in: <function Pool.__del__ at 0x7f2d0c1b8>
                Traceback (most recent call last):
                  File "/usr/lib/python3.12/multiprocessing/pool.py", line 271, in __del__
                    self._change_notifier.put(None)
                OSError: [Errno 9] Bad file descriptor
                """),
        arguments(
            "an exception in a destructor that pytest warns of",
            """
            2026-07-29T23:58:10.46Z test_pool.py::test_close /opt/venv/lib/python3.14/site-packages/_pytest/unraisableexception.py:78: PytestUnraisableExceptionWarning: Exception ignored while calling deallocator <function Pool.__del__ at 0x7f2d0c1b8>: None
            2026-07-29T23:58:10.46Z\s
            2026-07-29T23:58:10.46Z Traceback (most recent call last):
            2026-07-29T23:58:10.46Z   File "/work/pool.py", line 71, in __del__
            2026-07-29T23:58:10.46Z     self.marker[0] = True
            2026-07-29T23:58:10.46Z AttributeError: 'Pool' object has no attribute 'marker'
            2026-07-29T23:58:10.46Z\s
            2026-07-29T23:58:10.46Z   warnings.warn(pytest.PytestUnraisableExceptionWarning(msg))
            2026-07-29T23:58:10.46Z PASSED [ 17%]
            """),
        arguments(
            "semaphores that leak at the end",
            progress(1, 9)
                + """
                Training finished in 3:12:11
                /usr/lib/python3.12/multiprocessing/resource_tracker.py:254: UserWarning: resource_tracker: There appear to be 12 leaked semaphore objects to clean up at shutdown
                  warnings.warn('resource_tracker: There appear to be %d '
                """),
        arguments(
            "a process group that is not destroyed",
            progress(1, 70)
                + "[rank0]:[W1121 03:43:19.120 ProcessGroupNCCL.cpp:1496] Warning: WARNING:"
                + " destroy_process_group() was not called before program exit, which can leak"
                + " resources. (function operator())\n"),
        arguments(
            "libraries that TensorFlow does without",
            "2026-11-21 03:43:11.345475: W tensorflow/compiler/tf2tensorrt/utils/py_utils.cc:38]"
                + " TF-TRT Warning: Could not find TensorRT\n"
                + progress(1, 70)),
        arguments(
            "a deprecated argument",
            """
            /opt/venv/lib/python3.12/site-packages/transformers/training_args.py:1611: FutureWarning: `evaluation_strategy` is deprecated and will be removed in version 4.46 of Transformers. Use `eval_strategy` instead
              warnings.warn(
            """
                + progress(1, 4)),
        arguments(
            "values that are called errors",
            """
            validation error 0.1123, mean_squared_error: 0.0231, error_rate=0.04
            test set: 0 errors, 0 failures
            max relative error of the kernel 1.2e-6
            """
                + progress(1, 3)),
        arguments(
            "NCCL looks for a plug-in that nobody installed",
            "n1:4103:4103 [3] NCCL INFO NET/Plugin: Could not find: libnccl-net.so."
                + " Using internal net plugin.\n"
                + progress(1, 4)),
        arguments(
            "a server that answers on after a bad request",
            """
            INFO:     10.0.0.1:40418 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error
            ERROR:    Exception in ASGI application
            Traceback (most recent call last):
              File "/opt/venv/lib/python3.12/site-packages/uvicorn/protocols/http/httptools_impl.py", line 409, in run_asgi
                result = await app(
            ValueError: prompt is longer than the context
            """
                + "INFO:     10.0.0.1:40420 - \"POST /v1/completions HTTP/1.1\" 200 OK\n"
                    .repeat(8)),
        arguments(
            "exit code 0",
            progress(1, 3) + "trainer-0 exited with code 0\nProcess finished with exit code 0\n"),
        arguments(
            "a shell that traces commands about errors",
            """
            + set -euo pipefail
            + trap 'echo failed at line $LINENO' ERR
            + python train.py --on-error=abort --error-file=/tmp/error.json
            """
                + progress(1, 3)),
        arguments(
            "a configuration that speaks of failures",
            """
            {"max_restarts": 3, "fail_fast": false, "on_error": "retry", "failure_rate": 0.0}
            TrainingArguments(ignore_data_skip=False, log_on_each_node=True, error_policy='raise')
            """
                + progress(1, 3)),
        arguments(
            "a table of results with a column of errors",
            """
            #       size         count      type   redop    root     time   algbw   busbw  error     time   algbw   busbw  error
                32768          8192     float     sum      -1    18.66    1.76    3.07       0    17.95    1.83    3.20       0
            # Out of bounds values : 0 OK
            """),
        arguments(
            "a build that reports its progress",
            """
            [ 12%] Building CXX object src/CMakeFiles/fail.dir/error.cc.o
            [ 24%] Building CUDA object src/CMakeFiles/fail.dir/assert.cu.o
            [100%] Built target error_handler
            """),
        arguments(
            "a configuration step that tries what a compiler can do",
            """
            -- Looking for pthread_create in pthreads - not found
            -- Performing Test COMPILER_HAS_HIDDEN_VISIBILITY - Failed
            -- Configuring done
            -- Generating done
            """),
        arguments(
            "tests of exceptions that pass",
            """
            tests/test_errors.py::test_raises_key_error PASSED
            tests/test_errors.py::test_out_of_memory_error PASSED
            ============================== 2 passed in 0.31s ===============================
            """),
        arguments(
            "the kernel's usual start",
            """
            [    1.792940] NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  580.82.07  Release Build
            [    2.101231] nvidia-nvlink: Nvlink Core is being initialized, major device number 237
            [    3.201233] EXT4-fs (nvme0n1p2): re-mounted. Opts: errors=remount-ro
            """),
        arguments(
            "a corrected memory error",
            "[81233.120931] mce: [Hardware Error]: Machine check events logged: Corrected error,"
                + " no action required\n"
                + progress(1, 70)),
        arguments(
            "Slurm's accounting of a job that completed",
            """
            State: COMPLETED (exit code 0)
            Cores per node: 16
            Memory Efficiency: 61.20% of 512.00 GB
            """),
        arguments(
            "pods that run",
            """
            NAME        READY   STATUS    RESTARTS   AGE
            trainer-0   1/1     Running   0          12m
            trainer-1   1/1     Completed 0          12m
            """),
        arguments(
            "missing keys that are only told",
            "Some weights of BertForSequenceClassification were not initialized from the model"
                + " checkpoint at bert-base-uncased and are newly initialized:"
                + " ['classifier.bias']\n"
                + progress(1, 4)),
        arguments(
            "a file that the first start does not have",
            progress(1, 2)
                + "2026-11-21 03:43:11,204 - ckpt - INFO - no checkpoint found in /ckpt,"
                + " starting from scratch\n"
                + progress(3, 4)),
        arguments(
            "a worker of Ray that repeats a message",
            "(TrainWorker pid=4003) 2026-11-21 03:43:11,204 INFO worker.py:88 -- no failed tasks"
                + " [repeated 7x across cluster]\n"
                + progress(1, 3)),
        arguments(
            "a download that is tried again",
            """
            WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'ReadTimeoutError("HTTPSConnectionPool(host='pypi.org', port=443): Read timed out. (read timeout=15)")': /simple/torch/
            Successfully installed torch-2.9.1
            """),
        arguments(
            "a loss that is large but a number",
            "epoch 1 iter 20 loss: nanoseconds 12\nstep 3 loss: 1e30\n" + progress(1, 3)),
        arguments(
            "a cache that could not be read, long before a good end",
            "could not read the cache of compiled kernels\n" + progress(1, 200)),
        arguments(
            "ranks that interleave what each of them ignores or only warns of",
            """
            [rank0]: Exception ignored in: <function Pool.__del__ at 0x7f2d0c1b8>
            [rank1]: WARNING:root:failed to import wandb, logging to stdout only
            [rank0]: Traceback (most recent call last):
            [rank1]: Traceback (most recent call last):
            [rank0]:   File "/usr/lib/python3.12/multiprocessing/pool.py", line 268, in __del__
            [rank1]:   File "/work/log.py", line 4, in <module>
            [rank0]:     self._change_notifier.put(None)
            [rank1]:     import wandb
            [rank0]: OSError: [Errno 9] Bad file descriptor
            [rank1]: ModuleNotFoundError: No module named 'wandb'
            """
                + progress(1, 80)),
        arguments(
            "a report that denies failures",
            "    Remapping Failure Occurred        : No\n    ECC errors found : None\n"),
        arguments(
            "rows of sacct that are no failures",
            "81240             train        gpu      mlops         64  COMPLETED      0:0\n"
                + "81241             train        gpu      mlops         64    RUNNING      0:0\n"),
        arguments("an empty log", "\n\n\n"));
  }
}
