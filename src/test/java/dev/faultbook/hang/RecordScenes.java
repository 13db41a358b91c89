package dev.faultbook.hang;

import dev.faultbook.hang.Hang.Finding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hangs as PyTorch's flight recorder shows them: the fields of {@code FlightRecorderDetail.hpp} at
 * v2.14.1, those of {@code TraceUtils.h} at v2.3.1, as a pickle and in JSON.
 */
final class RecordScenes {
  private static final List<Integer> ALL = IntStream.range(0, 8).boxed().toList();

  private RecordScenes() {}

  static Stream<Scene> all() {
    List<Scene> scenes = new ArrayList<>();
    for (int form = 0; form < 3; form++) {
      addJobs(scenes, form);
    }
    return scenes.stream();
  }

  private static void addJobs(List<Scene> scenes, int form) {
    int odd = 3 + form;
    Job missing = new Job(form).group("0", "default_pg", ALL);
    missing.done("0", "all_reduce", 5).open("0", "all_reduce", "started", without(odd));
    scenes.add(missing.scene("missing", Finding.MISSING, odd));

    Job late = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 9);
    late.open("0", "broadcast", "scheduled", without(odd, 6)).gaveUp();
    scenes.add(late.scene("two missing", Finding.MISSING, odd, 6));

    Job other = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    other.same("0", "all_reduce", without(odd), "broadcast", List.of(odd));
    scenes.add(other.scene("another operation", Finding.MISMATCH, odd));

    Job sizes = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    sizes.size = 1024;
    sizes.same("0", "all_reduce", without(odd), "all_reduce", List.of(odd));
    scenes.add(sizes.scene("another size", Finding.MISMATCH, odd));

    Job starts = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    starts.open("0", "all_reduce", "started", without(odd));
    starts.again("0", "all_reduce", "scheduled", List.of(odd));
    scenes.add(starts.scene("not started", Finding.NOT_STARTED, odd));

    Job partial = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    partial.open("0", "all_reduce", "completed", without(odd));
    partial.again("0", "all_reduce", "started", List.of(odd));
    scenes.add(partial.scene("partly complete", Finding.PARTIAL, odd));

    Job never = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    never
        .group("7", "ep", List.of(1, 2, odd), odd)
        .open("7", "all_to_all", "started", List.of(1, 2));
    scenes.add(never.scene("never joined", Finding.NEVER_JOINED, odd));

