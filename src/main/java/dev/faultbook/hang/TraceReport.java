package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.hang.Hang.Certainty;
import dev.faultbook.hang.Hang.Finding;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code torchfrtrace} prints: {@code EntryState.log} in {@code
 * torch/distributed/flight_recorder/components/types.py} of PyTorch 2.8 and newer, in {@code
 * tools/flight_recorder/components/types.py} of 2.7; and {@code builder.py} there of 2.5, which
 * prints one line, and of 2.6, which prints the number of ranks in place of the ranks. Each
 * collective that it names becomes a call in the records of the ranks that it expects.
 */
final class TraceReport implements LineReader {
  private static final int MAX_FOREIGN = 12;
  private static final int MAX_BLOCKS = 1_000;

  /** Not all ranks joining collective, sequence number: 42. */
  private static final Pattern FIRST =
      Pattern.compile(
          "^(?:Not all ranks joining collective,? (?:sequence number: )?(\\d{1,15})(?: at entry \\d+)?"
              + "|Collective sequence number: (\\d{1,15}) has errors"
              + "|Input/output mismatch in the collective sequence number: (\\d{1,15}))$");

  /** Not all ranks joining collective for group 0:default_pg collective nccl:all_reduce … */
  private static final Pattern EARLY =
      Pattern.compile(
          "^Not all ranks joining collective for group (\\S+) collective (\\S+) +"
              + "Missing ranks are (\\{[\\d, ]*\\})(?: +\\[\\[.*\\]\\] (\\d{1,7}) (\\w+))?");

  private static final Pattern CULPRIT =
      Pattern.compile("Culprit rank (\\d{1,7}); Error type: (\\w+)(?:, (.*?found [^']*'[^']*'))?");

  /** Missed FR dumps from ranks ({3}), Missing dump files from ranks {3}. */
  private static final Pattern UNRECORDED =
      Pattern.compile("(?:missed FR dumps|Missing dump files) from ranks \\(?\\{([\\d, ]+)\\}");

  private final int stream;
  private final int file;
  private final List<Block> blocks;
  private @Nullable Block block;
  private int foreign = MAX_FOREIGN;

  /**
   * @param blocks receives what is read
   */
  TraceReport(int stream, int file, List<Block> blocks) {
    this.stream = stream;
    this.file = file;
    this.blocks = blocks;
  }

  /** A collective that is not as it should be. */
  static final class Block {
    final int stream;
    final int file;
    final Frame line;
    long sequence;
    String group = "0";
    String operation = "";
    String state = "scheduled";
    String sizes = "";
    Set<Integer> missing = Set.of();
    Set<Integer> unrecorded = Set.of();
    Set<Integer> expected = Set.of();
    int size;

    /** What is said of each rank that differs from the one whose call is described. */
    final Map<Integer, String> culprits = new TreeMap<>();

    @Nullable StackFrame frame;

    Block(int stream, int file, Frame line) {
      this.stream = stream;
      this.file = file;
      this.line = line;
    }

    private Set<Integer> ranks() {
      if (expected.isEmpty() && group.endsWith("default_pg")) {
        Set<Integer> all = new TreeSet<>();
        for (int rank = 0; rank < size; rank++) {
          all.add(rank);
        }
        return all;
      }
      return expected;
    }

    /** The call of a rank: its own, or what is said of it. */
    private Call callOf(int rank) {
      String said = culprits.getOrDefault(rank, "");
      String found = said.substring(said.lastIndexOf(" found ") + 1);
      int from = found.indexOf('\'');
      String value = from < 0 ? "?" : found.substring(from + 1, found.length() - 1);
      boolean shape = said.startsWith("SIZE") || said.startsWith("COLLECTIVE_DTYPE");
      return new Call(
          name(),
          group.substring(group.indexOf(':') + 1),
          sequence,
          false,
          said.startsWith("COLLECTIVE_TYPE") ? value : operation,
          shape ? value : sizes,
          "",
          "",
          Call.State.of(said.startsWith("COLLECTIVE_STATE") ? value : state),
          false,
          new Frame(frame == null ? line.at() : frame, line.stream(), line.line(), line.text()));
    }

    private String name() {
      int colon = group.indexOf(':');
      return colon < 0 ? group : group.substring(0, colon);
    }

    /** Adds the calls to the records of the ranks; false if it does not tell which ranks. */
    boolean addTo(Map<Integer, Recording> byRank) {
      if (ranks().isEmpty()) {
        return false;
      }
      String description = group.indexOf(':') < 0 ? "" : group.substring(group.indexOf(':') + 1);
      List<Integer> order = List.copyOf(ranks());
      for (int rank : order) {
        Recording of = byRank.computeIfAbsent(rank, r -> new Recording(stream, file, line.line()));
        of.groups.put(name(), new Recording.Group(name(), description, order));
        if (!missing.contains(rank)) {
          of.calls.add(callOf(rank));
        }
      }
      return true;
    }

    /** What it shows by itself. */
    Hang alone() {
      Set<Integer> awaited = missing.isEmpty() ? unrecorded : missing;
      List<Hang.Peer> peers = awaited.stream().map(rank -> new Hang.Peer(rank, null, "")).toList();
      int others = Math.max(0, size - awaited.size());
      Frame at = callOf(-1).frame();
      return new Hang(
          missing.isEmpty() ? Finding.NO_RECORD : Finding.MISSING,
          awaited.isEmpty() ? Certainty.UNKNOWN : Certainty.LIKELY,
          peers,
          null,
          others == 0
              ? List.of()
              : List.of(
                  new Hang.Waiting(
                      WaitKind.COLLECTIVE,
                      operation,
                      at,
                      Collections.nCopies(others, new Hang.Peer(null, null, "")))),
          missing.isEmpty() ? "" : group,
          missing.isEmpty() ? null : Long.valueOf(sequence),
          List.of(),
          List.of(line));
    }
  }

