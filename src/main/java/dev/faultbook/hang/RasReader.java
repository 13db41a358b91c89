package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.hang.RasState.Alike;
import dev.faultbook.hang.RasState.Kind;
import dev.faultbook.hang.RasState.Member;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code ncclras} prints as text: {@code src/ras/client_support.cc} of NCCL at
 * v2.24.3-1, where all operations are counted together and missing ranks stand in one line, at
 * v2.26.2-1, v2.28.9-1 and v2.30.7-1; and what {@code ncclras -m} of the last prints of a peer that
 * dies.
 */
final class RasReader implements LineReader {
  private static final int MAX_FOREIGN = 24;
  private static final int MAX_MEMBERS = 100_000;

  /** #0-0 (7b2c41d09e5f8a36) MISMATCH. */
  private static final Pattern COMMUNICATOR =
      Pattern.compile("^#(\\d{1,6})-\\d+ \\(([0-9a-f]{1,16})\\) (?:INCOMPLETE|ERROR|MISMATCH)$");

  /** {@code 0 1 2 8 16 16 RUNNING MISMATCH}, of which the fifth is the size. */
  private static final Pattern ROW =
      Pattern.compile("^(\\d{1,6}) +\\d+ +\\d+ +[\\d-]+ +(\\d{1,7}) +\\d+ +[A-Z]+ +[A-Z,]+$");

  private static final Pattern COUNTED =
      Pattern.compile(
          "^(\\d{1,7}) ranks (?:have launched up to operation (\\d{1,18})"
              + "|have not launched any (operations)|have status (\\w+)|reported (.+))$");

  private static final Pattern RANK =
      Pattern.compile(
          "^Rank (\\d{1,7})(?: has launched up to operation (\\d{1,18})"
              + "| has not launched any (operations)| has status (\\w+)| reported (.+?))?"
              + "(?: -- (?:GPU .+ managed by process (\\d+) on node (\\S+)|\\[process .*))?$");

  private static final Pattern PROCESS =
      Pattern.compile("^Process (\\d+) on node (\\S+) managing GPUs? ");

  private static final Pattern GONE =
      Pattern.compile("PEER_DEAD: Process (\\d+) on node (\\S+) managing GPUs? ");

  private static final Pattern OPERATION =
      Pattern.compile("^Communicator ranks have different (\\S+) operation counts$");

  private final int stream;
  private final Consumer<RasState> states;
  private @Nullable RasState state;
  private RasState.@Nullable Communicator communicator;
  private final Map<String, Integer> sizes = new HashMap<>();
  private String operation = "";
  private boolean totals;
  private @Nullable List<Member> listed;
  private int foreign = MAX_FOREIGN;
  private int members;

  RasReader(int stream, Consumer<RasState> states) {
    this.stream = stream;
    this.states = states;
  }

  @Override
  public boolean isIdle() {
    return foreign >= MAX_FOREIGN;
  }

  /** Takes the line above the first one: which communicator it is about. */
  @Override
  public void noteHeading(String text) {
    readCommunicator(text.strip());
  }

  @Override
  public void acceptLine(long line, String text) {
    String s = text.strip();
    if (s.isEmpty()) {
      return;
    }
    // NCCL version 2.28.9+cuda12.9 compiled with CUDA 12.9
    if (s.startsWith("NCCL version ") && s.contains(" compiled with CUDA ")) {
      finish();
      state = new RasState();
      foreign = 0;
    } else if (readCommunicator(s) || readSection(line, s) || readNumbers(s) || readRank(line, s)) {
      foreign = 0;
    } else if (!isIdle() && ++foreign == MAX_FOREIGN) {
      finish();
    }
  }

  private RasState open() {
    if (state == null) {
      state = new RasState();
    }
    return state;
  }

  private boolean readCommunicator(String s) {
    Matcher head = s.startsWith("#") ? COMMUNICATOR.matcher(s) : null;
    if (head == null || !head.find()) {
      return false;
    }
    communicator = open().communicator(head.group(2));
    communicator.size = sizes.getOrDefault(head.group(1), 0);
    operation = "";
    listed = null;
    return true;
  }

