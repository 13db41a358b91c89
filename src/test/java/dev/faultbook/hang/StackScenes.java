package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Hangs as stacks show them, in the formats of py-spy 0.4 (src/dump.rs), of faulthandler
 * (Python/traceback.c) and of gdb.
 */
final class StackScenes {
  private static final String LIB = "/opt/conda/lib/python3.11/site-packages/";
  private static final String STD = "/opt/conda/lib/python3.11/";

  /** {@code function path line}, innermost first. */
  private static final String REDUCE =
      "all_reduce torch/distributed/distributed_c10d.py 2696;wrapper torch/distributed/c10d_logger.py"
          + " 83;train /work/train.py 125;<module> /work/train.py 201";

  private static final String BARRIER =
      "barrier torch/distributed/distributed_c10d.py 4159;wrapper torch/distributed/c10d_logger.py 83;"
          + "save_checkpoint /work/ckpt.py 40;train /work/train.py 140;<module> /work/train.py 201";
  private static final String SYNC =
      "synchronize torch/cuda/__init__.py 954;train /work/train.py 127;<module> /work/train.py 201";
  private static final String ITEM = "train /work/train.py 128;<module> /work/train.py 201";
  private static final String STEP = "train /work/train.py 120;<module> /work/train.py 201";
  private static final String IDLE =
      "wait threading.py 324;get queue.py 180;_run tensorboard/writer.py 273";

  private StackScenes() {}

  static Stream<Scene> all() {
    List<Scene> scenes = new ArrayList<>();
    addOddOnes(scenes);
    addShapes(scenes);
    addUndecided(scenes);
    addJobsAtWork(scenes);
    return scenes.stream();
  }

  /** One rank that waits for something of its own. */
  private static void addOddOnes(List<Scene> scenes) {
    odd(
        scenes,
        "file",
        WaitKind.IO,
        "read /work/data/mixture.py 88;next /work/data/mixture.py 40;" + STEP);
    odd(scenes, "open", WaitKind.IO, "open /work/data/shards.py 51;" + STEP);
    odd(
        scenes,
        "memmap",
        WaitKind.IO,
        "__getitem__ numpy/_core/memmap.py 358;get /work/data/tokens.py 12;" + STEP);
    odd(
        scenes,
        "lock",
        WaitKind.LOCK,
        "acquire filelock/_api.py 344;__enter__ filelock/_api.py 371;prepare /work/cache.py 9;"
            + STEP);
    odd(
        scenes,
        "condition",
        WaitKind.LOCK,
        "wait threading.py 327;get queue.py 171;log /work/metrics.py 31;" + STEP);
    odd(
        scenes,
        "socket",
        WaitKind.NETWORK,
        "readinto socket.py 718;_read_status http/client.py 292;begin http/client.py 331;getresponse http/client.py 1395;send requests/adapters.py 667;fetch /work/data/remote.py 22;"
            + STEP);
    odd(
        scenes,
        "hub",
        WaitKind.NETWORK,
        "read ssl.py 1103;recv_into ssl.py 1251;readinto socket.py 706;http_get huggingface_hub/file_download.py 420;setup /work/train.py 30;<module> /work/train.py 201");
    odd(
        scenes,
        "loader",
        WaitKind.DATA_LOADER,
        "wait threading.py 331;get queue.py 180;_try_get_data torch/utils/data/dataloader.py 1131;_get_data torch/utils/data/dataloader.py 1288;_next_data torch/utils/data/dataloader.py 1327;__next__ torch/utils/data/dataloader.py 630;"
            + STEP);
    odd(
        scenes,
        "import",
        WaitKind.IMPORT,
        "get_data <frozen importlib._bootstrap_external> 1073;get_code <frozen importlib._bootstrap_external> 1012;exec_module <frozen importlib._bootstrap_external> 936;_load_unlocked <frozen importlib._bootstrap> 690;_find_and_load <frozen importlib._bootstrap> 1176;evaluate /work/evaluate.py 3;"
            + STEP);
    odd(
        scenes,
        "compile",
        WaitKind.COMPILE,
        "wait threading.py 327;result concurrent/futures/_base.py 451;wait torch/_inductor/async_compile.py 400;load_by_key_path torch/_inductor/codecache.py 3000;compile_fx_inner torch/_inductor/compile_fx.py 600;"
            + STEP);
    odd(
        scenes,
        "extension",
        WaitKind.COMPILE,
        "communicate subprocess.py 1209;run subprocess.py 550;_run_ninja_build torch/utils/cpp_extension.py 2107;load torch/utils/cpp_extension.py 1312;build /work/ops.py 17;"
            + STEP);
    odd(
        scenes,
        "checkpoint",
        WaitKind.CHECKPOINT,
        "_save torch/serialization.py 890;save torch/serialization.py 628;save_checkpoint /work/ckpt.py 44;train /work/train.py 140;<module> /work/train.py 201");
    odd(
        scenes,
        "child",
        WaitKind.PROCESS,
        "_try_wait subprocess.py 1957;_wait subprocess.py 1999;wait subprocess.py 1264;unpack /work/data/unpack.py 14;"
            + STEP);
    odd(scenes, "own loop", WaitKind.OTHER, "pack /work/data/packing.py 77;" + STEP);
  }

