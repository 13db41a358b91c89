package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.LineSlice;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.matcher.TriggerFilter;
import dev.faultbook.stream.LinePrefix;
import dev.faultbook.stream.LogStreams;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a hang leaves behind from the lines of one log, in order, in one pass and with bounded
 * memory. Not thread-safe.
 */
public final class HangReader {
  /** A line that names all ranks of a large job is long. */
  private static final int MAX_LINE = 16_000;

  private static final int MAX_DUMPS = 8_192;
  private static final int MAX_READERS = 8_192;
  private static final int MAX_MACHINES = 200;
  private static final int MAX_TOOLS = 20;

  /** Most bytes of a file in JSON that are read. */
  private static final int MAX_JSON = 48 * 1024 * 1024;

  /** What follows a key that only these files have. */
  private static final List<String> JSON_KEYS =
      List.of(
          "\"owns_gil\"",
          "\"pg_config\"",
          "\"pg_status\"",
          "\"profiling_name\"",
          JsonReader.COMMUNICATORS);

  /** collect-hang: ncclras is not installed on gpu-a02. */
  private static final String ABSENT = "collect-hang: ";

  private static final String NOT_INSTALLED = " is not installed on ";

  /** Lines of Ray Train and of DeepSpeed's launcher that tell the rank of a process. */
  private static final Pattern OWNER =
      Pattern.compile(
          "pid=(\\d+)\\) world_rank=(\\d{1,6})\\b"
              + "|^process (\\d+) spawned with command: .*--local[_-]rank=(\\d{1,6})\\b");

  /** Words of which the first lines of each format have one. */
  private static final TriggerFilter TRIGGERS =
      new TriggerFilter(
          List.of(
              MachineReader.triggers().toList(),
              LaunchReader.TRIGGERS,
              List.of(
                  "most recent call first",
                  "python v",
                  "(idle)",
                  "(active",
                  "(idle+gil)",
                  "(thread 0x",
                  "(lwp ",
                  "[new lwp ",
                  "[thread debugging ",
                  "fatal python error",
                  "process ",
                  "timeout (",
                  "full thread dump ",
                  " world_rank=",
                  " spawned with command: ",
                  ABSENT,
                  // ncclras
                  "compiled with cuda ",
                  "communicator ranks have ",
                  "missing communicator data",
                  "(unreachable via ",
                  "peer_dead: ",
                  // torchfrtrace
                  "not all ranks joining",
                  "ollective sequence number",
                  " from ranks ")));

  private final Map<Integer, List<LineReader>> readers = new HashMap<>();
  private final List<ProcessDump> dumps = new ArrayList<>();
  private final List<RasState> states = new ArrayList<>();
  private final List<TraceReport.Block> blocks = new ArrayList<>();
  private final List<Seen> machines = new ArrayList<>();
  private final Set<String> tools = new TreeSet<>();
  private final Map<String, Set<String>> absent = new TreeMap<>();
  private final Map<String, Integer> owned = new HashMap<>();
  private final LaunchReader launches = new LaunchReader();
  private final List<String> names;
  private final List<Recording> recordings = new ArrayList<>();
  private int file = -1;
  private @Nullable ByteArrayOutputStream json;
  private long jsonLine;
  private int jsonStream;

  /**
   * @param names the names of the files, empty for those without one
   */
  public HangReader(List<String> names) {
    this.names = List.copyOf(names);
  }

  /** Whether a chunk begins a file in JSON, which is read as a whole. */
  public static boolean beginsJson(Chunk chunk) {
    byte[] bytes = chunk.bytes();
    int at = chunk.from();
    int to = chunk.to();
    while (at < to && bytes[at] <= ' ' && bytes[at] >= 0) {
      at++;
    }
    if (at == to || bytes[at] != '{' && bytes[at] != '[') {
      return false;
    }
    String start = Lines.decodeText(bytes, at, Math.min(to, at + 64 * 1024));
    return JSON_KEYS.stream().anyMatch(start::contains);
  }