  /** What the reports say of all groups together; null if there are none. */
  static @Nullable Hang judge(List<Block> blocks, Writers writers) {
    Map<Integer, Recording> byRank = new TreeMap<>();
    List<Block> alone = new ArrayList<>();
    for (Block block : blocks) {
      if (!block.addTo(byRank)) {
        alone.add(block);
      }
    }
    if (!byRank.isEmpty()) {
      return new RecordJudge(byRank, writers).judge();
    }
    return alone.isEmpty() ? null : alone.getFirst().alone();
  }

  @Override
  public boolean isIdle() {
    return foreign >= MAX_FOREIGN;
  }

  @Override
  public void noteHeading(String text) {
    // The first line of a block says what it is.
  }

  @Override
  public void acceptLine(long line, String text) {
    String s = text.strip();
    if (s.isEmpty()) {
      return;
    }
    if (readFirst(line, s) || block != null && readField(block, s)) {
      foreign = 0;
    } else if (!isIdle() && ++foreign == MAX_FOREIGN) {
      finish();
    }
  }

  private boolean readFirst(long line, String s) {
    Frame at = Frame.ofLine(stream, line, s);
    if (s.startsWith("Not all ranks joining collective for group ")) {
      Matcher early = EARLY.matcher(s);
      if (early.find()) {
        Block begun = begin(at);
        begun.group = early.group(1);
        begun.operation = operationOf(early.group(2));
        begun.missing = numbers(early.group(3));
        begun.size = early.group(4) == null ? 0 : Integer.parseInt(early.group(4));
        begun.state = early.group(5) == null ? begun.state : early.group(5);
        return true;
      }
    }
    Matcher unrecorded = s.contains(" from ranks ") ? UNRECORDED.matcher(s) : null;
    if (unrecorded != null && unrecorded.find()) {
      begin(at).unrecorded = numbers(unrecorded.group(1));
      return true;
    }
    Matcher first = s.contains("ollective") ? FIRST.matcher(s) : null;
    if (first == null || !first.find()) {
      return false;
    }
    for (int group = 1; group <= 3; group++) {
      if (first.group(group) != null) {
        begin(at).sequence = Long.parseLong(first.group(group));
      }
    }
    return true;
  }

  private Block begin(Frame at) {
    finish();
    block = new Block(stream, file, at);
    return block;
  }

  private static boolean readField(Block of, String s) {
    int colon = s.indexOf(": ");
    String value = colon < 0 ? "" : s.substring(colon + 2).strip();
    switch (colon < 0 ? s : s.substring(0, colon)) {
      case "group info" -> of.group = value;
      case "collective" -> of.operation = operationOf(value);
      case "missing ranks" -> of.missing = numbers(value);
      case "input sizes" -> of.sizes = value;
      case "world size" -> of.size = parse(value);
      // {0, 1, 2, 3}, or their number in 2.6
      case "expected ranks" -> {
        of.expected = value.startsWith("{") ? numbers(value) : Set.of();
        of.size = of.expected.isEmpty() ? parse(value) : of.expected.size();
      }
      case "collective state" -> of.state = value;
      case "error msg" -> readCulprits(of, value);
      case "internal record id", "output sizes", "total input numel", "total output numel" -> {}
      default -> {
        return s.startsWith("ollective stack trace", 1) || readFrame(of, s);
      }
    }
    return true;
  }

  /** {@code train at /work/train.py:125}. */
  private static boolean readFrame(Block of, String s) {
    int at = s.indexOf(" at ");
    int colon = s.lastIndexOf(':');
    int line = colon < 0 ? 0 : parse(s.substring(colon + 1));
    if (at <= 0 || colon < at || line == 0) {
      return false;
    }
    StackFrame frame = StackFrame.of(s.substring(at + 4, colon), line, s.substring(0, at));
    if (of.frame == null || !of.frame.isOwn() && frame.isOwn()) {
      of.frame = frame;
    }
    return true;
  }

  /** It compares with one rank: if most differ from that one, that one is odd. */
  private static void readCulprits(Block of, String value) {
    Matcher culprit = CULPRIT.matcher(value);
    while (culprit.find() && of.culprits.size() < 100_000) {
      String said = culprit.group(3) == null ? "" : culprit.group(3);
      of.culprits.put(Integer.valueOf(culprit.group(1)), culprit.group(2) + " " + said);
    }
  }

  private static String operationOf(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private static Set<Integer> numbers(String set) {
    Set<Integer> numbers = new TreeSet<>();
    for (String part : TextParts.splitAt(set, ',')) {
      int number = part.strip().isEmpty() ? -1 : parse(stripped(part));
      if (number >= 0) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  private static String stripped(String part) {
    String s = part.strip();
    s = s.startsWith("{") ? s.substring(1) : s;
    return s.endsWith("}") ? s.substring(0, s.length() - 1) : s;
  }

  private static int parse(String digits) {
    boolean number =
        !digits.isEmpty()
            && digits.length() < 8
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Integer.parseInt(digits) : 0;
  }

  @Override
  public void finish() {
    if (block != null && blocks.size() < MAX_BLOCKS) {
      blocks.add(block);
    }
    block = null;
    foreign = MAX_FOREIGN;
  }
}
