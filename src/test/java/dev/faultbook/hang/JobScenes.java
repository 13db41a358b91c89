package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hangs as larger jobs leave them: batched sends and receives of pipelines, coalesced collectives,
 * records of which only the open part was dumped, stacks that PyTorch's debug server, Ray, gdb and
 * a Java machine print, NCCL's dump of its proxies, and several sources together.
 */
final class JobScenes {
  private JobScenes() {}

  static Stream<Scene> all() {
    List<Scene> scenes = new ArrayList<>();
    addRecords(scenes);
    addStacks(scenes);
    addServers(scenes);
    addNccl(scenes);
    addTogether(scenes);
    addMore(scenes);
    return scenes.stream();
  }

  private static String lines(String... of) {
    return String.join("\n", of) + "\n";
  }

  private static Map<String, String> files(int ranks, String name, IntFunction<String> textOf) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int r = 0; r < ranks; r++) {
      files.put(String.format(name, r), textOf.apply(r));
    }
    return files;
  }

  // ---- flight recorder

  /** Records of a job, as FlightRecorderDetail.hpp writes them. */
  private static final class Rec {
    final int world;
    final Map<Integer, List<Map<String, Object>>> entries = new TreeMap<>();
    final Map<Integer, Map<String, Object>> groups = new TreeMap<>();
    final Map<String, List<Integer>> members = new LinkedHashMap<>();
    final Map<String, String> names = new LinkedHashMap<>();
    final Map<String, Long> collective = new TreeMap<>();
    final Map<String, Long> paired = new TreeMap<>();
    boolean frames = true;

    Rec(int world) {
      this.world = world;
      for (int r = 0; r < world; r++) {
        entries.put(r, new ArrayList<>());
        groups.put(r, new LinkedHashMap<>());
      }
      group("0", "default_pg", IntStream.range(0, world).boxed().toList());
    }

    Rec group(String name, String description, List<Integer> ranks) {
      members.put(name, ranks);
      names.put(name, description);
      for (int rank : ranks) {
        groups
            .get(rank)
            .put(
                name,
                new TreeMap<>(Map.of("name", name, "desc", description, "ranks", ranks + "")));
      }
      return this;
    }

    /** A collective of all members, but those that are named. */
    Rec call(String group, String operation, String state, Integer... without) {
      for (int rank : members.get(group)) {
        if (!Arrays.asList(without).contains(rank)) {
          one(rank, group, operation, state);
        }
      }
      return this;
    }

    Rec one(int rank, String group, String operation, String state) {
      long number = collective.merge(group + "/" + rank, 1L, Long::sum);
      add(rank, group, operation, state, number, 0, false, List.of(List.of(1024L, 4096L)));
      return this;
    }

    /** The next call again, for ranks that pass other sizes. */
    Rec sized(int rank, String group, String operation, String state, long size) {
      long number = collective.merge(group + "/" + rank, 1L, Long::sum);
      add(rank, group, operation, state, number, 0, false, List.of(List.of(size)));
      return this;
    }

    /** batch_isend_irecv: each part without a state of its own, and the whole. */
    Rec batch(int rank, String group, String state, String... parts) {
      long number = paired.merge(group + "/" + rank, 1L, Long::sum);
      for (String part : parts) {
        add(rank, group, part, "scheduled", 0, number, true, List.of(List.of(2L, 512L)));
      }
      add(rank, group, "coalesced", state, 0, number, true, List.of());
      return this;
    }

    Rec pair(int rank, String group, String part, String state) {
      long number = paired.merge(group + "/" + rank, 1L, Long::sum);
      add(rank, group, part, state, 0, number, true, List.of(List.of(2L, 512L)));
      return this;
    }

    /** A coalescing manager's collectives, which share a number. */
    Rec together(int rank, String group, String state, String... parts) {
      long number = collective.merge(group + "/" + rank, 1L, Long::sum);
      for (String part : parts) {
        add(rank, group, part, "scheduled", number, 0, false, List.of(List.of(64L)));
      }
      add(rank, group, "coalesced", state, number, 0, false, List.of());
      return this;
    }

    private void add(
        int rank,
        String group,
        String operation,
        String state,
        long number,
        long pair,
        boolean isPair,
        List<List<Long>> sizes) {
      Map<String, Object> entry = new TreeMap<>();
      if (frames) {
        entry.put(
            "frames",
            List.of(
                frame(
                    "wrapper",
                    "/usr/lib/python3/dist-packages/torch/distributed/c10d_logger.py",
                    81),
                frame("forward_backward", "/opt/job/schedule.py", 300 + operation.length()),
                frame("main", "/opt/job/pretrain.py", 412)));
      }
      entry.put("record_id", (long) entries.get(rank).size());
      entry.put("pg_id", (long) new ArrayList<>(names.keySet()).indexOf(group));
      entry.put("process_group", List.of(group, names.get(group)));
      entry.put("collective_seq_id", number);
      entry.put("p2p_seq_id", pair);
      entry.put("op_id", (long) entries.get(rank).size());
      entry.put("profiling_name", "nccl:" + operation);
      entry.put("time_created_ns", 1795896801395905546L);
      entry.put("input_sizes", sizes);
      entry.put("output_sizes", sizes);
      entry.put("input_dtypes", sizes.isEmpty() ? List.of() : List.of("BFloat16"));
      entry.put("output_dtypes", sizes.isEmpty() ? List.of() : List.of("BFloat16"));
      entry.put("state", state);
      entry.put("retired", state.equals("completed"));
      entry.put("timeout_ms", 600000L);
      entry.put("is_p2p", isPair);
      entry.put("thread_id", "139" + rank);
      entry.put("thread_name", "pt_main_thread");
      entries.get(rank).add(entry);
    }

    private static Map<String, Object> frame(String name, String file, long line) {
      return new TreeMap<>(Map.of("name", name, "filename", file, "line", line));
    }

    Map<String, byte[]> pickles(String name, String version) {
      Map<String, byte[]> files = new LinkedHashMap<>();
      entries.forEach(
          (rank, of) ->
              files.put(
                  String.format(name, rank), RecordScenes.toPickle(dump(rank, version, of), 2)));
      return files;
    }

    private Map<String, Object> dump(int rank, String version, List<Map<String, Object>> of) {
      Map<String, Object> dump = new TreeMap<>();
      dump.put("version", version);
      dump.put("comm_lib_version", "2.28.9");
      dump.put("pg_config", groups.get(rank));
      dump.put("pg_status", Map.of());
      if (!of.isEmpty()) {
        dump.put("entries", of);
      }
      return dump;
    }

    Map<String, byte[]> jsons(String name, boolean onlyOpen) {
      Map<String, byte[]> files = new LinkedHashMap<>();
      entries.forEach(
          (rank, of) -> {
            List<Map<String, Object>> open =
                of.stream().filter(e -> !onlyOpen || !e.get("state").equals("completed")).toList();
            open.forEach(e -> e.remove("frames"));
            files.put(
                String.format(name, rank),
                new tools.jackson.databind.json.JsonMapper()
                    .writeValueAsBytes(dump(rank, "2.10", open)));
          });
      return files;
    }
  }

  private static void addRecords(List<Scene> scenes) {
    // Four stages; stage 2 is in its own code, 1 sends to it, 3 receives from it, 0 waits for 1.
    Rec stages = new Rec(4).group("9", "PIPELINE_MODEL_PARALLEL_GROUP", List.of(0, 1, 2, 3));
    for (int i = 0; i < 3; i++) {
      stages.batch(0, "9", "completed", "send 0->1").batch(1, "9", "completed", "recv 1<-0");
      stages.batch(1, "9", "completed", "send 1->2").batch(2, "9", "completed", "recv 2<-1");
      stages.batch(2, "9", "completed", "send 2->3").batch(3, "9", "completed", "recv 3<-2");
    }
    stages.batch(1, "9", "started", "send 1->2").batch(3, "9", "started", "recv 3<-2");
    stages.batch(0, "9", "started", "recv 0<-1");
    scenes.add(
        new Scene(
            "batched pipeline",
            stages.pickles("nccl_trace_rank_%d", "2.7"),
            Finding.MISSING,
            List.of(2),
            null));

    Rec flows =
        new Rec(4).group("9", "pp", List.of(0, 1, 2, 3)).call("0", "all_reduce", "completed");
    for (int i = 0; i < 3; i++) {
      flows.batch(0, "9", "completed", "send 0->1").batch(1, "9", "completed", "recv 1<-0");
      flows.batch(1, "9", "completed", "send 1->2", "recv 1<-2");
      flows.batch(2, "9", "completed", "recv 2<-1", "send 2->1");
    }
    scenes.add(
        new Scene(
            "batched pipeline, all complete",
            flows.pickles("nccl_trace_rank_%d", "2.10"),
            Finding.NONE,
            List.of(),
            null));

    Rec uneven =
        new Rec(4).group("9", "pp", List.of(0, 1, 2, 3)).call("0", "all_reduce", "completed");
    // The oldest entries of rank 0 have been dropped.
    for (int i = 0; i < 2; i++) {
      uneven.batch(1, "9", "completed", "recv 1<-0");
    }
    uneven.batch(0, "9", "completed", "send 0->1").batch(1, "9", "completed", "recv 1<-0");
    uneven.call("0", "all_reduce", "started", 3);
    scenes.add(
        new Scene(
            "batches, one misses the all_reduce",
            uneven.pickles("nccl_trace_rank_%d", "2.9"),
            Finding.MISSING,
            List.of(3),
            null));

    Rec coalesced = new Rec(8).call("0", "all_reduce", "completed");
    for (int i = 0; i < 2; i++) {
      for (int r = 0; r < 8; r++) {
        coalesced.together(r, "0", "completed", "_reduce_scatter_base", "_reduce_scatter_base");
      }
    }
    scenes.add(
        new Scene(
            "coalesced, all complete",
            coalesced.pickles("fr/rank_%d", "2.7"),
            Finding.NONE,
            List.of(),
            null));
    Rec behind = new Rec(8).call("0", "all_reduce", "completed");
    for (int r = 0; r < 8; r++) {
      behind.together(r, "0", "completed", "_all_gather_base", "_all_gather_base");
    }
    for (int r = 0; r < 8; r++) {
      if (r != 6) {
        behind.together(r, "0", "started", "_all_gather_base", "_all_gather_base");
      }
    }
    scenes.add(
        new Scene(
            "coalesced, one behind",
            behind.pickles("fr/rank_%d", "2.10"),
            Finding.MISSING,
            List.of(6),
            null));

    String hash = "5ffdd4aee2a1fcb3a7d2d3e6a29fbac1f0e7c0d1";
    Rec sizes = new Rec(8).group(hash, "mesh_dp", List.of(1, 3, 5, 7));
    sizes.call(hash, "_reduce_scatter_base", "completed");
    for (int r : List.of(1, 3, 7)) {
      sizes.sized(r, hash, "_reduce_scatter_base", "started", 4096);
    }
    sizes.sized(5, hash, "_reduce_scatter_base", "started", 2048);
    scenes.add(
        new Scene(
            "JSON, hashed name, sizes",
            sizes.jsons("dump/worker-%d.json", false),
            Finding.MISMATCH,
            List.of(5),
            null));

    Rec open =
        new Rec(8).call("0", "all_reduce", "completed").call("0", "all_reduce", "started", 2);
    scenes.add(
        new Scene(
            "JSON, only open entries",
            open.jsons("rank%d.json", true),
            Finding.MISSING,
            List.of(2),
            null));

    Rec ring = new Rec(8);
    for (int i = 0; i < 9; i++) {
      ring.call("0", "_all_gather_base", "completed");
    }
    for (int i = 0; i < 12; i++) {
      ring.call("0", "_all_gather_base", "scheduled", 4);
    }
    ring.entries.forEach((rank, of) -> of.subList(0, rank == 4 ? 4 : 14).clear());
    scenes.add(
        new Scene(
            "the others' old entries are dropped",
            ring.pickles("nccl_trace_rank_%d", "2.10"),
            Finding.MISSING,
            List.of(4),
            null));

    Rec send = new Rec(4).call("0", "all_reduce", "completed");
    send.pair(0, "0", "send 0->1", "started").call("0", "all_reduce", "started", 0);
    scenes.add(
        new Scene(
            "a send against an all_reduce",
            send.pickles("nccl_trace_rank_%d", "2.5"),
            Finding.CYCLE,
            List.of(0, 1),
            null));

    // 2 x 2 x 2: tensor, pipeline, data; rank 1 (tensor 1, pipeline 0, data 0) is elsewhere.
    Rec grid = new Rec(8).call("0", "barrier", "completed");
    for (int r = 0; r < 8; r += 2) {
      grid.group("t" + r, "TENSOR_MODEL_PARALLEL_GROUP", List.of(r, r + 1));
      grid.call("t" + r, "all_reduce", "completed").call("t" + r, "all_reduce", "completed");
    }
    for (int r = 0; r < 4; r++) {
      grid.group("p" + r, "PIPELINE_MODEL_PARALLEL_GROUP", List.of(r, r + 4));
      grid.batch(r, "p" + r, "completed", "send 0->1");
      grid.batch(r + 4, "p" + r, "completed", "recv 1<-0");
    }
    for (int r : List.of(0, 1, 4, 5)) {
      grid.group("d" + r, "DATA_PARALLEL_GROUP", List.of(r, r + 2));
      grid.call("d" + r, "_reduce_scatter_base", "completed");
    }
    grid.one(0, "t0", "all_reduce", "started");
    grid.batch(4, "p0", "started", "recv 1<-0").batch(5, "p1", "started", "recv 1<-0");
    grid.one(2, "d0", "_reduce_scatter_base", "started");
    grid.one(3, "d1", "_reduce_scatter_base", "started");
    grid.one(6, "d4", "_reduce_scatter_base", "started");
    grid.one(7, "d5", "_reduce_scatter_base", "started");
    scenes.add(
        new Scene(
            "grid with batches",
            grid.pickles("/tmp/comm_lib_trace_rank_%d", "2.10"),
            Finding.MISSING,
            List.of(1),
            null));

    Rec lost = new Rec(16).call("0", "all_reduce", "completed").call("0", "all_reduce", "started");
    lost.entries.remove(4);
    lost.entries.remove(5);
    scenes.add(
        new Scene(
            "two of sixteen without a record",
            lost.pickles("nccl_trace_rank_%d", "2.4"),
            Finding.NO_RECORD,
            List.of(4, 5),
            null));
  }

  // ---- stacks

  private static final String REDUCE =
      "all_reduce (torch/distributed/distributed_c10d.py:2938);wrapper"
          + " (torch/distributed/c10d_logger.py:81);sync_grads (job/ddp.py:60);main (job/main.py:33)";

  private static String spy(int pid, String command, String status, String stack) {
    return lines(
        "Process " + pid + ": " + command,
        "Python v3.12.4 (/usr/local/bin/python3.12)",
        "",
        "Thread " + pid + " (" + status + "): \"MainThread\"",
        "    " + stack.replace(";", "\n    "),
        "Thread " + (pid + 40) + " (idle): \"Thread-1 (_monitor)\"",
        "    wait (threading.py:359)",
        "    _monitor (tqdm/_monitor.py:60)",
        "    run (threading.py:1010)",
        "");
  }

  private static Map<String, String> spied(int ranks, IntFunction<String> stackOf) {
    return files(
        ranks, "node/rank%d.pyspy", r -> spy(900 + r, "python main.py", "idle", stackOf.apply(r)));
  }

  private static void odd(
      List<Scene> scenes, String name, WaitKind kind, int who, String rest, String stack) {
    scenes.add(
        Scene.of(name, spied(8, r -> r == who ? stack : rest), Finding.ELSEWHERE, kind, who));
  }

  private static void addStacks(List<Scene> scenes) {
    String top = ";main (job/main.py:30);<module> (job/main.py:90)";
    odd(
        scenes,
        "a debugger's prompt",
        null,
        0,
        REDUCE,
        "readline (codeop.py:1);cmdloop (cmd.py:126);_cmdloop (pdb.py:394);interaction (pdb.py:435);trace_dispatch (bdb.py:96);train (job/main.py:28)"
            + top);
    odd(
        scenes,
        "wandb on rank 0",
        WaitKind.NETWORK,
        0,
        REDUCE,
        "wait (threading.py:359);_wait_for (wandb/sdk/lib/mailbox.py:120);_init (wandb/sdk/wandb_init.py:900);init (wandb/sdk/wandb_init.py:1400);setup (job/log.py:9)"
            + top);
    odd(
        scenes,
        "waits for a child that compiles",
        WaitKind.COMPILE,
        5,
        "wait (deepspeed/comm/torch.py:480);all_reduce (deepspeed/comm/comm.py:500);step (job/engine.py:7)"
            + top,
        "wait (torch/utils/file_baton.py:50);_jit_compile (torch/utils/cpp_extension.py:1800);load (torch/utils/cpp_extension.py:1380);jit_load (deepspeed/ops/op_builder/builder.py:540);__init__ (deepspeed/ops/adam/fused_adam.py:94);make (job/engine.py:3)"
            + top);
    odd(
        scenes,
        "tokenizes alone",
        null,
        0,
        "barrier (torch/distributed/distributed_c10d.py:4800);wrapper (torch/distributed/c10d_logger.py:81);main_process_first (job/data.py:5)"
            + top,
        "apply_function (datasets/arrow_dataset.py:3450);_map_single (datasets/arrow_dataset.py:3500);map (datasets/arrow_dataset.py:3100);build (job/data.py:31)"
            + top);
    odd(
        scenes,
        "async checkpoint of the one before",
        WaitKind.CHECKPOINT,
        3,
        REDUCE,
        "wait (threading.py:355);result (concurrent/futures/_base.py:451);async_save (torch/distributed/checkpoint/state_dict_saver.py:240);save (job/ckpt.py:88)"
            + top);
    odd(
        scenes,
        "sleeps between tries",
        null,
        6,
        REDUCE,
        "retry (job/data/s3.py:44);fetch (job/data/s3.py:61);__iter__ (job/data/s3.py:80)" + top);
    odd(
        scenes,
        "waits for a lock of the Hugging Face cache",
        WaitKind.LOCK,
        2,
        "barrier (torch/distributed/distributed_c10d.py:4800);wait_for_everyone (accelerate/utils/other.py:130)"
            + top,
        "acquire (filelock/_api.py:330);__enter__ (filelock/_api.py:376);WeakFileLock (huggingface_hub/utils/_fixes.py:98);hf_hub_download (huggingface_hub/file_download.py:1000);from_pretrained (transformers/modeling_utils.py:277);build (job/model.py:12)"
            + top);
    odd(
        scenes,
        "native frames of the driver",
        WaitKind.IO,
        7,
        "cuEventSynchronize (libcuda.so.550.54.15);cudaEventSynchronize (libcudart.so.12);THCPEvent_synchronize (torch/lib/libtorch_python.so);synchronize (torch/cuda/streams.py:225);step (job/main.py:61)"
            + top,
        "__pread64 (libc.so.6);os_pread (python3.12);cfunction_vectorcall_FASTCALL (python3.12);read_block (job/data/bin.py:17)"
            + top);

    Map<String, String> stages =
        files(
            8,
            "%d/stack.txt",
            r ->
                spy(
                    40 + r,
                    "python pretrain_gpt.py",
                    "idle",
                    r == 0
                        ? "poll (multiprocessing/connection.py:440);get (multiprocessing/queues.py:113);_try_get_data (torch/utils/data/dataloader.py:1243);_next_data (torch/utils/data/dataloader.py:1448);__next__ (torch/utils/data/dataloader.py:701);get_batch (pretrain_gpt.py:130)"
                        : "_communicate (megatron/core/pipeline_parallel/p2p_communication.py:350);recv_forward (megatron/core/pipeline_parallel/p2p_communication.py:410);forward_backward (megatron/core/pipeline_parallel/schedules.py:"
                            + (2000 + r)
                            + ")"));
    scenes.add(
        Scene.of(
            "stages wait for the first one's data",
            stages,
            Finding.ELSEWHERE,
            WaitKind.DATA_LOADER,
            0));

    StringBuilder server = new StringBuilder();
    StringBuilder handled = new StringBuilder("PARTIAL DATA: 4/4 workers responded\n\n");
    for (int r = 0; r < 4; r++) {
      String stack =
          r == 2
              ? "recv_into (ssl.py:1103);read (http/client.py:479);pull (job/hub.py:8)" + top
              : REDUCE;
      server.append("=== Rank ").append(r).append(": http://gpu-").append(r).append(":4217 ===\n");
      server.append(spy(700 + r, "python main.py", "idle", stack));
      handled.append("=== Rank ").append(r).append(": http://gpu-").append(r).append(":4217 ===\n");
      handled.append(
          handler(
              r == 1
                  ? "pull:/opt/job/hub.py:8;read:/usr/lib/python3.12/http/client.py:479"
                  : null));
    }
    scenes.add(
        Scene.of(
            "the debug server's py-spy",
            Map.of("pyspy_dump_20260711.txt", server.toString()),
            Finding.ELSEWHERE,
            WaitKind.NETWORK,
            2));
    scenes.add(
        Scene.of(
            "the debug server's stacks",
            Map.of("stacks_20260711.txt", handled.toString()),
            Finding.ELSEWHERE,
            WaitKind.NETWORK,
            1));

    // faulthandler.register(signal.SIGUSR1) under torchrun, Python 3.14 with names of threads
    StringBuilder torchrun = new StringBuilder();
    for (int r = 0; r < 4; r++) {
      int rank = r;
      handler(
              r == 3
                  ? "lock:/opt/job/cache.py:19;acquire:/usr/lib/python3.12/multiprocessing/synchronize.py:98"
                  : null)
          .lines()
          .forEach(
              line ->
                  torchrun.append("[rank").append(rank).append("]: ").append(line).append('\n'));
    }
    scenes.add(
        Scene.of(
            "torchrun's tags",
            Map.of("", torchrun.toString()),
            Finding.ELSEWHERE,
            WaitKind.LOCK,
            3));

    scenes.add(
        Scene.of(
            "gdb, threads of NCCL",
            files(
                4,
                "gdb-rank%d.log",
                r ->
                    gdb(
                        100 + r,
                        r == 2
                            ? "__GI___open64_nocancel,_io_FileIO___init___impl,_PyObject_MakeTpCall"
                            : "cuStreamSynchronize,cudaStreamSynchronize,c10::cuda::CUDAStream::synchronize")),
            Finding.ELSEWHERE,
            WaitKind.IO,
            2));

    Map<String, String> moves =
        files(
            4,
            "r%d.txt",
            r ->
                spy(
                    50 + r,
                    "python main.py",
                    "active",
                    "forward (job/model.py:" + (10 + r) + ")" + top));
    moves.replaceAll((name, text) -> text + text.replace("model.py:1", "model.py:2"));
    scenes.add(Scene.of("two dumps of a job at work", moves, Finding.NONE, null));

    scenes.add(Scene.of("two of eight", spied(2, r -> REDUCE), Finding.SAME, null));
  }

  private static String handler(String odd) {
    StringBuilder text = new StringBuilder();
    text.append(
        "Thread 0x00007f0a1bfff6c0 [pt_nccl_watchdg] (most recent call first):\n  <no Python frame>\n\n");
    text.append("Thread 0x00007f0a5d1fe740 [python3] (most recent call first):\n");
    String stack =
        odd == null
            ? "barrier:/usr/lib/python3/dist-packages/torch/distributed/distributed_c10d.py:4800;wrapper:/usr/lib/python3/dist-packages/torch/distributed/c10d_logger.py:81"
            : String.join(";", Arrays.asList(odd.split(";")).reversed());
    for (String frame : (stack + ";main:/opt/job/main.py:33").split(";")) {
      String[] f = frame.split(":");
      text.append("  File \"")
          .append(f[1])
          .append("\", line ")
          .append(f[2])
          .append(" in ")
          .append(f[0])
          .append('\n');
    }
    return text.append('\n').toString();
  }

  private static String gdb(int pid, String functions) {
    StringBuilder text =
        new StringBuilder(
            lines(
                "[New LWP 200]",
                "[Thread debugging using libthread_db enabled]",
                "0x00007f11 in poll () from /lib/x86_64-linux-gnu/libc.so.6",
                "",
                "Thread 4 (Thread 0x7f3c2 (LWP 204) \"NCCL Progress 0\"):",
                "#0  0x00007f12 in pthread_cond_wait@@GLIBC_2.3.2 () from /lib/x86_64-linux-gnu/libc.so.6",
                "#1  0x00007f13 in ncclProxyProgress(void*) () from /opt/lib/libnccl.so.2",
                "",
                "Thread 3 (Thread 0x7f3c1 (LWP 203) \"pt_nccl_watchdg\"):",
                "#0  0x00007f14 in pthread_cond_clockwait () from /lib/x86_64-linux-gnu/libc.so.6",
                "#1  0x00007f15 in c10d::ProcessGroupNCCL::watchdogHandler() () from /opt/lib/libtorch_cuda.so",
                "",
                "Thread 1 (Thread 0x7f3c0 (LWP " + pid + ") \"python3\"):"));
    int n = 0;
    for (String function : functions.split(",")) {
      text.append('#')
          .append(n++)
          .append("  0x00007f2")
          .append(n)
          .append(" in ")
          .append(function)
          .append(" () from /lib/x86_64-linux-gnu/libx.so\n");
    }
    return text.append('#')
        .append(n)
        .append(
            "  0x0000561e in _PyEval_EvalFrameDefault ()\n[Inferior 1 (process "
                + pid
                + ") detached]\n")
        .toString();
  }

  // ---- servers, Ray, Java

  private static void addServers(List<Scene> scenes) {
    String waits =
        "acquire_read (vllm/distributed/device_communicators/shm_broadcast.py:450);dequeue (vllm/distributed/device_communicators/shm_broadcast.py:520);worker_busy_loop (vllm/v1/executor/multiproc_executor.py:640);worker_main (vllm/v1/executor/multiproc_executor.py:560)";
    StringBuilder quiet = new StringBuilder();
    StringBuilder compiles = new StringBuilder();
    for (int r = 0; r < 4; r++) {
      quiet.append(spy(60 + r, "VLLM::Worker_TP" + r, "idle", waits));
      compiles.append(
          spy(
              60 + r,
              "VLLM::Worker_TP" + r,
              "idle",
              (r == 3
                      ? "make_cubin (triton/backends/nvidia/compiler.py:420);compile (triton/compiler/compiler.py:320);run (triton/runtime/jit.py:600)"
                      : "all_reduce (vllm/distributed/device_communicators/cuda_communicator.py:160);_all_reduce_out_place (vllm/distributed/parallel_state.py:500);all_reduce (vllm/distributed/parallel_state.py:490)")
                  + ";forward (vllm/model_executor/models/llama.py:100);execute_model (vllm/v1/worker/gpu_worker.py:370);worker_busy_loop (vllm/v1/executor/multiproc_executor.py:640)"));
    }
    scenes.add(
        Scene.of(
            "a server without requests, four workers",
            Map.of("vllm.txt", quiet.toString()),
            Finding.NONE,
            null));
    scenes.add(
        Scene.of(
            "one worker compiles",
            Map.of("vllm.txt", compiles.toString()),
            Finding.ELSEWHERE,
            WaitKind.COMPILE,
            3));

    StringBuilder ray = new StringBuilder();
    StringBuilder driver = new StringBuilder();
    for (int r = 0; r < 4; r++) {
      int pid = 3100 + 17 * r;
      driver.append(
          String.format(
              "(TorchTrainer pid=88) - (node_id=9f2c, ip=172.16.0.%d, pid=%d) world_rank=%d, local_rank=%d, node_rank=0%n",
              r, pid, r, r));
      ray.append(
          String.format(
              "Stack dump for ray        %d  99.3  1.2 2981 5120 ?        Rl   10:00  31:07 ray::RayTrainWorker._RayTrainWorker__execute%n",
              pid));
      ray.append(
          lines(
              "Process " + pid + ": ray::RayTrainWorker._RayTrainWorker__execute.get_next",
              "Python v3.10.13 (/home/ray/anaconda3/bin/python3.10)",
              "",
              "Thread " + pid + " (idle): \"MainThread\"",
              "    main_loop (ray/_private/worker.py:876)",
              "    <module> (ray/_private/workers/default_worker.py:289)",
              "Thread " + (pid + 5) + " (idle): \"RayTrainThread\"",
              "    "
                  + (r == 1
                          ? "get (ray/_private/worker.py:2700);wrapper (ray/_private/client_mode_hook.py:103);next_block (job/blocks.py:14)"
                          : "all_reduce (torch/distributed/distributed_c10d.py:2500);backward_sync (job/loop.py:70)")
                      .replace(";", "\n    "),
              "    run (ray/train/_internal/session.py:200)",
              ""));
    }
    Map<String, String> rayed = new LinkedHashMap<>();
    rayed.put("driver.log", driver.toString());
    rayed.put("ray-stack.txt", ray.toString());
    scenes.add(Scene.of("ray stack, ranks of the driver", rayed, Finding.ELSEWHERE, null, 1));

    scenes.add(
        Scene.of(
            "kill -QUIT of Java",
            files(
                4,
                "executor-rank%d.stdout",
                r ->
                    lines(
                        "2026-07-11 18:20:13",
                        "Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):",
                        "",
                        "\"main\" #1 prio=5 os_prio=0 cpu=412.11ms elapsed=905.10s tid=0x00007f1c0 nid=0x11 waiting on condition  [0x00007f1c1]",
                        "   java.lang.Thread.State: " + (r == 3 ? "RUNNABLE" : "WAITING (parking)"),
                        (r == 3
                                ? "at sun.nio.ch.SocketDispatcher.read0(java.base@17.0.9/Native Method);at java.net.Socket$SocketInputStream.read(java.base@17.0.9/Socket.java:966);at com.acme.job.Feeder.next(Feeder.java:51)"
                                : "at jdk.internal.misc.Unsafe.park(java.base@17.0.9/Native Method);- parking to wait for  <0x00000007> (a java.util.concurrent.FutureTask);at org.apache.spark.BarrierTaskContext.barrier(BarrierTaskContext.scala:180);at com.acme.job.Trainer.step(Trainer.java:88)")
                            .replace("at ", "\tat ")
                            .replace("- parking", "\t- parking")
                            .replace(";", "\n"),
                        "",
                        "\"GC Thread#0\" os_prio=0 cpu=1.02ms elapsed=905.09s tid=0x00007f1d0 nid=0x12 runnable  ",
                        "",
                        "JNI global refs: 14, weak refs: 0",
                        "")),
            Finding.ELSEWHERE,
            WaitKind.NETWORK,
            3));
  }

  // ---- NCCL

  private static void addNccl(List<Scene> scenes) {
    // ACTIVE OPS of src/proxy.cc, printed at NCCL_PROXY_DUMP_SIGNAL: rank 5 has not launched.
    scenes.add(
        Scene.of(
            "active operations of proxies",
            files(
                8,
                "rank-%d.log",
                r -> {
                  int next = (r + 1) % 8;
                  int before = (r + 7) % 8;
                  return r == 5
                      ? lines("step 40", "ACTIVE OPS", "[X]")
                      : lines(
                          "step 40",
                          "ACTIVE OPS",
                          "[0-11|5127| Coll " + before + " /0 " + before + " /1]",
                          "|",
                          "v",
                          "[0-12|5127| Coll " + next + " /0 " + next + " /1]",
                          "|",
                          "v",
                          "[X]");
                }),
            Finding.MISSING,
            null,
            5));

    // Two nodes, one log each, NCCL_DEBUG_SUBSYS=INIT,COLL,PROXY.
    Map<String, String> nodes = new LinkedHashMap<>();
    for (int node = 0; node < 2; node++) {
      StringBuilder text = new StringBuilder();
      for (int r = node * 4; r < node * 4 + 4; r++) {
        text.append(coll(node, r, r == 6 ? 0x1f : 0x22));
      }
      nodes.put("node" + node + ".out", text.toString());
    }
    scenes.add(Scene.of("COLL and PROXY, one log a node", nodes, Finding.MISSING, null, 6));

    String head =
        lines(
            "NCCL version 2.30.7+cuda13.0 compiled with CUDA 13.0",
            "CUDA runtime version 13000, driver version 13000",
            "",
            "Job summary",
            "===========",
            "",
            "  Nodes  Processes         GPUs  Processes     GPUs",
            "(total)   per node  per process    (total)  (total)",
            "      2          4            1          8        8",
            "",
            "Communicators... (0.010s)",
            "=============",
            "",
            "Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors",
            "    #  in group  per comm  per node  per comm  in group",
            "    0         4         1         2         2         8   RUNNING      OK",
            "    1         1         2         4         8         8   RUNNING  MISMATCH",
            "",
            "Errors",
            "======",
            "",
            "Warnings",
            "========",
            "",
            "#1-0 (9d1a2b3c4d5e6f70) MISMATCH",
            "  Communicator ranks have different ReduceScatter operation counts",
            "  6 ranks have launched up to operation 1201",
            "  Rank 3 has launched up to operation 1200 -- GPU 3 managed by process 803 on node 10.1.0.1",
            "  Rank 7 has launched up to operation 1200 -- GPU 3 managed by process 807 on node 10.1.0.2",
            "");
    scenes.add(
        Scene.of(
            "RAS 2.30, two behind in the world",
            Map.of("ras.log", head),
            Finding.MISSING,
            null,
            3,
            7));

    scenes.add(
        Scene.of(
            "RAS 2.30, watching",
            Map.of(
                "monitor.txt",
                lines(
                    "RAS Monitor Mode - watching for peer changes (Ctrl+C to exit)...",
                    "================================================================",
                    "[2026-07-11 18:20:13] PEER_NEW: Process 811 on node 10.1.0.2 managing GPU 3 ",
                    "[2026-07-11 18:31:40] PEER_DEAD: Process 811 on node 10.1.0.2 managing GPU 3 "),
                "launch.log",
                lines(
                    "[2026-07-11 18:00:00,101] [INFO] [launch.py:351:main] process 808 spawned with"
                        + " command: ['/usr/bin/python3', '-u', 'main.py', '--local_rank=0']",
                    "[2026-07-11 18:00:00,104] [INFO] [launch.py:351:main] process 811 spawned with"
                        + " command: ['/usr/bin/python3', '-u', 'main.py', '--local_rank=3']")),
            Finding.STATUS,
            WaitKind.STATUS,
            3));

    scenes.add(
        Scene.of(
            "torchfrtrace: pair missing in two groups",
            Map.of(
                "fr.txt",
                lines(
                    "Not all ranks joining collective, sequence number: 118",
                    "internal record id: 240",
                    "group info: 3:mesh_tp",
                    "collective: nccl:_allgather_base",
                    "missing ranks: {6}",
                    "input sizes: [[2048]]",
                    "output sizes: [[4096]]",
                    "world size: 2",
                    "expected ranks: {6, 7}",
                    "collective state: started",
                    "collective stack trace: ",
                    " forward at /opt/job/model.py:31",
                    "main at /opt/job/main.py:9",
                    "",
                    "Not all ranks joining collective, sequence number: 52",
                    "internal record id: 101",
                    "group info: 0:default_pg",
                    "collective: nccl:all_reduce",
                    "missing ranks: {6, 7}",
                    "input sizes: [[1]]",
                    "output sizes: [[1]]",
                    "world size: 8",
                    "expected ranks: {0, 1, 2, 3, 4, 5, 6, 7}",
                    "collective state: scheduled",
                    "collective stack trace: ",
                    " clip at /opt/job/optim.py:77")),
            Finding.MISSING,
            null,
            6));
  }

  private static String coll(int node, int rank, int last) {
    String tag =
        "dgx" + node + ":" + (210 + rank) + ":" + (210 + rank) + " [" + rank % 4 + "] NCCL INFO ";
    String comm = "0x7fe" + rank + "a40";
    StringBuilder text = new StringBuilder();
    text.append(tag)
        .append(
            String.format(
                "ncclCommInitRankConfig comm %s rank %d nranks 8 cudaDev %d nvmlDev %d busId %d7000 commId 0x5eed - Init COMPLETE%n",
                comm, rank, rank % 4, rank % 4, rank % 4));
    text.append(tag)
        .append("New proxy send connection 3 from local rank ")
        .append(rank % 4)
        .append(", transport 2\n");
    text.append(tag)
        .append("proxyProgressAsync opId=0x7fe3 op.type=1 op.reqBuff=0x7f op.respSize=16 done\n");
    text.append(tag).append("Received and initiated operation=Setup res=0\n");
    for (int count = 0x10; count <= last; count++) {
      text.append(tag)
          .append(
              String.format(
                  "ReduceScatter: opCount %x sendbuff 0x7f0 recvbuff 0x7f1 count 1048576 datatype 9 op 0 root 0 comm %s [nranks=8] stream 0x55d%n",
                  count, comm));
    }
    return text.toString();
  }

  // ---- several sources

  private static void addTogether(List<Scene> scenes) {
    Rec record =
        new Rec(8).call("0", "all_reduce", "completed").call("0", "all_reduce", "started", 4);
    Map<String, byte[]> both = record.pickles("hang/gpu%d/nccl_trace_rank_%1$d", "2.10");
    both.put(
        "hang/gpu4/rank-4-pid-904.stack.txt",
        spy(
                904,
                "python main.py",
                "idle",
                "stat (pathlib.py:840);exists (pathlib.py:860);wait_for_file (job/sync.py:12);main (job/main.py:8)")
            .getBytes());
    both.put(
        "hang/gpu4/ethtool-eth0.txt",
        lines(
                "NIC statistics:",
                "     rx_packets: 120",
                "     rx_crc_errors_phy: 73",
                "     tx_packets: 90")
            .getBytes());
    scenes.add(new Scene("record, stack and port", both, Finding.MISSING, List.of(4), WaitKind.IO));

    Map<String, String> drained = spied(4, r -> REDUCE);
    drained.put(
        "sinfo.txt",
        lines(
            "REASON               USER      TIMESTAMP           NODELIST",
            "maintenance at noon  slurm     2026-07-11T18:02:11 gpu-3"));
    scenes.add(Scene.of("all alike, a node is out", drained, Finding.SAME, null));

    scenes.add(
        Scene.of(
            "links of one GPU",
            Map.of(
                "topo.txt",
                lines(
                    "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID",
                    "GPU0\t X \tNV12\tNV12\tPHB\t0-31\t0\t\tN/A",
                    "GPU1\tNV12\t X \tNV12\tPHB\t0-31\t0\t\tN/A",
                    "GPU2\tNV12\tNV12\t X \tPHB\t0-31\t0\t\tN/A",
                    "GPU3\tPHB\tPHB\tPHB\t X \t0-31\t0\t\tN/A",
                    "",
                    "Legend:")),
            Finding.MACHINE,
            null));

    Map<String, String> rendezvous =
        files(
            4,
            "r%d.txt",
            r ->
                spy(
                    20 + r,
                    "python main.py",
                    "idle",
                    r == 1
                        ? "getaddrinfo (socket.py:962);create_connection (socket.py:830);get_master (job/net.py:5);main (job/main.py:3)"
                        : "_create_c10d_store (torch/distributed/rendezvous.py:190);_env_rendezvous_handler (torch/distributed/rendezvous.py:280);init_process_group (torch/distributed/distributed_c10d.py:1700);main (job/main.py:4)"));
    scenes.add(
        Scene.of(
            "one does not come to the rendezvous",
            rendezvous,
            Finding.ELSEWHERE,
            WaitKind.NETWORK,
            1));
  }

  private static void addMore(List<Scene> scenes) {
    String top = ";main (job/main.py:30);<module> (job/main.py:90)";
    StringBuilder debugged = new StringBuilder();
    for (int r = 0; r < 4; r++) {
      debugged.append("### rank ").append(r).append(" ###\n");
      debugged.append(
          gdb(
              300 + r,
              r == 1
                  ? "__GI___libc_pread64,pread_hook"
                  : "ncclAllReduce,c10d::ProcessGroupNCCL::allreduce"));
    }
    scenes.add(
        Scene.of(
            "gdb, all ranks in one",
            Map.of("gdb.txt", debugged.toString()),
            Finding.ELSEWHERE,
            WaitKind.IO,
            1));

    Map<String, String> seven = spied(8, r -> REDUCE);
    seven.put("node/rank4.pyspy", "Error: Failed to open process 904 - check if it is running.\n");
    scenes.add(Scene.of("the process of one rank is gone", seven, Finding.NO_RECORD, null, 4));

    scenes.add(
        Scene.of(
            "item() and an own loop",
            spied(
                8,
                r ->
                    r == 7
                        ? "merge (job/data/pack.py:66);batches (job/data/pack.py:20)" + top
                        : "log_loss (job/main.py:44)" + top),
            Finding.ELSEWHERE,
            null,
            7));
    odd(
        scenes,
        "JAX",
        WaitKind.LOCK,
        3,
        "_value (jax/_src/array.py:630);sync_global_devices (jax/experimental/multihost_utils.py:90);save (job/ckpt.py:7)"
            + top,
        "wait (threading.py:355);get (queue.py:171);__next__ (grain/_src/python/data_loader.py:300);next_batch (job/data.py:12)"
            + top);
    odd(
        scenes,
        "DDP's first check",
        WaitKind.NETWORK,
        0,
        "_verify_param_shape_across_processes (torch/distributed/utils.py:290);__init__ (torch/nn/parallel/distributed.py:850);wrap (job/model.py:6)"
            + top,
        "recv_into (socket.py:720);readinto (socket.py:719);begin (http/client.py:331);request (urllib3/connectionpool.py:790);dataset_info (huggingface_hub/hf_api.py:2700);load_dataset (datasets/load.py:2062);data (job/data.py:4)"
            + top);
    odd(
        scenes,
        "Horovod",
        WaitKind.IO,
        5,
        "synchronize (horovod/torch/mpi_ops.py:1260);allreduce (horovod/torch/mpi_ops.py:300);average (job/hvd.py:4)"
            + top,
        "scandir (os.py:400);walk (os.py:362);find_shards (job/shards.py:19)" + top);

    Map<String, String> children = spied(4, r -> REDUCE);
    children.put(
        "node/rank2.pyspy",
        spy(
                902,
                "python main.py",
                "idle",
                "wait (threading.py:331);get (queue.py:180);_try_get_data (torch/utils/data/dataloader.py:1131);__next__ (torch/utils/data/dataloader.py:701);train (job/main.py:25)"
                    + top)
            + lines("", "----------------")
            + spy(
                    950,
                    "python main.py",
                    "idle",
                    "open (PIL/Image.py:3431);load (job/images.py:14);_worker_loop (torch/utils/data/_utils/worker.py:349)")
                .replace(
                    "Python v3.12.4 (/usr/local/bin/python3.12)",
                    "Python v3.12.4 (/usr/local/bin/python3.12)\nParent Process 902: python main.py"));
    scenes.add(
        Scene.of("py-spy with subprocesses", children, Finding.ELSEWHERE, WaitKind.DATA_LOADER, 2));

    Map<String, String> old =
        files(
            4,
            "spy{%d}.out".replace("{", "").replace("}", ""),
            r ->
                lines(
                    "Process " + (10 + r) + ": python3 main.py",
                    "Python v3.8.10 (/usr/bin/python3.8)",
                    "",
                    "Thread 0x7F4ACF6EE740 (idle): \"MainThread\"",
                    "    "
                        + (r == 0
                                ? "_wait_for_tstate_lock (threading.py:1027);join (threading.py:1011);close (job/writer.py:30)"
                                    + top
                                : REDUCE)
                            .replace(";", "\n    "),
                    ""));
    scenes.add(Scene.of("threads by address", old, Finding.ELSEWHERE, WaitKind.LOCK, 0));

    scenes.add(
        Scene.of(
            "all in the forward pass of a server",
            spied(
                4,
                r ->
                    "forward (torch/nn/modules/linear.py:125);_call_impl (torch/nn/modules/module.py:1750);execute_model (vllm/v1/worker/gpu_worker.py:370);worker_busy_loop (vllm/v1/executor/multiproc_executor.py:640)"),
            Finding.NONE,
            null));
  }

  /** Process 1 of four containers, as kubectl tags their lines; the last one waits for a lock. */
  static String pods() {
    StringBuilder pods = new StringBuilder();
    for (int r = 0; r < 4; r++) {
      String tag = "[pod/llm-worker-" + r + "/pytorch] ";
      spy(
              1,
              "python main.py",
              "idle",
              r == 3 ? "acquire (filelock/_api.py:330);hold (job/cache.py:9)" : REDUCE)
          .lines()
          .forEach(line -> pods.append(tag).append(line).append('\n'));
    }
    return pods.toString();
  }
}