  private static void odd(List<Scene> scenes, String name, WaitKind kind, String stack) {
    int ranks = 8 + scenes.size() % 3 * 8;
    int who = scenes.size() * 5 % ranks;
    scenes.add(
        Scene.of(
            "spy: " + name,
            spied(ranks, r -> r == who ? stack : REDUCE),
            Finding.ELSEWHERE,
            kind,
            who));
    scenes.add(
        Scene.of(
            "faulthandler: " + name,
            dumped(ranks, r -> r == who ? stack : BARRIER),
            Finding.ELSEWHERE,
            kind,
            who));
    // faulthandler.register(signal.SIGQUIT), then kill -QUIT on every rank
    scenes.add(
        Scene.of(
            "SIGQUIT: " + name,
            files(ranks, "logs/%d/stderr.log", r -> quit(r == who ? stack : BARRIER)),
            Finding.ELSEWHERE,
            kind,
            who));
  }

  private static String quit(String stack) {
    return faulthandler(stack)
        .replace("Timeout (0:10:00)!\n", "")
        .replace("Thread 0x00007fe8bc888b80", "Current thread 0x00007fe8bc888b80");
  }

  /** The same in other shapes: one file, prefixes, JSON, headings, helpers. */
  private static void addShapes(List<Scene> scenes) {
    String read = "read /work/data/mixture.py 88;" + STEP;
    scenes.add(
        Scene.of(
            "64 ranks",
            spied(64, r -> r == 37 ? read : REDUCE),
            Finding.ELSEWHERE,
            WaitKind.IO,
            37));
    scenes.add(
        Scene.of(
            "synchronize", spied(8, r -> r == 6 ? read : SYNC), Finding.ELSEWHERE, WaitKind.IO, 6));
    scenes.add(
        Scene.of("item()", spied(8, r -> r == 6 ? read : ITEM), Finding.ELSEWHERE, WaitKind.IO, 6));
    scenes.add(
        Scene.of(
            "two of them",
            spied(16, r -> r == 3 || r == 9 ? read : REDUCE),
            Finding.ELSEWHERE,
            WaitKind.IO,
            3,
            9));
    StringBuilder srun = new StringBuilder();
    StringBuilder headed = new StringBuilder();
    StringBuilder options = new StringBuilder();
    StringBuilder ray = new StringBuilder();
    for (int r = 0; r < 8; r++) {
      int rank = r;
      String dump = spy(r, "python train.py", r == 5 ? read : REDUCE);
      dump.lines().forEach(line -> srun.append(rank).append(": ").append(line).append('\n'));
      headed.append("=== rank ").append(r).append(" ===\n").append(dump);
      options.append(spy(r, "python -u train.py --local-rank=" + r, r == 5 ? read : REDUCE));
      ray.append("Stack dump for root 4")
          .append(r)
          .append(" 0.3 ray::TrainWorker rank=")
          .append(r)
          .append('\n')
          .append(dump)
          .append('\n');
    }
    scenes.add(Scene.of("srun -l", Map.of("", srun.toString()), Finding.ELSEWHERE, WaitKind.IO, 5));
    scenes.add(
        Scene.of("headings", Map.of("", headed.toString()), Finding.ELSEWHERE, WaitKind.IO, 5));
    scenes.add(
        Scene.of("options", Map.of("", options.toString()), Finding.ELSEWHERE, WaitKind.IO, 5));
    scenes.add(
        Scene.of("ray stack", Map.of("", ray.toString()), Finding.ELSEWHERE, WaitKind.IO, 5));
    Map<String, String> json = new LinkedHashMap<>();
    Map<String, String> native_ = new LinkedHashMap<>();
    for (int r = 0; r < 8; r++) {
      json.put("stack-" + r + ".json", json(r, r == 2 ? read : REDUCE));
      native_.put(
          "rank_" + r + "/gdb.txt",
          gdb(
              r == 4
                  ? "__GI___libc_read _Py_read"
                  : "cudaStreamSynchronize c10::cuda::stream_synchronize"));
    }
    scenes.add(Scene.of("json", json, Finding.ELSEWHERE, WaitKind.IO, 2));
    scenes.add(Scene.of("gdb", native_, Finding.ELSEWHERE, WaitKind.IO, 4));
    Map<String, String> python = new LinkedHashMap<>();
    for (int r = 0; r < 8; r++) {
      python.put("rank_" + r + "/gdb.txt", pyBt(r, r == 6 ? read : REDUCE));
    }
    scenes.add(Scene.of("gdb: py-bt", python, Finding.ELSEWHERE, WaitKind.IO, 6));
    scenes.add(Scene.of("gdb: one", Map.of("gdb.txt", pyBt(0, read)), Finding.SINGLE, null));
    Map<String, String> loaders =
        spied(
            4,
            r ->
                r == 1
                    ? "wait threading.py 331;get queue.py 180;_try_get_data torch/utils/data/dataloader.py 1131;__next__ torch/utils/data/dataloader.py 630;"
                        + STEP
                    : REDUCE);
    String worker =
        "_worker_loop torch/utils/data/_utils/worker.py 328;run multiprocessing/process.py 108";
    loaders.merge(
        "rank1.txt",
        spy(
            77,
            "python train.py",
            "read /work/data/mixture.py 88;__getitem__ /work/data/mixture.py 60;fetch torch/utils/data/_utils/fetch.py 52;"
                + worker),
        String::concat);
    loaders.merge(
        "rank2.txt",
        spy(
            78,
            "python train.py",
            "poll multiprocessing/connection.py 257;get multiprocessing/queues.py 113;" + worker),
        String::concat);
    scenes.add(Scene.of("worker of a loader", loaders, Finding.ELSEWHERE, WaitKind.DATA_LOADER, 1));
    scenes.add(
        Scene.of(
            "another collective",
            spied(8, r -> r == 3 ? BARRIER : REDUCE),
            Finding.MISMATCH,
            WaitKind.COLLECTIVE,
            3));
    scenes.add(
        Scene.of(
            "python's lock",
            spied(8, r -> r == 3 ? null : REDUCE),
            Finding.ELSEWHERE,
            WaitKind.GIL,
            3));
  }

