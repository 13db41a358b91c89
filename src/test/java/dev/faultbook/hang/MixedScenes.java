package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Hangs in which several sources tell together, and what NCCL itself prints of launched
 * collectives: the line of {@code NCCL_COLL} in src/enqueue.cc (v2.18.3-1, v2.21.5-1 and master),
 * those of plugins/profiler/example/print_event.cc and of
 * plugins/profiler/inspector/inspector_json.cc; and the lines of the watchdog in
 * ProcessGroupNCCL.cpp from v2.1 to v2.13.
 */
final class MixedScenes {
  private static final Path OUTPUTS = Path.of("src/test/resources/commands/output");

  private MixedScenes() {}

  /** Launched collectives: seven ranks at 0x57 of a communicator, one elsewhere. */
  static Stream<Scene> launches() {
    List<Scene> scenes = new ArrayList<>();
    scenes.add(
        launched("COLL", 5, Finding.MISSING, r -> coll(r, r == 5 ? 0x54 : 0x57, "AllReduce")));
    scenes.add(
        launched(
            "COLL, far behind",
            2,
            Finding.MISSING,
            r -> coll(r, r == 2 ? 0x30 : 0x57, "AllReduce")));
    scenes.add(
        launched(
            "COLL, another one",
            6,
            Finding.MISMATCH,
            r -> coll(r, 0x57, r == 6 ? "Broadcast" : "AllReduce")));
    scenes.add(
        launched(
            "COLL without the start",
            3,
            Finding.MISSING,
            r ->
                coll(r, r == 3 ? 0x56 : 0x57, "AllReduce")
                    .replaceFirst("(?m)^.*Init COMPLETE\n", "")));
    scenes.add(launched("profiler", 1, Finding.MISSING, r -> profiled(r, r == 1 ? 30 : 31)));
    scenes.add(launched("inspector", 4, Finding.MISSING, r -> inspected(r, r == 4 ? 1406 : 1408)));
    return scenes.stream();
  }

  private static Scene launched(String name, int odd, Finding finding, IntFunction<String> textOf) {
    return Scene.of(name, files("rank-%d.log", textOf), finding, null, odd);
  }

