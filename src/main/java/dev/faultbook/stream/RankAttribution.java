package dev.faultbook.stream;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.log.LogSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Attributes each stream of a log to a rank and a node. */
final class RankAttribution {
  /** Most GPUs in a machine, for ranks that are inferred from GPU numbers. */
  private static final int MAX_DEVICES = 8;

  /** {@code 0000:1b:00.0}, also without the domain or the function. */
  private static final Pattern PCI =
      Pattern.compile(
          "(?i)(?:([0-9a-f]{1,8}):)?([0-9a-f]{1,4}):([0-9a-f]{1,4})(?:\\.([0-9a-f]{1,4}))?");

  private final List<LogStream> streams;
  private final List<FileFacts> files = new ArrayList<>();
  private final Map<String, RankProcess> processes = new TreeMap<>();

  /** Ranks by node and GPU: {@code node7/3} and {@code node7/bus 1b000}. */
  private final Map<String, Integer> byGpu = new HashMap<>();

  private final Map<Integer, String> nodeOfRank = new HashMap<>();
  private final Set<String> nodes = new TreeSet<>();

  /** Whether the files name more than one node. */
  private final boolean several;

  private final Integer[] ranks;
  private final String[] hosts;
  private int largest;

  /** What NCCL states about a process. */
  private record RankProcess(
      String name, String node, int rank, int ranks, int device, @Nullable String bus) {}

  /** What the lines of a file state together. */
  private static final class FileFacts {
    final FileRank name;
    final String path;
    long lines;
    long looseRanks;
    long looseNodes;
    final Set<Integer> stated = new HashSet<>();
    final Set<String> nodes = new TreeSet<>();

    /** The ranks of the processes that write to it, as NCCL describes them. */
    final Set<Integer> processes = new HashSet<>();

    @Nullable String node;

    FileFacts(FileRank name, String path) {
      this.name = name;
      this.path = path;
    }

    boolean takesRank(LogStream stream) {
      return stream.writer().rank() != null
          && (!stream.writer().loose() || !labelsRank(stream) || looseRanks * 2 >= lines);
    }

    boolean takesNode(LogStream stream) {
      return stream.writer().node() != null
          && (!stream.writer().loose() || labelsRank(stream) || looseNodes * 2 >= lines);
    }
  }

  /**
   * Whether a label that also occurs in ordinary text denotes a rank: {@code 3:}, but not {@code
   * node7:}.
   */
  private static boolean labelsRank(LogStream stream) {
    return stream.writer().rank() != null
        && (stream.writer().node() == null || stream.writer().process() != null);
  }

  RankAttribution(StreamEvidence log) {
    streams = log.streams();
    ranks = new Integer[streams.size()];
    hosts = new String[streams.size()];
    List<String> paths = log.sources().stream().map(LogSource::name).toList();
    List<FileRank> fileRanks = FileRank.fromNames(paths);
    for (int i = 0; i < paths.size(); i++) {
      files.add(new FileFacts(fileRanks.get(i), paths.get(i)));
    }
    profileFiles();
    collectProcesses(log);
    NodeNames names = new NodeNames(nodes);
    for (FileFacts file : files) {
      file.node = nodeOfFile(file, names);
    }
    several = files.stream().map(f -> f.node).filter(Objects::nonNull).distinct().count() > 1;
    for (LogStream stream : streams) {
      String host = hostOf(stream);
      ranks[stream.id()] = attributeRank(stream, host);
      hosts[stream.id()] = host;
    }
    inferDevices();
    fillNodes();
  }

  /** The rank of a stream, or null. */
  Integer rankOf(int stream) {
    return ranks[stream];
  }

  /** The node of a stream, or null. */
  String nodeOf(int stream) {
    return hosts[stream];
  }

  /** The rank of a process with a number on a node, or null. */
  @Nullable Integer rankOfProcess(String node, String pid) {
    RankProcess known = processes.get(node + ":" + pid);
    return known == null ? null : known.rank();
  }

  /** The rank that uses the device with a number on a node, or null. */
  @Nullable Integer rankOfDevice(String node, String device) {
    return byGpu.get(node + "/" + device);
  }

  /** The rank that uses the GPU at a PCI address, such as {@code 0000:1b:00.0}, or null. */
  @Nullable Integer rankOfGpu(String node, String pci) {
    String bus = busId(pci);
    return bus == null ? null : byGpu.get(node + "/bus " + bus);
  }

