package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hangs as NCCL and PyTorch's analyser tell them: the texts and the JSON of {@code
 * src/ras/client_support.cc} at v2.24.3-1, v2.26.2-1, v2.28.9-1 and v2.30.7-1, and what {@code
 * torchfrtrace} of 2.5, 2.6 and 2.8 prints.
 */
final class StateScenes {
  private static final String HASH = "7b2c41d09e5f8a36";
  private static final String HEAD =
      """
      NCCL version 2.28.9+cuda12.9 compiled with CUDA 12.9
      CUDA runtime version 12090, driver version 12090

      Job summary
      ===========

        Nodes  Processes         GPUs  Processes     GPUs
      (total)   per node  per process    (total)  (total)
            2          4            1          8        8

      Communicators... (0.004s)
      =============

      Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
          #  in group  per comm  per node  per comm  in group
          0         1         2         4         8         8   RUNNING  %s

      Errors
      ======

      """;

  private StateScenes() {}

  static Stream<Scene> all() {
    List<Scene> scenes = new ArrayList<>();
    addTexts(scenes);
    addJson(scenes);
    addReports(scenes);
    return scenes.stream();
  }

  private static String rank(int rank, String word) {
    return "  Rank %d%s -- GPU %d managed by process %d on node 10.0.0.%d%n"
        .formatted(rank, word, rank % 4, 4100 + rank, 1 + rank / 4);
  }

  private static String process(int rank) {
    return "  Process %d on node 10.0.0.%d managing GPU %d%n"
        .formatted(4100 + rank, 1 + rank / 4, rank % 4);
  }

  private static String part(String kind) {
    return "#0-0 (" + HASH + ") " + kind + "\n";
  }

  private static Scene text(
      String name, String text, Finding finding, WaitKind kind, Integer... awaited) {
    return Scene.of("ras: " + name, Map.of("ncclras.txt", text), finding, kind, awaited);
  }

  private static String counts(String operation, long most, int rank, long fewer) {
    String one =
        fewer == 0 ? " has not launched any operations" : " has launched up to operation " + fewer;
    return "  Communicator ranks have different "
        + operation
        + " operation counts\n  7 ranks have launched up to operation "
        + most
        + "\n"
        + rank(rank, one)
        + "\n";
  }

  private static void addTexts(List<Scene> scenes) {
    String warnings = HEAD.formatted("MISMATCH") + "Warnings\n========\n\n" + part("MISMATCH");
    scenes.add(text("well", HEAD.formatted("OK") + "Warnings\n========\n\n", Finding.NONE, null));
    scenes.add(
        text("behind", warnings + counts("AllReduce", 6650, 3, 6649), Finding.MISSING, null, 3));
    scenes.add(
        text(
            "nothing launched",
            warnings + counts("AllGather", 12, 5, 0),
            Finding.MISSING,
            null,
            5));
    // v2.24.3-1 counts all operations together
    scenes.add(
        text("2.24", warnings + counts("collective", 6650, 6, 6649), Finding.MISSING, null, 6));
    String two =
        "  Communicator ranks have different AllReduce operation counts\n"
            + "  6 ranks have launched up to operation 88\n"
            + "  2 ranks have launched up to operation 87\n"
            + rank(2, "")
            + rank(7, "")
            + "\n";
    scenes.add(text("two behind", warnings + two, Finding.MISSING, null, 2, 7));
    String ahead =
        "  Communicator ranks have different AllReduce operation counts\n"
            + "  7 ranks have launched up to operation 87\n"
            + rank(0, " has launched up to operation 88")
            + "\n";
    scenes.add(text("one ahead", warnings + ahead, Finding.APART, null));
    String other =
        "  Communicator ranks have different AllGather operation counts\n"
            + "  7 ranks have not launched any operations\n"
            + rank(4, " has launched up to operation 1")
            + "\n";
    scenes.add(
        text(
            "another operation",
            warnings + other + counts("AllReduce", 41, 4, 40),
            Finding.MISMATCH,
            WaitKind.COLLECTIVE,
            4));
    Map<String, String> moves = new LinkedHashMap<>();
    moves.put("node1/ncclras.txt", warnings + counts("AllReduce", 6650, 3, 6649));
    moves.put("node2/ncclras.txt", warnings + counts("AllReduce", 6655, 1, 6654));
    scenes.add(Scene.of("ras: two answers that differ", moves, Finding.APART, null));
    Map<String, String> stays = new LinkedHashMap<>();
    stays.put("node1/ncclras.txt", warnings + counts("AllReduce", 6650, 3, 6649));
    stays.put("node2/ncclras.txt", warnings + counts("AllReduce", 6650, 3, 6649));
    scenes.add(Scene.of("ras: two answers alike", stays, Finding.MISSING, null, 3));
    addLost(scenes);
  }