  private static Map<String, String> files(String name, IntFunction<String> textOf) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int rank = 0; rank < 8; rank++) {
      files.put(String.format(name, rank), textOf.apply(rank));
    }
    return files;
  }

  private static String coll(int rank, int last, String operation) {
    String at = "dgx7:" + (5100 + rank) + ":" + (5100 + rank) + " [" + rank + "] NCCL INFO ";
    String comm = "0x55d" + rank + "c0ffee";
    StringBuilder text = new StringBuilder();
    text.append(at)
        .append("ncclCommInitRankConfig comm ")
        .append(comm)
        .append(
            String.format(
                " rank %d nranks 8 cudaDev %d nvmlDev %d busId %db000 commId 0xabc1 - Init COMPLETE%n",
                rank, rank, rank, rank));
    for (int count = 0x20; count <= last; count++) {
      text.append(at)
          .append(count == 0x57 ? operation : "AllReduce")
          .append(
              String.format(
                  ": opCount %x sendbuff 0x7f%da00000 recvbuff 0x7f%da00000 count 2097152 datatype 9"
                      + " op 0 root 0 comm %s [nranks=8] stream 0x55%dd00d%n",
                  count, rank, rank, comm, rank));
    }
    return text.toString();
  }

  private static String profiled(int rank, int last) {
    StringBuilder text = new StringBuilder("[\n");
    for (int number = 0; number <= last; number++) {
      text.append(
          String.format(
              "{\"name\": \"AllReduce\", \"cat\": \"COLL\", \"ph\": \"b\", \"id\": %d, \"pid\": 51%02d,"
                  + " \"tid\": 1, \"ts\": 1771.250000, \"args\": {\"SeqNum\": %d, \"CommHash\":"
                  + " 710384102, \"Rank\": %d, \"Count\": 2097152, \"Datatype\": \"ncclBfloat16\","
                  + " \"Algorithm\": \"RING\", \"Protocol\": \"SIMPLE\", \"nChannels\": 8}},%n",
              number, rank, number, rank));
    }
    return text.toString();
  }

  private static String inspected(int rank, int last) {
    StringBuilder text = new StringBuilder();
    for (int number = 1400; number <= last; number++) {
      text.append(
          String.format(
              "{\"header\":{\"id\":\"0x7f8c496ae9f661\",\"comm_name\":\"unknown\",\"rank\":%d,"
                  + "\"n_ranks\":8,\"nnodes\":1},\"metadata\":{\"hostname\":\"dgx7\",\"pid\":51%02d},"
                  + "\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":%d,"
                  + "\"coll_msg_size_bytes\":4194304,\"coll_exec_time_us\":61974}}%n",
              rank, rank, number));
    }
    return text.toString();
  }

  /** Logs of eight ranks on four nodes, of which rank 3 falls silent, with another source. */
  static Stream<Scene> silent() {
    List<Scene> scenes = new ArrayList<>();
    for (String version : List.of("2.1", "2.3", "2.5", "2.13")) {
      Map<String, String> down = logs(version);
      Map<String, String> remap = logs(version);
      for (int node = 0; node < 4; node++) {
        String state = node == 1 ? "fault" : "ok";
        down.put("cn0" + node + "/ibstat.txt", output("ibstat." + state));
        remap.put(
            "cn0" + node + "/nvidia-smi.txt",
            output(node == 1 ? "nvidia-smi.remap.fault" : "nvidia-smi.query.ok"));
      }
      remap.put("cn01/rank3.gdb.txt", STOPPED);
      Map<String, String> failed = logs(version);
      failed.put("cn00/dcgmi.txt", output("dcgmi.table.ok"));
      failed.put("cn01/dcgmi.txt", output("dcgmi.table.fault"));
      scenes.add(Scene.of(version + ": a test failed", failed, Finding.MISSING, null, 3));
      Map<String, String> links = logs(version);
      links.put("cn00/topology.txt", topology("NV18"));
      links.put("cn01/topology.txt", topology("SYS"));
      links.put(
          "cn01/missing.txt",
          "collect-hang: py-spy is not installed on cn01\n"
              + "collect-hang: ncclras is not installed on cn01\n");
      scenes.add(Scene.of(version + ": no NVLink", links, Finding.MISSING, null, 3));
      scenes.add(Scene.of(version + ": port down", down, Finding.MISSING, null, 3));
      scenes.add(Scene.of(version + ": gdb and row pending", remap, Finding.MISSING, null, 3));
    }
    return scenes.stream();
  }

  /** {@code nvidia-smi topo -m} of driver 550, where all GPUs but the last have NVLink. */
  private static String topology(String last) {
    StringBuilder text =
        new StringBuilder("\tGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n");
    for (int gpu = 0; gpu < 3; gpu++) {
      text.append("GPU").append(gpu);
      for (int other = 0; other < 3; other++) {
        boolean linked = gpu < 2 && other < 2;
        text.append('\t').append(other == gpu ? " X " : linked ? "NV18" : last);
      }
      text.append("\tPXB\t0-55\t0\t\tN/A\n");
    }
    return text + "NIC0\tPXB\tPXB\tSYS\t X \n\nLegend:\n\n  X    = Self\n";
  }

  /** {@code thread apply all bt} of gdb 13 of a process in the driver. */
  private static final String STOPPED =
      """
      [New LWP 8801]
      0x00007f2f0c11a9cf in __GI___ioctl (fd=23, request=3223340586) at ../sysdeps/unix/sysv/linux/ioctl.c:36

      Thread 1 (Thread 0x7f2f0c400740 (LWP 8790) "python3"):
      #0  0x00007f2f0c11a9cf in __GI___ioctl (fd=23, request=3223340586) at ../sysdeps/unix/sysv/linux/ioctl.c:36
      #1  0x00007f2eb8a5d2c1 in cuMemFree_v2 () from /lib/x86_64-linux-gnu/libcuda.so.1
      #2  0x00005612f2c5a1aa in _PyEval_EvalFrameDefault ()
      [Inferior 1 (process 8790) detached]
      """;

  private static String output(String name) {
    try {
      return Files.readString(OUTPUTS.resolve(name + ".txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> logs(String version) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int rank = 0; rank < 8; rank++) {
      StringBuilder text = new StringBuilder();
      for (int step = 40; step < (rank == 3 ? 48 : 50); step++) {
        text.append(
            String.format(
                "2026-07-11 18:09:%02d,%03d INFO train.py:77 step=%d loss=2.31%n",
                step, rank, step));
      }
      files.put(
          "cn0" + rank / 2 + "/rank" + rank + ".log",
          rank == 3 ? text.toString() : text + watchdog(version, rank));
    }
    return files;
  }

  private static String watchdog(String version, int rank) {
    String work =
        String.format(
            "[Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=404,"
                + " OpType=ALLREDUCE, NumelIn=8388608, NumelOut=8388608, Timeout(ms)=600000) ran for"
                + " 6000%02d milliseconds before timing out.%n",
            rank, rank);
    String at = String.format("[rank%d]:[E711 18:20:13.2%02d011 ProcessGroupNCCL.cpp:", rank, rank);
    String old = String.format("[rank%d]:[E ProcessGroupNCCL.cpp:", rank);
    return switch (version) {
      case "2.1" -> "[E ProcessGroupNCCL.cpp:474] " + work;
      case "2.3" ->
          old
              + "563] "
              + work
              + old
              + String.format(
                  "1537] [PG 0 Rank %d] Timeout at NCCL work: 404, last enqueued NCCL work: 405, last"
                      + " completed NCCL work: 403.%n",
                  rank);
      case "2.5" ->
          at
              + "616] "
              + work
              + at
              + String.format(
                  "1785] [PG ID 0 PG GUID 0(default_pg) Rank %d] Exception (either an error or timeout)"
                      + " detected by watchdog at work: 404, last enqueued NCCL work: 405, last"
                      + " completed NCCL work: 403.%n",
                  rank);
      default ->
          at
              + "683] "
              + work
              + at
              + String.format(
                  "2241] [PG ID 0 PG GUID 0(default_pg) Rank %d]  failure detected by watchdog at work"
                      + " sequence id: 404 PG status: last enqueued work: 405, last completed work:"
                      + " 403%n",
                  rank);
    };
  }

  /** Stacks of processes whose ranks other lines name, and py-spy's native frames. */
  static Stream<Scene> stacks() {
    StringBuilder driver = new StringBuilder();
    StringBuilder ray = new StringBuilder();
    StringBuilder many = new StringBuilder();
    for (int rank = 0; rank < 8; rank++) {
      int pid = 7000 + rank * 13;
      driver.append(
          String.format(
              "(RayTrainWorker pid=%d, ip=10.20.0.4) [rank %d] step 118 loss 1.92%n", pid, rank));
      ray.append(
          String.format(
              "Stack dump for root       %d  90.1 12.0 ? Rl 10:02 41:10 ray::RayTrainWorker%n",
              pid));
      ray.append(
          spied(
              pid,
              rank == 6
                  ? "recv_into (ssl.py:1274);read (urllib3/response.py:560);get (data.py:9)"
                  : "all_reduce (torch/distributed/distributed_c10d.py:2501);loop (rllm.py:91)"));
      String host = "nid00120" + rank / 4;
      String text =
          "### RANK="
              + rank
              + " LOCAL_RANK="
              + rank % 4
              + "\n"
              + spied(
                  pid,
                  rank == 5
                      ? "__read (libc.so.6);_io_FileIO_readinto (python3.10);read (data/indexed.py:310);step (train.py:9)"
                      : "pthread_cond_wait (libc.so.6);cudaStreamSynchronize (libcudart.so.12);step (train.py:11)");
      text.lines().forEach(line -> many.append(host).append(": ").append(line).append('\n'));
    }
    Map<String, String> files = new LinkedHashMap<>();
    files.put("10.20.0.4/ray-stack.txt", ray.toString());
    files.put("driver.log", driver.toString());
    return Stream.of(
        Scene.of("ray's processes", files, Finding.ELSEWHERE, WaitKind.NETWORK, 6),
        Scene.of(
            "pdsh, native frames", Map.of("", many.toString()), Finding.ELSEWHERE, WaitKind.IO, 5));
  }

  private static String spied(int pid, String stack) {
    return "Process "
        + pid
        + ": python3 train.py\nPython v3.10.12 (/usr/bin/python3.10)\n\nThread "
        + pid
        + " (idle): \"MainThread\"\n    "
        + stack.replace(";", "\n    ")
        + "\n\n";
  }
}