  /** The number of ranks of the largest communicator; 0 if none is stated. */
  int largestGroup() {
    return largest;
  }

  private void profileFiles() {
    for (LogStream stream : streams) {
      FileFacts file = files.get(stream.file());
      long lines = stream.extent().lines();
      boolean labelsRank = labelsRank(stream);
      file.lines += lines;
      file.looseRanks += stream.writer().loose() && labelsRank ? lines : 0;
      file.looseNodes += stream.writer().loose() && !labelsRank ? lines : 0;
    }
    for (LogStream stream : streams) {
      FileFacts file = files.get(stream.file());
      if (file.takesRank(stream)) {
        file.stated.add(stream.writer().rank());
      }
      if (file.takesNode(stream)) {
        file.nodes.add(stream.writer().node());
        nodes.add(stream.writer().node());
      }
    }
  }

  private void collectProcesses(StreamEvidence log) {
    for (FactReading reading : log.facts()) {
      if (reading.fact().equals("log.init") && reading.line().place() != null) {
        learnProcess(reading.line());
      }
    }
    if (isContested()) {
      processes.clear();
    }
    for (LogStream stream : streams) {
      RankProcess known = processOf(stream, null);
      if (known != null) {
        files.get(stream.file()).processes.add(known.rank());
      }
    }
    for (RankProcess process : processes.values()) {
      byGpu.put(process.node() + "/" + process.device(), process.rank());
      nodeOfRank.put(process.rank(), process.node());
      if (process.bus() != null) {
        byGpu.put(process.node() + "/bus " + process.bus(), process.rank());
      }
    }
  }

  /**
   * Stores what NCCL states about a process when it creates a communicator; the largest
   * communicator wins.
   */
  private void learnProcess(MatchedLine line) {
    LinePrefix.Writer writer = streams.get(line.place().origin()).writer();
    if (writer.process() == null || writer.node() == null) {
      return;
    }
    RankProcess now =
        new RankProcess(
            writer.process(),
            writer.node(),
            (int) line.numberOf("rank"),
            (int) line.numberOf("nranks"),
            (int) line.numberOf("device"),
            line.captures().get("bus"));
    processes.merge(now.name(), now, (a, b) -> b.ranks() > a.ranks() ? b : a);
    largest = Math.max(largest, now.ranks());
  }

  /** Whether two processes in different places claim one rank: the log then holds several jobs. */
  private boolean isContested() {
    Map<Integer, RankProcess> holder = new HashMap<>();
    for (RankProcess process : processes.values()) {
      RankProcess other = holder.putIfAbsent(process.rank(), process);
      // Another process number in the same place is the same rank after a restart.
      if (other != null
          && !(other.node().equals(process.node()) && other.device() == process.device())) {
        return true;
      }
    }
    return false;
  }

  /** NCCL's form of a PCI address: domain, bus, device and function as one hexadecimal number. */
  private static @Nullable String busId(String pci) {
    Matcher parts = PCI.matcher(pci);
    if (!parts.matches()) {
      return null;
    }
    long value =
        hex(parts.group(1)) << 20
            | hex(parts.group(2)) << 12
            | hex(parts.group(3)) << 4
            | hex(parts.group(4));
    return Long.toHexString(value);
  }