  private static void addLost(List<Scene> scenes) {
    String dead =
        HEAD.formatted("INCOMPLETE")
            + "DEAD\n  1 job process is considered dead (unreachable via the RAS network)\n"
            + process(5)
            + "\n"
            + part("INCOMPLETE")
            + "  Missing communicator data from 1 rank\n"
            + rank(5, "")
            + "\nWarnings\n========\n\n";
    scenes.add(text("dead", dead, Finding.STATUS, WaitKind.STATUS, 5));
    String silent =
        HEAD.formatted("INCOMPLETE")
            + "INCOMPLETE\n  Missing communicator data from 2 job processes\n"
            + process(2)
            + process(3)
            + "\n"
            + part("INCOMPLETE")
            + "  Missing communicator data from 2 ranks\n"
            + rank(2, "")
            + rank(3, "")
            + "\nWarnings\n========\n\nTIMEOUT\n"
            + "  Encountered 1 communication timeout while gathering communicator data\n\n";
    scenes.add(text("no answer", silent, Finding.STATUS, WaitKind.STATUS, 2, 3));
    // v2.24.3-1 lists missing ranks in one line
    String early =
        HEAD.formatted("INCOMPLETE")
            + part("INCOMPLETE")
            + "  Missing communicator data from 2 ranks\n  The missing ranks: 1,6\n\n";
    scenes.add(text("no answer in 2.24", early, Finding.STATUS, WaitKind.STATUS, 1, 6));
    String failed =
        HEAD.formatted("ERROR")
            + part("ERROR")
            + "  Asynchronous errors on 8 ranks\n  7 ranks reported Remote process error\n"
            + rank(1, " reported Unhandled CUDA error")
            + "\n";
    scenes.add(text("error", failed, Finding.STATUS, WaitKind.STATUS, 1));
    for (String status : List.of("ABORT", "FINALIZE", "INIT", "NOCOMM")) {
      String left =
          HEAD.formatted("MISMATCH")
              + "Warnings\n========\n\n"
              + part("MISMATCH")
              + "  Communicator ranks have different status\n  7 ranks have status RUNNING\n"
              + rank(6, " has status " + status)
              + "\n";
      scenes.add(text("status " + status, left, Finding.STATUS, WaitKind.STATUS, 6));
    }
    // A smaller communicator counts its own ranks: the processes tell which ones they are.
    String small =
        HEAD.formatted("OK")
                .replace(
                    "\nErrors",
                    "    1         2         1         4         4         8   RUNNING  MISMATCH\n\nErrors")
            + "Warnings\n========\n\n#1-1 (00ff00ff00ff00ff) MISMATCH\n"
            + "  Communicator ranks have different AllReduce operation counts\n"
            + "  3 ranks have launched up to operation 9\n"
            + "  Rank 2 has launched up to operation 8 -- GPU 2 managed by process 4106"
            + " on node 10.0.0.2\n\n"
            + part("MISMATCH")
            + "  Communicator ranks have different status\n  7 ranks have status RUNNING\n";
    Map<String, String> files = new LinkedHashMap<>();
    files.put("ncclras.txt", small);
    files.put(
        "rank-6-pid-4106.stack.txt",
        "Process 4106: python train.py\nPython v3.11.7 (/usr/bin/python3.11)\n\n"
            + "Thread 4106 (idle): \"MainThread\"\n    read (data/mixture.py:88)\n"
            + "    train (train.py:120)\n");
    scenes.add(Scene.of("ras: rank by its process", files, Finding.MISSING, null, 6));
  }