  /** Reads the lines of the next chunk. */
  public void acceptChunk(Chunk chunk, LogStreams streams) {
    if (chunk.file() != file) {
      endFile();
      file = chunk.file();
      if (beginsJson(chunk)) {
        json = new ByteArrayOutputStream();
        jsonLine = chunk.firstLine();
        jsonStream = streams.streamOf(jsonLine);
      }
    }
    if (json != null) {
      int length = Math.min(chunk.to() - chunk.from(), MAX_JSON - json.size());
      json.write(chunk.bytes(), chunk.from(), length);
      return;
    }
    ChunkLines lines = streams.lines();
    byte[] bytes = chunk.bytes();
    for (int i = lines.first(); i < lines.count(); i++) {
      if (readers.isEmpty() && !lines.isNeeded(i, Need.STACKS)) {
        continue;
      }
      int stream = streams.streamOf(lines.number(i));
      List<LineReader> of = readers.isEmpty() ? null : readers.get(stream);
      int from = lines.from(i);
      int end = Math.min(lines.to(i), from + MAX_LINE);
      boolean triggered =
          lines.isNeeded(i, Need.STACKS) && from < end && TRIGGERS.scan(bytes, from, end) != 0;
      if (triggered || of != null && !areIdle(of)) {
        readLine(new LineSlice(bytes, from, end, lines.number(i)), chunk.from(), stream);
      }
    }
  }

  /** The words of which every line that begins a stack holds one. */
  public static TriggerFilter triggers() {
    return TRIGGERS;
  }

  private void readLine(LineSlice line, int first, int stream) {
    if (!readers.containsKey(stream) && readers.size() >= MAX_READERS) {
      return;
    }
    List<LineReader> of =
        readers.computeIfAbsent(
            stream,
            s ->
                List.of(
                    new StackReader(s, file, this::addDump),
                    new RasReader(s, states::add),
                    new TraceReport(s, file, blocks),
                    new MachineReader(s, this::addMachine, tools::add)));
    String message = messageOf(line);
    if (launches.acceptLine(stream, file, line.number(), message)) {
      return;
    }
    Matcher owner = OWNER.matcher(message);
    if (owner.find() && owned.size() < MAX_DUMPS) {
      boolean ray = owner.group(1) != null;
      owned.put(owner.group(ray ? 1 : 3), Integer.valueOf(owner.group(ray ? 2 : 4)));
      return;
    }
    int words = message.startsWith(ABSENT) ? message.indexOf(NOT_INSTALLED) : -1;
    if (words > 0 && absent.size() < MAX_TOOLS) {
      absent
          .computeIfAbsent(message.substring(ABSENT.length(), words), tool -> new TreeSet<>())
          .add(message.substring(words + NOT_INSTALLED.length()).strip());
      return;
    }
    LineSlice before = areIdle(of) ? line.previous(first) : null;
    String heading = before == null ? "" : messageOf(before).strip();
    for (LineReader reader : of) {
      if (reader.isIdle()) {
        reader.noteHeading(heading);
      }
      reader.acceptLine(line.number(), message);
    }
  }

  private static boolean areIdle(List<LineReader> readers) {
    return readers.stream().allMatch(LineReader::isIdle);
  }

  /** The line behind its prefix. */
  private static String messageOf(LineSlice line) {
    int to = Math.min(line.textEnd(), line.from() + MAX_LINE);
    UnwrappedLine plain = UnwrappedLine.of(line.bytes(), line.from(), to);
    String text = Lines.decodeText(plain.bytes(), plain.from(), plain.to());
    // Process 17173: python train.py; what looks like a prefix of others tells something
    boolean whole =
        text.startsWith("Process ") || text.contains("| Coll ") || text.contains(" world_rank=");
    return whole ? text : text.substring(LinePrefix.of(text).messageStart());
  }

  /** Something wrong with a machine, and the index of its file. */
  private record Seen(Machine machine, int file) {}

  private void addMachine(Machine machine) {
    if (machines.size() < MAX_DUMPS) {
      machines.add(new Seen(machine, file));
    }
  }

  private void addDump(ProcessDump dump) {
    if (dumps.size() < MAX_DUMPS) {
      dumps.add(dump);
    }
  }

  private void endFile() {
    if (json != null) {
      JsonReader.Content content =
          new JsonReader(json.toByteArray(), jsonStream, file, jsonLine).read();
      content.stacks().forEach(this::addDump);
      states.addAll(content.states());
      if (recordings.size() < MAX_DUMPS) {
        recordings.addAll(content.recordings());
      }
      json = null;
    }
    readers.values().forEach(of -> of.forEach(LineReader::finish));
    readers.clear();
  }

  /** Ends the log; null if it shows nothing of a hang. */
  public @Nullable Hang finish(Owners owners) {
    endFile();
    Writers writers = new Writers(names, owners, owned);
    Map<Integer, Recording> byRank = rank(recordings, writers);
    Hang hang = judge(byRank, writers);
    if (hang == null && machines.isEmpty()) {
      return null;
    }
    Hang known = hang == null ? Hang.undecided(Hang.Finding.MACHINE) : hang;
    Hang.Read read =
        new Hang.Read(
            dumps.size(),
            byRank.size(),
            !blocks.isEmpty(),
            !states.isEmpty() || launches.hasRead(),
            List.copyOf(tools),
            absent);
    return known.with(machinesOf(known, byRank, writers), read);
  }