  private static long hex(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits, 16);
  }

  /**
   * The only node that the lines of a file name; otherwise the one that its file name states; or
   * null.
   */
  private static @Nullable String nodeOfFile(FileFacts file, NodeNames names) {
    if (!file.nodes.isEmpty()) {
      return file.nodes.size() == 1 ? file.nodes.iterator().next() : null;
    }
    String known = names.longestIn(file.path);
    if (known != null) {
      return known;
    }
    boolean rank =
        file.name.either()
            && (file.stated.isEmpty() || file.stated.equals(Set.of(file.name.rank())));
    return rank ? null : file.name.node();
  }

  private @Nullable String hostOf(LogStream stream) {
    FileFacts file = files.get(stream.file());
    return file.takesNode(stream) ? stream.writer().node() : file.node;
  }

  /** Decides by the closest evidence: the line's label, its process, the file, the device. */
  private @Nullable Integer attributeRank(LogStream stream, @Nullable String host) {
    FileFacts file = files.get(stream.file());
    if (file.takesRank(stream)) {
      return stream.writer().rank();
    }
    RankProcess known = processOf(stream, host);
    if (known != null) {
      return known.rank();
    }
    if (file.name.rank() != null && file.stated.size() <= 1) {
      return file.stated.isEmpty() ? file.name.rank() : file.stated.iterator().next();
    }
    Integer local = stream.writer().local() != null ? stream.writer().local() : file.name.local();
    if (local != null) {
      return rankOfLocal(local, host);
    }
    Set<Integer> only = file.stated.size() == 1 ? file.stated : file.processes;
    return only.size() == 1 ? only.iterator().next() : null;
  }

  /** The process that a stream names, if NCCL described it; otherwise null. */
  private @Nullable RankProcess processOf(LogStream stream, @Nullable String host) {
    String process = stream.writer().process();
    RankProcess known = process == null ? null : processes.get(process);
    return known == null && host != null ? processes.get(host + ":" + process) : known;
  }

  /**
   * A local rank is the rank if there is one node; otherwise the rank that uses the device with
   * that number.
   */
  private @Nullable Integer rankOfLocal(Integer local, @Nullable String host) {
    Integer known = host == null ? null : byGpu.get(host + "/" + local);
    return known != null || nodes.size() > 1 || several ? known : local;
  }

  /**
   * Infers ranks from GPU numbers. NCCL describes processes only from level INFO on; its warnings
   * name host, process and GPU. If the ranks of a host are consecutive and each of its processes
   * has its own GPU, as launchers place them, the number of the GPU determines the rank.
   */
  private void inferDevices() {
    if (!processes.isEmpty()) {
      return;
    }
    Map<String, SortedSet<Integer>> ranksOf = ranksOfHosts();
    Set<String> shared = hostsOfSharedDevices();
    for (LogStream stream : streams) {
      String host = hosts[stream.id()];
      Integer device = stream.writer().device();
      SortedSet<Integer> ofHost = host == null ? null : ranksOf.get(host);
      if (ranks[stream.id()] == null
          && ofHost != null
          && device != null
          && device < ofHost.size()
          && isOneMachine(ofHost)
          && !shared.contains(host)) {
        ranks[stream.id()] = ofHost.first() + device;
      }
    }
  }

  /** The ranks of each host; streams without a host belong to the only one. */
  private Map<String, SortedSet<Integer>> ranksOfHosts() {
    Set<String> named = new HashSet<>(Arrays.asList(hosts));
    named.remove(null);
    String only = named.size() == 1 ? named.iterator().next() : "";
    Map<String, SortedSet<Integer>> ranksOf = new TreeMap<>();
    for (LogStream stream : streams) {
      String host = hosts[stream.id()];
      Integer rank = ranks[stream.id()];
      if (rank != null) {
        ranksOf.computeIfAbsent(host == null ? only : host, h -> new TreeSet<>()).add(rank);
      }
    }
    return ranksOf;
  }

  /** Hosts on which several processes name the same GPU. */
  private Set<String> hostsOfSharedDevices() {
    Map<String, String> processOf = new HashMap<>();
    Set<String> shared = new HashSet<>();
    for (LogStream stream : streams) {
      String host = hosts[stream.id()];
      String process = stream.writer().process();
      Integer device = stream.writer().device();
      if (host != null && process != null && device != null) {
        String other = processOf.putIfAbsent(host + "/" + device, process);
        if (other != null && !other.equals(process)) {
          shared.add(host);
        }
      }
    }
    return shared;
  }

  /** Whether ranks are consecutive and at most as many as a machine has GPUs. */
  private static boolean isOneMachine(SortedSet<Integer> of) {
    boolean inARow = of.last() - of.first() == of.size() - 1;
    return inARow && of.size() > 1 && of.size() <= MAX_DEVICES;
  }

  /** Gives streams that name only a rank the node of other streams of that rank. */
  private void fillNodes() {
    for (LogStream stream : streams) {
      Integer rank = ranks[stream.id()];
      if (rank != null && hosts[stream.id()] != null) {
        nodeOfRank.putIfAbsent(rank, hosts[stream.id()]);
      }
    }
    for (LogStream stream : streams) {
      Integer rank = ranks[stream.id()];
      if (rank != null && hosts[stream.id()] == null) {
        hosts[stream.id()] = nodeOfRank.get(rank);
      }
    }
  }
}