  /** The ranks of one communicator in JSON, each with the counts of two operations. */
  private static String json(
      int odd, long reduce, long gather, String status, String missing, boolean comma) {
    List<String> ranks = new ArrayList<>();
    for (int rank = 0; rank < 8; rank++) {
      boolean one = rank == odd;
      if (one && !missing.isEmpty()) {
        continue;
      }
      ranks.add(
          """
                  {
                    "rank": %d,
                    "host": "10.0.0.%d",
                    "pid": %d,
                    "cuda_dev": %d,
                    "nvml_dev": %d,
                    "status": {
                      %s
                    },
                    "collective_counts": {
                      "Broadcast": 2,
                      "AllGather": %d,
                      "AllReduce": %d
                    }
                  }"""
              .formatted(
                  rank,
                  1 + rank / 4,
                  4100 + rank,
                  rank % 4,
                  rank % 4,
                  one ? status : STATUS,
                  one ? gather : 7,
                  one ? reduce : 40));
    }
    String absent =
        missing.isEmpty()
            ? ""
            : """
                      {
                        "rank": %d,
                        "host": "10.0.0.%d",
                        "pid": %d,
                        "cuda_dev": %d,
                        "nvml_dev": %d%s
                        "status": {
                          %s
                        }
                      }"""
                .formatted(
                    odd, 1 + odd / 4, 4100 + odd, odd % 4, odd % 4, comma ? "," : "", missing);
    return """
        {
          "nccl_version": "2.28.9+cuda12.9",
          "cuda_runtime_version": 12090,
          "cuda_driver_version": 12090,
          "timestamp": "2026-11-28 04:10:11",
          "communicators_count": 1,
          "communicators": [
            {
              "hash": "0x%s",
              "secondary_hash": "0x1f:0x2e",
              "size": 8,
              "ranks_count": %d,
              "missing_ranks_count": %d,
              "ranks": [
        %s
              ],
              "missing_ranks": [
        %s
              ]
            }
          ],
          "ras": {
            "collection_time_sec": 0.004,
            "timeouts_count": 0
          }
        }
        """
        .formatted(HASH, ranks.size(), 8 - ranks.size(), String.join(",\n", ranks), absent);
  }

  private static final String STATUS =
      "\"init_state\": 0,\n\"async_error\": 0,\n\"finalize_called\": false,\n"
          + "\"destroy_flag\": false,\n\"abort_flag\": false";

  private static void addJson(List<Scene> scenes) {
    scenes.add(json("well", json(3, 40, 7, STATUS, "", true), Finding.NONE, null));
    scenes.add(json("behind", json(3, 39, 7, STATUS, "", true), Finding.MISSING, null, 3));
    scenes.add(
        json(
            "another operation",
            json(2, 39, 8, STATUS, "", true),
            Finding.MISMATCH,
            WaitKind.COLLECTIVE,
            2));
    scenes.add(
        json(
            "abort",
            json(1, 40, 7, STATUS.replace("abort_flag\": false", "abort_flag\": true"), "", true),
            Finding.STATUS,
            WaitKind.STATUS,
            1));
    scenes.add(
        json(
            "system error",
            json(0, 40, 7, STATUS.replace("async_error\": 0", "async_error\": 2"), "", true),
            Finding.STATUS,
            WaitKind.STATUS,
            0));
    String dead = "\"unresponsive\": true,\n\"considered_dead\": true";
    scenes.add(json("dead", json(4, 0, 0, "", dead, true), Finding.STATUS, WaitKind.STATUS, 4));
    // v2.28.9-1 forgets a comma there
    scenes.add(
        json("dead in 2.28", json(7, 0, 0, "", dead, false), Finding.STATUS, WaitKind.STATUS, 7));
    String silent = "\"unresponsive\": true,\n\"considered_dead\": false";
    scenes.add(json("silent", json(6, 0, 0, "", silent, true), Finding.STATUS, WaitKind.STATUS, 6));
  }

  private static Scene json(
      String name, String text, Finding finding, WaitKind kind, Integer... awaited) {
    return Scene.of("ras json: " + name, Map.of("ncclras.json", text), finding, kind, awaited);
  }

  private static String set(Stream<Integer> ranks) {
    return ranks.map(String::valueOf).collect(Collectors.joining(", ", "{", "}"));
  }

  private static String report(
      String first, int sequence, String group, String fields, List<Integer> expected) {
    return first.formatted(sequence)
        + "\ninternal record id: 41\ngroup info: "
        + group
        + "\ncollective: nccl:all_reduce\n"
        + fields.lines().filter(line -> line.startsWith("missing")).collect(Collectors.joining())
        + "\ninput sizes: [[4096]]\noutput sizes: [[4096]]\nworld size: "
        + expected.size()
        + "\nexpected ranks: "
        + set(expected.stream())
        + "\ncollective state: scheduled\n"
        + fields.lines().filter(line -> line.startsWith("error")).collect(Collectors.joining())
        + "\ncollective stack trace: \n all_reduce at"
        + " /opt/conda/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py:2696\n"
        + "wrapper at"
        + " /opt/conda/lib/python3.11/site-packages/torch/distributed/c10d_logger.py:83\n"
        + "train at /work/train.py:125\n";
  }

