package dev.faultbook.hang;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the stacks and records of a hang say: who is awaited, and by whom.
 *
 * @param finding what was found
 * @param certainty how sure it is
 * @param awaited the processes that the others wait for; empty if it cannot be told
 * @param state what they do; null if that is not known
 * @param waiting what the processes do that wait, those of the most processes first
 * @param group name of the process group in which they wait, or {@link #COMMUNICATOR} and a hash;
 *     empty if unknown
 * @param sequence number of the collective; null if unknown
 * @param chain how the wait passes on from group to group, the awaited one last; empty if there is
 *     one group
 * @param evidence the lines that show it, those of the awaited processes first
 * @param machine what is wrong with machines, those of awaited processes first
 * @param read what the log holds
 */
public record Hang(
    Finding finding,
    Certainty certainty,
    List<Peer> awaited,
    @Nullable Wait state,
    List<Waiting> waiting,
    String group,
    @Nullable Long sequence,
    List<Link> chain,
    List<Frame> evidence,
    List<Machine> machine,
    Read read) {
  /** Stands before the hash of a communicator of NCCL in place of a process group. */
  public static final String COMMUNICATOR = "communicator ";

  public Hang {
    awaited = List.copyOf(awaited);
    waiting = List.copyOf(waiting);
    chain = List.copyOf(chain);
    evidence = List.copyOf(evidence);
    machine = List.copyOf(machine);
  }

  Hang(
      Finding finding,
      Certainty certainty,
      List<Peer> awaited,
      @Nullable Wait state,
      List<Waiting> waiting,
      String group,
      @Nullable Long sequence,
      List<Link> chain,
      List<Frame> evidence) {
    this(
        finding,
        certainty,
        awaited,
        state,
        waiting,
        group,
        sequence,
        chain,
        evidence,
        List.of(),
        Read.NOTHING);
  }

  /**
   * What a log holds of a hang.
   *
   * @param stacks processes with stacks
   * @param records ranks with records of the flight recorder
   * @param analysed whether {@code torchfrtrace} reported on them
   * @param nccl whether NCCL's RAS answered
   * @param tools what was asked about machines
   * @param absent the nodes on which a tool could not be asked, by its name
   */
  public record Read(
      int stacks,
      int records,
      boolean analysed,
      boolean nccl,
      List<String> tools,
      Map<String, Set<String>> absent) {
    static final Read NOTHING = new Read(0, 0, false, false, List.of(), Map.of());

    public Read {
      tools = List.copyOf(tools);
      absent = Collections.unmodifiableMap(new TreeMap<>(absent));
    }
  }

  Hang with(List<Machine> machines, Read what) {
    return new Hang(
        finding, certainty, awaited, state, waiting, group, sequence, chain, evidence, machines,
        what);
  }

  /** What was found. */
  public enum Finding {
    /** Some processes do something else while the others wait for ranks. */
    ELSEWHERE,
    /** Ranks have not joined a collective. */
    MISSING,
    /** Ranks have never joined a group. */
    NEVER_JOINED,
    /** Ranks are in different collectives, or pass different sizes. */
    MISMATCH,
    /** Ranks have enqueued a collective that their GPUs have not started. */
    NOT_STARTED,
    /** A collective is complete on some ranks only. */
    PARTIAL,
    /** Ranks of a group have left no record. */
    NO_RECORD,
    /** NCCL says of ranks that they are dead, do not answer, have left, or failed. */
    STATUS,
    /** Ranks wait for each other in different groups. */
    CYCLE,
    /** All wait for something that is no rank: a lock, a file system. */
    TOGETHER,
    /** All wait in the same collective. */
    SAME,
    /** There is one process only. */
    SINGLE,
    /** Only the state of machines is known, and something is wrong there. */
    MACHINE,
    /** They do different things, and none stands out. */
    APART,
    /** Nobody waits for anybody. */
    NONE;

    /** The word in JSON and in message keys. */
    @JsonValue
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How sure it is. */
  public enum Certainty {
    PROVEN,
    LIKELY,
    UNKNOWN;

    /** The word in JSON and in message keys. */
    @JsonValue
    public String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A process of the job.
   *
   * @param rank its rank, or null
   * @param node its host, or null
   * @param pid its id; empty if unknown
   */
  public record Peer(@Nullable Integer rank, @Nullable String node, String pid) {}

  /**
   * Processes that do the same.
   *
   * @param place the user's own code in which they are; null if the log does not show it
   */
  public record Waiting(
      WaitKind kind, String operation, @Nullable Frame place, List<Peer> processes) {
    public Waiting {
      processes = List.copyOf(processes);
    }
  }

  /** A rank that waits in a group for another one. */
  public record Link(int rank, String operation, String group, int awaited) {}

  /** Whether processes wait, as far as it is known. */
  public boolean isHang() {
    return finding != Finding.NONE && finding != Finding.MACHINE;
  }

  /** Nothing that names anybody. */
  static Hang undecided(Finding finding) {
    Certainty certainty = finding == Finding.NONE ? Certainty.LIKELY : Certainty.UNKNOWN;
    return new Hang(finding, certainty, List.of(), null, List.of(), "", null, List.of(), List.of());
  }

  /**
   * Whether the lines of logs may tell more: stacks and records tell nothing that speaks against.
   */
  public boolean isOpen() {
    return !isDecided()
        && (finding == Finding.MACHINE || finding == Finding.SINGLE || finding == Finding.APART);
  }

  /**
   * The same with whom the lines of logs show to be awaited.
   *
   * @param peer whose lines end, or fall behind
   * @param others those whose watchdogs gave up
   * @param operation in which they waited
   * @param last the last line of the awaited process
   */
  public Hang awaiting(Peer peer, List<Peer> others, String operation, Frame last) {
    Wait does = peer.rank() == null ? null : doing(peer.rank());
    List<Frame> lines = new ArrayList<>();
    if (does != null && does.frame() != null) {
      lines.add(does.frame());
    }
    lines.add(last);
    Set<String> host = peer.node() == null ? Set.of() : Set.of(Machine.shorten(peer.node()));
    List<Machine> machines = new ArrayList<>();
    machine.forEach(one -> machines.add(one.awaitedOn(host)));
    machines.sort(Comparator.comparing((Machine of) -> !of.awaited()));
    Waiting rest = new Waiting(WaitKind.COLLECTIVE, operation, null, others);
    return new Hang(
        Finding.MISSING,
        Certainty.LIKELY,
        List.of(peer),
        does,
        List.of(rest),
        group,
        sequence,
        chain,
        lines,
        machines,
        read);
  }

  /** The same stacks, of which those of some ranks are missing. */
  Hang lacking(List<Peer> absent) {
    return new Hang(
        Finding.NO_RECORD,
        Certainty.LIKELY,
        absent,
        null,
        waiting,
        group,
        sequence,
        chain,
        evidence);
  }

  /** Whether it names who is awaited. */
  public boolean isDecided() {
    return !awaited.isEmpty() && certainty != Certainty.UNKNOWN;
  }

  /** The same with what a stack shows of the first awaited process, by its rank. */
  Hang with(Hang stacks) {
    Integer rank = awaited.isEmpty() ? null : awaited.getFirst().rank();
    Wait does = rank == null ? null : stacks.doing(rank);
    if (does == null) {
      return this;
    }
    List<Frame> lines = new ArrayList<>(evidence);
    if (does.frame() != null) {
      lines.addFirst(does.frame());
    }
    boolean both = stacks.isDecided();
    return new Hang(
        finding,
        both ? Certainty.PROVEN : certainty,
        awaited,
        does,
        waiting,
        group,
        sequence,
        chain,
        lines);
  }

  /** What a rank does; null if that is not known. */
  private @Nullable Wait doing(Integer rank) {
    if (awaited.stream().anyMatch(of -> rank.equals(of.rank()))) {
      return state;
    }
    return waiting.stream()
        .filter(of -> of.processes().stream().anyMatch(p -> rank.equals(p.rank())))
        .map(of -> new Wait(of.kind(), of.operation(), of.place()))
        .findFirst()
        .orElse(null);
  }
}