  private static Map<Integer, Recording> rank(List<Recording> recordings, Writers writers) {
    Map<Integer, Recording> byRank = new TreeMap<>();
    for (Recording one : recordings) {
      Integer rank = one.rank != null ? one.rank : writers.rankOf(one.stream, one.file);
      if (rank != null) {
        byRank.put(rank, one);
      }
    }
    return byRank;
  }

  /** What is wrong with machines, each thing once, those of awaited processes first. */
  private List<Machine> machinesOf(Hang hang, Map<Integer, Recording> byRank, Writers writers) {
    Set<String> awaited = new HashSet<>();
    for (Hang.Peer peer : hang.awaited()) {
      addHost(awaited, peer.node());
      Recording record = peer.rank() == null ? null : byRank.get(peer.rank());
      addHost(awaited, record == null ? null : writers.nodeOf(record.stream, record.file));
      for (ProcessDump dump : dumps) {
        if (peer.rank() != null && peer.rank().equals(writers.rankOf(dump))) {
          addHost(awaited, writers.nodeOf(dump.stream(), dump.file()));
        }
      }
    }
    List<Machine> all = new ArrayList<>();
    for (Seen seen : machines) {
      Machine one =
          seen.machine()
              .on(writers.nodeOf(seen.machine().line().stream(), seen.file()))
              .awaitedOn(awaited);
      int like = 0;
      while (like < all.size() && !all.get(like).isLike(one)) {
        like++;
      }
      if (like < all.size()) {
        all.set(like, all.get(like).and(one));
      } else if (all.size() < MAX_MACHINES) {
        all.add(one);
      }
    }
    all.sort(Comparator.comparing((Machine of) -> !of.awaited()));
    return all;
  }

  private static void addHost(Set<String> hosts, @Nullable String host) {
    if (host != null) {
      hosts.add(Machine.shorten(host));
    }
  }

  private @Nullable Hang judge(Map<Integer, Recording> byRank, Writers writers) {
    Hang stacks = dumps.isEmpty() ? null : new StackJudge(writers).judge(dumps);
    // What counts most first; stacks tell what an awaited rank does.
    List<Hang> found = new ArrayList<>();
    if (!byRank.isEmpty()) {
      found.add(new RecordJudge(byRank, writers).judge());
    }
    Hang report = TraceReport.judge(blocks, writers);
    if (report != null) {
      found.add(report);
    }
    if (!states.isEmpty()) {
      found.add(new RasJudge(states, ranksOfProcesses(writers)).judge());
    }
    Map<Integer, Recording> launched = rank(launches.finish(), writers);
    Hang behind = launched.size() < 2 ? null : new RecordJudge(launched, writers).judge();
    if (behind != null && behind.isDecided()) {
      found.add(behind);
    }
    Hang decided = found.stream().filter(Hang::isDecided).findFirst().orElse(null);
    if (decided != null || stacks == null || !stacks.isDecided() && !found.isEmpty()) {
      Hang best = decided != null || found.isEmpty() ? decided : found.getFirst();
      return best == null || stacks == null ? best : best.with(stacks);
    }
    return stacks;
  }

  /** The ranks of processes whose stacks are known, by their ids. */
  private Map<String, Integer> ranksOfProcesses(Writers writers) {
    Map<String, Integer> ranks = new HashMap<>(owned);
    Set<String> twice = new HashSet<>();
    for (ProcessDump dump : dumps) {
      Integer rank = dump.pid().isEmpty() ? null : writers.rankOf(dump);
      Integer other = rank == null ? null : ranks.put(dump.pid(), rank);
      if (other != null && !other.equals(rank)) {
        twice.add(dump.pid());
      }
    }
    ranks.keySet().removeAll(twice);
    return ranks;
  }

  /** To whom the streams of a log belong. */
  public interface Owners {
    /** The rank of a stream, or null. */
    @Nullable Integer rankOf(int stream);

    /** The host of a stream, or null. */
    @Nullable String nodeOf(int stream);

    /**
     * The rank of a process that other lines name, or null.
     *
     * @param node its host; null if unknown
     */
    @Nullable Integer rankOfProcess(@Nullable String node, String pid);
  }
}