  /** What must not name anybody. */
  private static void addUndecided(List<Scene> scenes) {
    scenes.add(Scene.of("all in one call", spied(8, r -> REDUCE), Finding.SAME, null));
    scenes.add(Scene.of("one process", spied(1, r -> REDUCE), Finding.SINGLE, null));
    scenes.add(
        Scene.of(
            "one process reads",
            dumped(1, r -> "read /work/data/mixture.py 88;" + STEP),
            Finding.SINGLE,
            null));
    scenes.add(
        Scene.of(
            "all read",
            spied(8, r -> "read /work/data/mixture.py 88;" + STEP),
            Finding.TOGETHER,
            null));
    scenes.add(
        Scene.of(
            "a job at work",
            active(8, r -> "forward /work/model.py " + (50 + r) + ";" + STEP),
            Finding.NONE,
            null));
    scenes.add(
        Scene.of(
            "a server without requests",
            spied(
                2,
                r ->
                    "select selectors.py 468;_run_once asyncio/base_events.py 1881;run_forever asyncio/base_events.py 607;run asyncio/runners.py 118;main /work/serve.py 12"),
            Finding.NONE,
            null));
    scenes.add(
        Scene.of(
            "stages of a pipeline",
            spied(
                4,
                r ->
                    (r < 2 ? "recv" : "send")
                        + " torch/distributed/distributed_c10d.py 2100;step /work/pipe.py "
                        + (30 + r)
                        + ";"
                        + STEP),
            Finding.APART,
            null));
    Map<String, String> launcher =
        spied(4, r -> r == 2 ? "read /work/data/mixture.py 88;" + STEP : REDUCE);
    launcher.put(
        "launcher.txt",
        spy(
            900,
            "torchrun --nproc_per_node=4 train.py",
            "_invoke_run torch/distributed/elastic/agent/server/api.py 908;run torch/distributed/elastic/agent/server/api.py 711;main torchrun 8"));
    scenes.add(Scene.of("with its launcher", launcher, Finding.ELSEWHERE, WaitKind.IO, 2));
  }