  private static Scene trace(
      String name, String text, Finding finding, WaitKind kind, Integer... awaited) {
    return Scene.of("torchfrtrace: " + name, Map.of("report.txt", text), finding, kind, awaited);
  }

  private static void addReports(List<Scene> scenes) {
    List<Integer> all = IntStream.range(0, 8).boxed().toList();
    String joining = "Not all ranks joining collective, sequence number: %d";
    String errors = "Collective sequence number: %d has errors";
    scenes.add(
        trace(
            "missing",
            report(joining, 42, "0:default_pg", "missing ranks: {3}", all),
            Finding.MISSING,
            null,
            3));
    // Rank 5 keeps its pair waiting, and the pair keeps the default group waiting.
    scenes.add(
        trace(
            "chain",
            report(joining, 42, "0:default_pg", "missing ranks: {4, 5}", all)
                + "\n"
                + report(joining, 7, "2:tp", "missing ranks: {5}", List.of(4, 5)),
            Finding.MISSING,
            null,
            5));
    String type =
        "error msg: Culprit rank 6; Error type: COLLECTIVE_TYPE_MISMATCH, Expected collective"
            + " type: 'all_reduce' does not match found collective type: 'broadcast'";
    scenes.add(
        trace("type", report(errors, 42, "0:default_pg", type, all), Finding.MISMATCH, null, 6));
    // It compares with rank 0, which is the odd one here.
    String most =
        all.stream()
            .skip(1)
            .map(
                rank ->
                    ("Culprit rank %d; Error type: COLLECTIVE_TYPE_MISMATCH, Expected collective"
                            + " type: 'all_reduce' does not match found collective type: 'barrier'")
                        .formatted(rank))
            .collect(Collectors.joining(", ", "error msg: ", ""));
    scenes.add(
        trace(
            "reference", report(errors, 42, "0:default_pg", most, all), Finding.MISMATCH, null, 0));
    String sizes =
        "error msg: Culprit rank 2; Error type: SIZE_OR_SYNTAX_MISMATCH, Expected input sizes:"
            + " '[[4096]]' does not match found input sizes: '[[1024]]'";
    scenes.add(
        trace("sizes", report(errors, 42, "0:default_pg", sizes, all), Finding.MISMATCH, null, 2));
    String states =
        "error msg: Culprit rank 1; Error type: COLLECTIVE_STATE_MISMATCH, Expected state:"
            + " 'scheduled' does not match found state: 'started', Culprit rank 2; Error type:"
            + " COLLECTIVE_STATE_MISMATCH, Expected state: 'scheduled' does not match found state:"
            + " 'started'";
    scenes.add(
        trace(
            "states",
            report(errors, 42, "1:dp", states, List.of(0, 1, 2)),
            Finding.NOT_STARTED,
            null,
            0));
    scenes.add(
        trace(
            "2.6",
            """
            Not all ranks joining collective 5 at entry 4
            group info: 0:default_pg
            collective: nccl:all_reduce
            missing ranks: {1}
            input sizes: [[3, 4]]
            output sizes: [[3, 4]]
            expected ranks: 4
            collective state: scheduled
            collective stack trace:
             train at /work/train.py:44
            """,
            Finding.MISSING,
            null,
            1));
    scenes.add(
        trace(
            "2.5",
            "Not all ranks joining collective for group 0:default_pg collective nccl:all_reduce "
                + " Missing ranks are {2}  [[3, 4]] [[3, 4]] 4 scheduled  \n"
                + "Collective stack traces: \ntrain at /work/train.py:44\n",
            Finding.MISSING,
            null,
            2));
    scenes.add(
        trace(
            "no dump",
            "We cannot decide what's wrong with this collective entry because we missed FR dumps"
                + " from ranks ({3}) so we don't have enough information. If you want to debug"
                + " further use -j to dump all raw trace\n",
            Finding.NO_RECORD,
            null,
            3));
  }
}
