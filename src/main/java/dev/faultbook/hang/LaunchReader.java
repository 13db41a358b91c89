package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads which collectives each rank has launched from lines of NCCL: those of {@code
 * NCCL_DEBUG_SUBSYS=COLL} ({@code src/enqueue.cc}, one form from v2.4 to v2.30), of its example of
 * a profiler ({@code plugins/profiler/example/print_event.cc}), of its inspector ({@code
 * plugins/profiler/inspector/inspector_json.cc}), and those that its proxies print at {@code
 * NCCL_PROXY_DUMP_SIGNAL} ({@code src/proxy.cc}): the operations that go on.
 */
final class LaunchReader {
  /** Words of which each of these lines has one. */
  static final List<String> TRIGGERS =
      List.of("opcount ", "\"seqnum\"", "\"coll_sn\"", " commid ", "active ops", "| coll ");

  private static final String PROXIES = "NCCL";

  /** As PyTorch describes the group of all ranks. */
  private static final String ALL_RANKS = "default_pg";

  private static final int MAX_PROCESSES = 8_192;

  /** Calls of a process that are kept, the latest ones. */
  private static final int MAX_CALLS = 1_024;

  /** comm 0x55d0c0ffee rank 5 nranks 8 cudaDev 5 nvmlDev 5 busId 5b000 commId 0xabc1. */
  private static final Pattern INIT =
      Pattern.compile(
          "comm (0x[0-9a-f]+) rank (\\d{1,6}) n[Rr]anks (\\d{1,6}) .*?commId (0x[0-9a-f]+)");

  /** AllReduce: opCount 57 sendbuff 0x7f a recvbuff 0x7f count 2097152 datatype 9 op 0 root 0. */
  private static final Pattern LAUNCH =
      Pattern.compile(
          "(\\w+): opCount ([0-9a-f]{1,15}) sendbuff \\S+ recvbuff \\S+ count (\\d+) datatype (\\d+)"
              + " op \\d+ root \\d+ comm (0x[0-9a-f]+) \\[nranks=(\\d+)\\]");

  /** {"name": "AllReduce", "cat": "COLL", … "args": {"SeqNum": 12, "CommHash": 77, "Rank": 3, …. */
  private static final Pattern PROFILED =
      Pattern.compile(
          "\"name\": ?\"(\\w+)\".*\"SeqNum\": ?(\\d{1,15}), ?\"CommHash\": ?(\\d+), ?\"Rank\":"
              + " ?(\\d{1,6}), ?\"Count\": ?(\\d+), ?\"Datatype\": ?\"(\\w+)\"");

  /** {"header":{"id":"0x7f8c","rank":2,…},…"coll_perf":{"coll":"AllReduce","coll_sn":1407,…. */
  private static final Pattern INSPECTED =
      Pattern.compile(
          "\"id\": ?\"(0x[0-9a-f]+)\",.*?\"rank\": ?(\\d{1,6}),.*\"coll\": ?\"(\\w+)\","
              + " ?\"coll_sn\": ?(\\d{1,15}), ?\"coll_msg_size_bytes\": ?(\\d+)");

  /** [0-11|5127| Coll 4 /0 4 /1]: peers and channels of an operation that goes on. */
  private static final Pattern ACTIVE = Pattern.compile("\\[\\d+-\\d+\\|(\\d{1,15})\\| Coll ");

  private final Map<List<Object>, Recording> processes = new HashMap<>();

  /** Names of communicators by stream and address, which differ from process to process. */
  private final Map<List<Object>, String> names = new HashMap<>();

  /** Reads a line; false if it is none of these. */
  boolean acceptLine(int stream, int file, long line, String text) {
    Matcher of = text.contains("opCount ") ? LAUNCH.matcher(text) : null;
    if (of != null && of.find()) {
      String comm = names.get(List.of(stream, of.group(5)));
      String group = comm == null ? of.group(6) + " ranks" : comm;
      Frame at = Frame.ofLine(stream, line, text);
      long number = Long.parseLong(of.group(2), 16);
      addCall(file, null, launched(group, number, of.group(1), of.group(3), at));
      return true;
    }
    of = text.contains("| Coll ") ? ACTIVE.matcher(text) : null;
    if (text.equals("ACTIVE OPS") || of != null && of.find()) {
      Recording process = open(stream, file, null, line);
      if (process != null && of != null) {
        Frame at = Frame.ofLine(stream, line, text);
        long number = Long.parseLong(of.group(1));
        process.calls.add(
            new Call(
                PROXIES,
                ALL_RANKS,
                number,
                false,
                "a collective",
                "",
                "",
                "",
                Call.State.STARTED,
                false,
                at));
      }
      return true;
    }
    of = text.contains("\"SeqNum\"") ? PROFILED.matcher(text) : INSPECTED.matcher(text);
    if (text.startsWith("{") && of.find()) {
      boolean inspected = of.pattern() == INSPECTED;
      Frame at = Frame.ofLine(stream, line, text);
      Integer rank = Integer.valueOf(of.group(inspected ? 2 : 4));
      long number = Long.parseLong(of.group(inspected ? 4 : 2));
      String operation = of.group(inspected ? 3 : 1);
      String group = of.group(inspected ? 1 : 3);
      addCall(file, rank, launched(group, number, operation, of.group(5), at));
      return true;
    }
    of = text.contains(" commId ") ? INIT.matcher(text) : null;
    if (of != null && of.find() && names.size() < MAX_PROCESSES) {
      names.putIfAbsent(List.of(stream, of.group(1)), "commId " + of.group(4));
    }
    return false;
  }

  private static Call launched(
      String group, long number, String operation, String count, Frame at) {
    return new Call(
        group, "", number, false, operation, count, "", "", Call.State.SCHEDULED, false, at);
  }

  private void addCall(int file, @Nullable Integer rank, Call call) {
    Recording of = open(call.frame().stream(), file, rank, call.frame().line());
    // Sends and receives wait for one peer.
    if (of == null || call.operation().equals("Send") || call.operation().equals("Recv")) {
      return;
    }
    if (of.calls.size() >= MAX_CALLS) {
      of.calls.subList(0, MAX_CALLS / 2).clear();
    }
    of.calls.add(call);
  }

  private @Nullable Recording open(int stream, int file, @Nullable Integer rank, long line) {
    List<Object> process = List.of(stream, rank == null ? -1 : rank);
    Recording of = processes.get(process);
    if (of == null && processes.size() < MAX_PROCESSES) {
      of = new Recording(stream, file, line);
      of.rank = rank;
      processes.put(process, of);
    }
    return of;
  }

  boolean hasRead() {
    return !processes.isEmpty();
  }

  /**
   * The collectives of each process. Lines tell what was launched, not what is complete: up to the
   * last one that all have launched, they count as complete.
   */
  List<Recording> finish() {
    Map<String, Long> reached = new HashMap<>();
    for (Recording of : processes.values()) {
      Map<String, Long> last = new HashMap<>();
      of.calls.forEach(call -> last.merge(call.group(), call.sequence(), Math::max));
      last.forEach((group, number) -> reached.merge(group, number, Math::min));
    }
    for (Recording of : processes.values()) {
      of.calls.replaceAll(
          call ->
              call.state() == Call.State.SCHEDULED
                      && call.sequence() <= reached.getOrDefault(call.group(), Long.MIN_VALUE)
                  ? call.with(Call.State.COMPLETED)
                  : call);
    }
    return List.copyOf(processes.values());
  }
}
