package dev.faultbook.hang;

import dev.faultbook.hang.RasState.Alike;
import dev.faultbook.hang.RasState.Communicator;
import dev.faultbook.hang.RasState.Kind;
import dev.faultbook.hang.RasState.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Reads the communicators of {@code ncclras -f json}: {@code rasDumpCommsToJSON} in {@code
 * src/ras/client_support.cc} of NCCL at v2.28.9-1 and v2.30.7-1.
 */
final class RasTree {
  /** Names of {@code ncclResult_t}; of the first and the last nothing is wrong. */
  private static final List<String> RESULTS =
      List.of(
          "",
          "Unhandled CUDA error",
          "System error",
          "Internal error",
          "Invalid argument",
          "Invalid usage",
          "Remote process error",
          "");

  private final RasState state = new RasState();
  private final Set<String> gpus = new HashSet<>();

  /** v2.28.9-1 writes no comma between the GPU of a missing rank and its status. */
  static void mend(byte[] bytes) {
    byte[] key = {'"', 's', 't', 'a', 't', 'u', 's', '"'};
    for (int at = 1; at + key.length <= bytes.length; at++) {
      if (bytes[at] == '"' && Arrays.equals(bytes, at, at + key.length, key, 0, key.length)) {
        int before = at - 1;
        while (before > 0 && bytes[before] <= ' ') {
          before--;
        }
        if (before < at - 1 && bytes[before] >= '0' && bytes[before] <= '9') {
          bytes[at - 1] = ',';
        }
      }
    }
  }

  /**
   * Adds a communicator.
   *
   * @param lines tells the line of each rank, in the order of the file
   */
  void add(JsonNode node, Supplier<Frame> lines) {
    String hash = node.path("hash").asString("");
    Communicator of = state.communicator(hash.startsWith("0x") ? hash.substring(2) : hash);
    of.size = node.path("size").asInt();
    Map<String, Map<String, List<Member>>> groups = new LinkedHashMap<>();
    for (JsonNode rank : node.path("ranks")) {
      Member member = toMember(rank, lines.get());
      JsonNode status = rank.path("status");
      put(groups, "", wordOf(status), member);
      for (String key : List.of("init_state", "async_error")) {
        int result = status.path(key).asInt();
        if (result > 0 && result < RESULTS.size() && !RESULTS.get(result).isEmpty()) {
          put(groups, "!", RESULTS.get(result), member);
        }
      }
      rank.path("collective_counts")
          .properties()
          .forEach(count -> put(groups, count.getKey(), count.getValue().asString(""), member));
    }
    for (JsonNode rank : node.path("missing_ranks")) {
      addMissing(of, groups, toMember(rank, lines.get()), rank.path("status"));
    }
    groups.forEach(
        (key, by) -> {
          if (by.size() > 1 || key.equals("!")) {
            by.forEach((word, members) -> of.groups.add(toAlike(key, word, members)));
          }
        });
  }

  private void addMissing(
      Communicator of,
      Map<String, Map<String, List<Member>>> groups,
      Member member,
      JsonNode status) {
    boolean dead = status.path("considered_dead").asBoolean();
    if (!dead && !status.path("unresponsive").asBoolean()) {
      put(groups, "", "NOCOMM", member);
      return;
    }
    of.missing.add(member);
    List<Member> processes = dead ? state.dead : state.silent;
    if (processes.stream().noneMatch(member::isSameProcess)) {
      processes.add(member);
    }
  }

  private Member toMember(JsonNode rank, Frame line) {
    String pid = rank.path("pid").asString("");
    String host = rank.path("host").asString("unknown");
    gpus.add(host + ' ' + pid + ' ' + rank.path("cuda_dev").asString(""));
    return new Member(
        rank.path("rank").asInt(),
        pid.startsWith("-") ? "" : pid,
        host.equals("unknown") ? null : host,
        line);
  }

  private static String wordOf(JsonNode status) {
    if (status.path("abort_flag").asBoolean()) {
      return "ABORT";
    }
    boolean ends =
        status.path("finalize_called").asBoolean() || status.path("destroy_flag").asBoolean();
    return ends ? "FINALIZE" : status.path("init_state").asInt() == 0 ? "RUNNING" : "INIT";
  }

  private static void put(
      Map<String, Map<String, List<Member>>> groups, String key, String word, Member member) {
    groups
        .computeIfAbsent(key, k -> new LinkedHashMap<>())
        .computeIfAbsent(word, w -> new ArrayList<>())
        .add(member);
  }

  private static Alike toAlike(String key, String word, List<Member> members) {
    Kind kind = key.isEmpty() ? Kind.STATUS : key.equals("!") ? Kind.ERROR : Kind.COUNT;
    boolean counted = kind == Kind.COUNT;
    long count = counted && word.length() < 19 && !word.isEmpty() ? Long.parseLong(word) : 0;
    return new Alike(kind, counted ? key : "", counted ? "" : word, count, members.size(), members);
  }

  boolean isEmpty() {
    return gpus.isEmpty();
  }

  RasState finish() {
    state.gpus = gpus.size();
    return state;
  }
}