    Job gone = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 3);
    gone.open("0", "all_reduce", "started", without(odd)).lost(odd);
    scenes.add(gone.scene("no record", Finding.NO_RECORD, odd));

    // Rank 5 is in its own code: its tensor group waits for it, and others for that group's ranks.
    Job chain = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 2);
    chain.group("1", "tp0", List.of(0, 1)).group("2", "tp1", List.of(4, 5));
    chain.group("3", "dp0", List.of(0, 4)).done("2", "all_reduce", 4);
    chain
        .open("2", "all_reduce", "started", List.of(4))
        .open("3", "reduce_scatter", "started", List.of(0));
    chain.open("1", "all_reduce", "started", List.of(1));
    scenes.add(chain.scene("chain of groups", Finding.MISSING, 5));

    // tp 2, pp 2, dp 2; rank 6 (tp 0, pp 1, dp 1) is elsewhere.
    Job grid = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 2);
    for (int first = 0; first < 8; first += 2) {
      grid.group("1" + first, "TENSOR_MODEL_PARALLEL_GROUP", List.of(first, first + 1));
      grid.done("1" + first, "all_reduce", 3);
    }
    for (int first : List.of(0, 1, 4, 5)) {
      grid.group("2" + first, "DATA_PARALLEL_GROUP", List.of(first, first + 2));
    }
    for (int first = 0; first < 4; first++) {
      grid.group("3" + first, "PIPELINE_MODEL_PARALLEL_GROUP", List.of(first, first + 4));
    }
    grid.open("16", "all_reduce", "started", List.of(7));
    grid.open("24", "reduce_scatter", "started", List.of(4));
    grid.open("25", "reduce_scatter", "started", List.of(5));
    for (int first = 0; first < 4; first++) {
      grid.pair("3" + first, "recv 0<-1", first);
    }
    scenes.add(grid.scene("tensor, data and pipeline groups", Finding.MISSING, 6));

    Job stages = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 2);
    stages
        .group("4", "pp", List.of(0, 2, 4, 6))
        .pair("4", "recv 3<-2", 6)
        .pair("4", "recv 2<-1", 4);
    scenes.add(stages.scene("stages", Finding.MISSING, 2));

    Job cycle = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 2);
    cycle.group("1", "a", List.of(0, 1)).group("2", "b", List.of(0, 1));
    cycle
        .open("1", "all_reduce", "started", List.of(0))
        .open("2", "all_reduce", "started", List.of(1));
    scenes.add(cycle.scene("order of two groups", Finding.CYCLE, 0, 1));

    Job one = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    one.open("0", "all_reduce", "started", ALL);
    ALL.stream().filter(rank -> rank != odd).forEach(one::lost);
    scenes.add(one.scene("one record", Finding.SINGLE));

    Job well = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    scenes.add(well.scene("all complete", Finding.NONE));

    addMoments(scenes, form);

    Job same = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    same.open("0", "all_reduce", "started", ALL);
    scenes.add(same.scene("all in one", Finding.SAME));
  }

  /** Records of a job at work, of which each rank was asked at another moment. */
  private static void addMoments(List<Scene> scenes, int form) {
    Job apart = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    apart.open("0", "all_reduce", "completed", without(1, 4));
    scenes.add(apart.scene("at work: one apart", Finding.NONE));

    Job ahead = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    ahead.open("0", "all_reduce", "started", List.of(6));
    scenes.add(ahead.scene("at work: one ahead", Finding.APART));

    Job behind = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    behind.open("0", "all_reduce", "completed", without(2));
    behind.open("0", "all_reduce", "scheduled", without(2));
    scenes.add(behind.scene("at work: one behind", Finding.APART));

    Job before = new Job(form).group("0", "default_pg", ALL).done("0", "all_reduce", 5);
    before.open("0", "all_reduce", "completed", without(2));
    before.again("0", "all_reduce", "started", List.of(2));
    before.open("0", "all_gather", "completed", without(2));
    scenes.add(before.scene("at work: one before the others", Finding.APART));

    // A pair of the tensor group is ahead, but the default group shows that the records differ.
    Job groups = new Job(form).group("0", "default_pg", ALL).group("1", "tp0", List.of(0, 1));
    groups.done("0", "all_reduce", 3).done("1", "all_gather", 3);
    groups.open("0", "reduce_scatter", "completed", without(5));
    groups.again("0", "reduce_scatter", "started", List.of(5));
    groups.open("0", "all_reduce", "completed", without(5));
    groups.open("1", "all_gather", "started", List.of(0));
    scenes.add(groups.scene("at work: groups", Finding.APART));
  }

  private static List<Integer> without(Integer... ranks) {
    List<Integer> rest = new ArrayList<>(ALL);
    rest.removeAll(Arrays.asList(ranks));
    return rest;
  }

  /** A job of eight ranks; its form is 0 for a pickle, 1 for JSON, 2 for the pickle of 2.3. */
  private static final class Job {
    final int form;
    final Map<Integer, List<Map<String, Object>>> entries = new TreeMap<>();
    final Map<Integer, Map<String, Object>> groups = new TreeMap<>();
    final Map<String, String> descriptions = new LinkedHashMap<>();
    final Map<String, List<Integer>> members = new LinkedHashMap<>();
    final Map<String, Long> numbers = new LinkedHashMap<>();
    int size = 0;
    boolean retired;

    Job(int form) {
      this.form = form;
      ALL.forEach(rank -> entries.put(rank, new ArrayList<>()));
      ALL.forEach(rank -> groups.put(rank, new LinkedHashMap<>()));
    }

    Job group(String name, String description, List<Integer> ranks, Integer... unaware) {
      members.put(name, ranks);
      descriptions.put(name, description);
      Map<String, Object> config = new LinkedHashMap<>();
      config.put("name", name);
      config.put("desc", description);
      config.put("ranks", ranks.toString());
      ranks.stream()
          .filter(rank -> !Arrays.asList(unaware).contains(rank))
          .forEach(rank -> groups.get(rank).put(name, config));
      return this;
    }

    Job done(String group, String operation, int times) {
      for (int i = 0; i < times; i++) {
        open(group, operation, "completed", members.get(group));
      }
      return this;
    }

    Job open(String group, String operation, String state, List<Integer> ranks) {
      numbers.merge(group, 1L, Long::sum);
      return again(group, operation, state, ranks);
    }

    Job again(String group, String operation, String state, List<Integer> ranks) {
      ranks.forEach(rank -> add(rank, group, "nccl:" + operation, state, false, 4096));
      return this;
    }

    Job same(String group, String one, List<Integer> ranks, String other, List<Integer> odd) {
      numbers.merge(group, 1L, Long::sum);
      ranks.forEach(rank -> add(rank, group, "nccl:" + one, "started", false, 4096));
      odd.forEach(
          rank -> add(rank, group, "nccl:" + other, "started", false, size > 0 ? size : 4096));
      return this;
    }

    Job pair(String group, String operation, int rank) {
      numbers.merge(group, 1L, Long::sum);
      add(rank, group, "nccl:" + operation, "scheduled", true, 4096);
      return this;
    }

    Job gaveUp() {
      retired = true;
      entries.values().stream()
          .filter(of -> !of.isEmpty() && !of.getLast().get("state").equals("completed"))
          .forEach(of -> of.getLast().put("retired", true));
      return this;
    }

    Job lost(int rank) {
      entries.remove(rank);
      return this;
    }

    private void add(
        int rank, String group, String operation, String state, boolean pair, int size) {
      Map<String, Object> entry = new LinkedHashMap<>();
      List<Object> frames = new ArrayList<>();
      frames.add(
          frame(
              "all_reduce",
              "/opt/conda/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py",
              2696));
      frames.add(frame("step", "/work/train.py", operation.length() + 100));
      entry.put("frames", frames);
      entry.put("record_id", (long) entries.get(rank).size());
      entry.put("pg_id", Long.parseLong(group));
      entry.put("process_group", List.of(group, descriptions.get(group)));
      entry.put(form == 2 ? "seq_id" : "collective_seq_id", numbers.get(group));
      entry.put("p2p_seq_id", pair ? 1L : 0L);
      entry.put("op_id", numbers.get(group));
      entry.put("profiling_name", operation);
      entry.put("time_created_ns", 1795896801395905546L);
      entry.put("input_sizes", List.of(List.of((long) size)));
      entry.put("output_sizes", List.of(List.of((long) size)));
      entry.put("state", state);
      if (form < 2) {
        entry.put("input_dtypes", List.of("Float"));
        entry.put("output_dtypes", List.of("Float"));
        entry.put("timeout_ms", 600000L);
      }
      entry.put("retired", state.equals("completed"));
      entry.put("is_p2p", pair);
      entries.get(rank).add(entry);
    }

    private static Map<String, Object> frame(String name, String file, int line) {
      Map<String, Object> frame = new LinkedHashMap<>();
      frame.put("name", name);
      frame.put("filename", file);
      frame.put("line", (long) line);
      return frame;
    }

    Scene scene(String name, Finding finding, Integer... awaited) {
      Map<String, byte[]> files = new LinkedHashMap<>();
      entries.forEach(
          (rank, of) -> {
            Map<String, Object> dump = new LinkedHashMap<>();
            dump.put("version", form == 2 ? "1.5" : "2.10");
            dump.put("pg_config", groups.get(rank));
            dump.put("pg_status", Map.of());
            dump.put("entries", of);
            files.put(
                "nccl_trace_rank_" + rank,
                form == 1 ? toJson(dump) : toPickle(dump, form == 0 ? 2 : 4));
          });
      String form = List.of("pickle", "json", "2.3").get(this.form);
      return new Scene(form + ": " + name, files, finding, Arrays.asList(awaited), null);
    }
  }

  private static byte[] toJson(Object value) {
    return new tools.jackson.databind.json.JsonMapper().writeValueAsBytes(value);
  }

  /** A pickle without sharing of values; protocol 4 has frames and memoizes. */
  static byte[] toPickle(Object value, int protocol) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    pickle(value, protocol, body);
    body.write('.');
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x80);
    out.write(protocol);
    if (protocol >= 4) {
      out.write(0x95);
      out.writeBytes(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(body.size()).array());
    }
    out.writeBytes(body.toByteArray());
    return out.toByteArray();
  }

  private static void pickle(Object value, int protocol, ByteArrayOutputStream out) {
    switch (value) {
      case Map<?, ?> map -> {
        out.write('}');
        memoize(protocol, out);
        out.write('(');
        map.forEach(
            (key, of) -> {
              pickle(key, protocol, out);
              pickle(of, protocol, out);
            });
        out.write('u');
      }
      case List<?> list -> {
        out.write(']');
        memoize(protocol, out);
        out.write('(');
        list.forEach(item -> pickle(item, protocol, out));
        out.write('e');
      }
      case String text -> {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (protocol >= 4) {
          out.write(0x8c);
          out.write(bytes.length);
        } else {
          out.write('X');
          out.writeBytes(
              ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length).array());
        }
        out.writeBytes(bytes);
        memoize(protocol, out);
      }
      case Boolean truth -> out.write(truth ? 0x88 : 0x89);
      case Long number when number >= 0 && number < 256 -> {
        out.write('K');
        out.write(number.intValue());
      }
      case Long number -> {
        out.write(0x8a);
        out.write(8);
        out.writeBytes(
            ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array());
      }
      default -> throw new IllegalArgumentException(value.toString());
    }
  }

  private static void memoize(int protocol, ByteArrayOutputStream out) {
    if (protocol >= 4) {
      out.write(0x94);
    }
  }
}