  private boolean readSection(long line, String s) {
    // Missing communicator data from 1 job process
    if (s.startsWith("Missing communicator data from ")) {
      boolean processes = s.contains(" job process");
      listed = processes || communicator == null ? open().silent : communicator.missing;
      return true;
    }
    // [2026-07-11 18:31:40] PEER_DEAD: Process 811 on node 10.1.0.2 managing GPU 3
    Matcher gone = s.contains("PEER_DEAD: ") ? GONE.matcher(s) : null;
    if (gone != null && gone.find()) {
      add(open().dead, new Member(null, gone.group(1), gone.group(2), frameOf(line, s)));
      return true;
    }
    // 1 job process is considered dead (unreachable via the RAS network)
    if (s.endsWith(" considered dead (unreachable via the RAS network)")) {
      listed = open().dead;
      return true;
    }
    Matcher counts = s.startsWith("Communicator ranks have ") ? OPERATION.matcher(s) : null;
    if (counts != null) {
      operation = counts.find() ? counts.group(1) : "";
      listed = null;
      return true;
    }
    // Asynchronous error on 1 rank
    if (s.startsWith("Asynchronous error") || s.startsWith("Initialization error")) {
      operation = "";
      listed = null;
      return true;
    }
    return false;
  }

  /** The tables with the number of GPUs and the sizes of communicators. */
  private boolean readNumbers(String s) {
    if (state == null) {
      return false;
    }
    // (total)   per node  per process    (total)  (total)
    if (s.startsWith("(total) ")) {
      totals = true;
      return true;
    }
    if (totals) {
      totals = false;
      String last = s.substring(s.lastIndexOf(' ') + 1);
      state.gpus = isNumber(last) ? Integer.parseInt(last) : 0;
      return true;
    }
    Matcher row = ROW.matcher(s);
    if (row.find()) {
      sizes.put(row.group(1), Integer.valueOf(row.group(2)));
      return true;
    }
    return false;
  }

  private static boolean isNumber(String s) {
    return !s.isEmpty() && s.length() < 8 && s.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private boolean readRank(long line, String s) {
    Matcher process = s.startsWith("Process ") && listed != null ? PROCESS.matcher(s) : null;
    if (process != null && process.find()) {
      add(listed, new Member(null, process.group(1), process.group(2), frameOf(line, s)));
      return true;
    }
    // The missing ranks: 3,5
    if (s.startsWith("The missing rank") || s.startsWith("The unknown ranks: ")) {
      for (String rank : TextParts.splitAt(s.substring(s.lastIndexOf(' ') + 1), ',')) {
        if (isNumber(rank)) {
          add(listed, new Member(Integer.valueOf(rank), "", null, frameOf(line, s)));
        }
      }
      return true;
    }
    RasState.Communicator of = communicator;
    Matcher counted = of == null ? null : COUNTED.matcher(s);
    if (of != null && counted != null && counted.find()) {
      List<Member> group = new ArrayList<>();
      of.groups.add(toAlike(counted, Integer.parseInt(counted.group(1)), group));
      listed = group;
      return true;
    }
    Matcher rank = s.startsWith("Rank ") ? RANK.matcher(s) : null;
    if (of == null || rank == null || !rank.find()) {
      return false;
    }
    String pid = rank.group(6) == null ? "" : rank.group(6);
    Member member =
        new Member(Integer.valueOf(rank.group(1)), pid, rank.group(7), frameOf(line, s));
    if (of.groups.size() < MAX_MEMBERS && hasWord(rank)) {
      of.groups.add(toAlike(rank, 1, List.of(member)));
    } else {
      add(listed, member);
    }
    return true;
  }

  private static boolean hasWord(Matcher found) {
    return found.group(2) != null
        || found.group(3) != null
        || found.group(4) != null
        || found.group(5) != null;
  }

  private Alike toAlike(Matcher found, int size, List<Member> group) {
    if (found.group(4) != null) {
      return new Alike(Kind.STATUS, "", found.group(4), 0, size, group);
    }
    if (found.group(5) != null) {
      return new Alike(Kind.ERROR, "", found.group(5), 0, size, group);
    }
    long count = found.group(2) == null ? 0 : Long.parseLong(found.group(2));
    return new Alike(Kind.COUNT, operation, "", count, size, group);
  }

  private void add(@Nullable List<Member> to, Member member) {
    if (to != null && members++ < MAX_MEMBERS) {
      to.add(member);
    }
  }

  private Frame frameOf(long line, String text) {
    return Frame.ofLine(stream, line, text);
  }

  @Override
  public void finish() {
    if (state != null) {
      states.accept(state);
    }
    state = null;
    communicator = null;
    listed = null;
    operation = "";
    totals = false;
    sizes.clear();
    foreign = MAX_FOREIGN;
  }
}