  /** Processes of a job at work, as py-spy 0.4.2 shows those of torch 2.13. */
  private static void addJobsAtWork(List<Scene> scenes) {
    String call =
        "_call_impl torch/nn/modules/module.py 1789;_wrapped_call_impl torch/nn/modules/module.py 1778;";
    String forward =
        "forward torch/nn/modules/linear.py 139;" + call + "forward /work/model.py 15;" + STEP;
    String backward =
        "_engine_run_backward torch/autograd/graph.py 979;backward torch/autograd/__init__.py 395;"
            + "backward torch/_tensor.py 623;"
            + STEP;
    String optimizer =
        "_single_tensor_adamw torch/optim/adamw.py 420;step torch/optim/adamw.py 232;"
            + "wrapper torch/optim/optimizer.py 493;"
            + STEP;
    String imports =
        "get_code <frozen importlib._bootstrap_external> 1069;exec_module <frozen importlib._bootstrap_external> 936;"
            + "_find_and_load <frozen importlib._bootstrap> 1176;<module> torch/__init__.py 1990;<module> /work/train.py 1";
    String start =
        "_new_process_group_helper torch/distributed/distributed_c10d.py 2169;"
            + "init_process_group torch/distributed/distributed_c10d.py 1899;main /work/train.py 16";
    String loader =
        "poll multiprocessing/connection.py 257;get multiprocessing/queues.py 113;"
            + "_worker_loop torch/utils/data/_utils/worker.py 328;run multiprocessing/process.py 108";
    work(scenes, "one starts", Finding.APART, active(4, r -> r == 3 ? imports : start));
    work(scenes, "most start", Finding.APART, active(4, r -> r == 3 ? start : imports));
    work(scenes, "all start", Finding.NONE, active(4, r -> imports));
    work(
        scenes, "one in the optimizer", Finding.APART, active(8, r -> r == 3 ? optimizer : REDUCE));
    work(scenes, "one in forward", Finding.APART, active(8, r -> r == 3 ? forward : REDUCE));
    work(scenes, "two in backward", Finding.APART, spied(8, r -> r < 2 ? backward : SYNC));
    work(
        scenes,
        "faulthandler: one in backward",
        Finding.APART,
        dumped(8, r -> r == 3 ? backward : REDUCE));
    work(scenes, "all in backward", Finding.NONE, spied(8, r -> backward));
    work(
        scenes,
        "forward and backward",
        Finding.NONE,
        active(8, r -> r % 2 == 0 ? forward : backward));
    work(scenes, "one process in forward", Finding.NONE, active(1, r -> forward));
    String batch =
        "select selectors.py 415;wait multiprocessing/connection.py 947;poll multiprocessing/connection.py 257;"
            + "_try_get_data torch/utils/data/dataloader.py 1326;__next__ torch/utils/data/dataloader.py 741;"
            + STEP;
    work(scenes, "one fetches a batch", Finding.APART, spied(4, r -> r == 1 ? batch : backward));
    Map<String, String> workers = active(4, r -> forward);
    workers.replaceAll((name, text) -> text + spy(77, "python train.py", loader));
    work(scenes, "workers of loaders", Finding.NONE, workers);
    Map<String, String> twice =
        spied(8, r -> r == 3 ? "read /work/data/mixture.py 88;" + STEP : REDUCE);
    twice.computeIfPresent(
        "rank3.txt",
        (name, text) -> text + spy(3, "python train.py", "open /work/data/shards.py 51;" + STEP));
    work(scenes, "it reads on", Finding.APART, twice);
  }

  private static void work(
      List<Scene> scenes, String name, Finding finding, Map<String, String> files) {
    scenes.add(Scene.of("at work: " + name, files, finding, null));
  }

  private static Map<String, String> spied(int ranks, IntFunction<String> stackOf) {
    return files(ranks, "rank%d.txt", r -> spy(r, "python train.py", stackOf.apply(r)));
  }

  private static Map<String, String> active(int ranks, IntFunction<String> stackOf) {
    return files(
        ranks,
        "rank%d.txt",
        r -> spy(r, "python train.py", stackOf.apply(r)).replaceFirst("\\(idle\\)", "(active)"));
  }

  private static Map<String, String> dumped(int ranks, IntFunction<String> stackOf) {
    return files(ranks, "logs/%d/stderr.log", r -> faulthandler(stackOf.apply(r)));
  }

  private static Map<String, String> files(int ranks, String name, IntFunction<String> textOf) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int r = 0; r < ranks; r++) {
      files.put(String.format(name, r), textOf.apply(r));
    }
    return files;
  }

  /** The text of py-spy; without a stack, another thread holds the interpreter's lock. */
  private static String spy(int rank, String command, String stack) {
    int pid = 41000 + rank;
    StringBuilder out = new StringBuilder();
    out.append("Process ").append(pid).append(": ").append(command).append('\n');
    out.append("Python v3.11.7 (/opt/conda/bin/python3.11)\n\n");
    thread(out, pid, "idle", "MainThread", stack == null ? "train /work/train.py 119" : stack);
    thread(
        out,
        pid + 7,
        stack == null ? "active+gil" : "idle",
        "writer",
        stack == null ? "tokenize /work/data/bpe.py 210" : IDLE);
    return out.toString();
  }

  private static void thread(StringBuilder out, int id, String status, String name, String stack) {
    out.append("Thread ")
        .append(id)
        .append(" (")
        .append(status)
        .append("): \"")
        .append(name)
        .append("\"\n");
    for (String frame : stack.split(";")) {
      String[] f = frame.split("(?<!<frozen) (?=(?:<frozen )?\\S+ \\d+$)| (?=\\d+$)", 3);
      out.append("    ")
          .append(f[0])
          .append(" (")
          .append(f[1].replace("/work/", ""))
          .append(':')
          .append(f[2])
          .append(")\n");
    }
  }

  private static String faulthandler(String stack) {
    StringBuilder out = new StringBuilder("step 1200 loss 2.31\nTimeout (0:10:00)!\n");
    out.append("Thread 0x00007fe8bb53c6c0 (most recent call first):\n");
    handled(out, IDLE);
    out.append("\nThread 0x00007fe8bc888b80 (most recent call first):\n");
    handled(out, stack);
    return out.toString();
  }

  private static void handled(StringBuilder out, String stack) {
    for (String frame : stack.split(";")) {
      String[] f = frame.split("(?<!<frozen) (?=(?:<frozen )?\\S+ \\d+$)| (?=\\d+$)", 3);
      String path =
          f[1].startsWith("/") || f[1].startsWith("<")
              ? f[1]
              : (isPackage(f[1]) ? LIB : STD) + f[1];
      out.append("  File \"")
          .append(path)
          .append("\", line ")
          .append(f[2])
          .append(" in ")
          .append(f[0])
          .append('\n');
    }
  }

  private static boolean isPackage(String path) {
    return Stream.of(
            "torch/", "numpy/", "filelock/", "requests/", "huggingface_hub/", "tensorboard/")
        .anyMatch(path::startsWith);
  }

  private static String json(int rank, String stack) {
    StringBuilder out =
        new StringBuilder(
            "[\n  {\n    \"pid\": "
                + (41000 + rank)
                + ",\n    \"thread_id\": 13993,\n    \"thread_name\": \"MainThread\",\n    \"os_thread_id\": "
                + (41000 + rank)
                + ",\n    \"active\": false,\n    \"owns_gil\": false,\n    \"frames\": [");
    String comma = "\n";
    for (String frame : stack.split(";")) {
      String[] f = frame.split("(?<!<frozen) (?=(?:<frozen )?\\S+ \\d+$)| (?=\\d+$)", 3);
      String path = f[1].startsWith("/") ? f[1] : LIB + f[1];
      out.append(comma)
          .append("      {\n        \"name\": \"")
          .append(f[0])
          .append("\",\n        \"filename\": \"")
          .append(path)
          .append("\",\n        \"module\": null,\n        \"short_filename\": \"")
          .append(f[1].replace("/work/", ""))
          .append("\",\n        \"line\": ")
          .append(f[2])
          .append("\n      }");
      comma = ",\n";
    }
    return out.append("\n    ],\n    \"process_info\": null\n  }\n]\n").toString();
  }

  /**
   * What gdb 13 prints before the stacks: the frame at which it stopped, and its missing source.
   */
  private static final String ATTACHED =
      """
      [New LWP 17233]
      [Thread debugging using libthread_db enabled]
      Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
      __GI___libc_read (nbytes=1, buf=0x7ff76431ebd0, fd=3) at ../sysdeps/unix/sysv/linux/read.c:26
      26\t../sysdeps/unix/sysv/linux/read.c: No such file or directory.

      """;

  /** {@code thread apply all py-bt} of gdb 13 with CPython's python-gdb.py. */
  private static String pyBt(int rank, String stack) {
    StringBuilder out = new StringBuilder(ATTACHED);
    out.append("Thread 2 (Thread 0x7ff7642976c0 (LWP 25613) \"python3\"):\n");
    out.append("Traceback (most recent call first):\n");
    traced(out, IDLE);
    out.append("\nThread 1 (Thread 0x7ff764ffab80 (LWP 2557" + rank + ") \"python3\"):\n");
    out.append("Traceback (most recent call first):\n");
    out.append("  <built-in method read of module object at remote 0x7ff764771990>\n");
    traced(out, stack);
    return out.append("[Inferior 1 (process 2557" + rank + ") detached]\n").toString();
  }

  private static void traced(StringBuilder out, String stack) {
    StringBuilder frames = new StringBuilder();
    handled(frames, stack);
    frames
        .toString()
        .lines()
        .forEach(
            line -> {
              int in = line.lastIndexOf(" in ");
              out.append(line, 0, in).append(',').append(line.substring(in));
              out.append("\n    value = call(self._args, **self._kwargs)\n");
            });
  }

  private static String gdb(String functions) {
    StringBuilder out = new StringBuilder(ATTACHED);
    out.append("Thread 2 (Thread 0x7f45bc5fb6c0 (LWP 17233) \"pt_autograd_0\"):\n");
    out.append(
        "#0  __futex_abstimed_wait_common64 (private=0, cancel=true) at ./nptl/futex-internal.c:57\n#1  0x00007f45bd0a71f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442\n\n");
    out.append("Thread 1 (Thread 0x7f45bd85ab80 (LWP 17230) \"python\"):\n");
    int n = 0;
    for (String function : functions.split(" ")) {
      out.append('#')
          .append(n++)
          .append("  0x00007f45bd4e487c in ")
          .append(function)
          .append(" (fd=3) from /lib/x86_64-linux-gnu/libc.so.6\n");
    }
    return out.append('#')
        .append(n)
        .append(
            "  0x00007f45bd3a75a2 in _PyEval_EvalFrameDefault (tstate=<optimized out>) at Python/ceval.c:4769\n")
        .toString();
  }
}
