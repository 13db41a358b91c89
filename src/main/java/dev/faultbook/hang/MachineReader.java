package dev.faultbook.hang;

import dev.faultbook.log.TextParts;
import dev.faultbook.log.WordLists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what tools print about a machine, by the rows of {@code machine.txt}: {@code nvidia-smi
 * -q}, {@code nvlink -e} and {@code topo -m}, {@code ibstat}, {@code perfquery}, {@code mlxlink},
 * {@code ethtool -S}, {@code rdma statistic}, {@code scontrol show node}, {@code sinfo -R} and
 * {@code dcgmi diag}. All of them print keys and values; they differ in what stands between.
 */
final class MachineReader implements LineReader {
  private static final WordLists LISTS = new WordLists(MachineReader.class, "machine.txt");
  private static final List<Begin> BEGINS = LISTS.phrases("begin").stream().map(Begin::of).toList();
  private static final Map<String, List<Row>> ROWS = readRows();

  /** Lines without a key before the output counts as ended. */
  private static final int MAX_FOREIGN = 30;

  /** Longer lines are no keys and values, except where all counters stand in one. */
  private static final int MAX_TEXT = 200;

  /** Lines of an output: nvidia-smi -q prints some 250 for a GPU, and its processes. */
  private static final int MAX_LINES = 800;

  private final int stream;
  private final Consumer<Machine> found;
  private final Consumer<String> tools;
  private String tool = "";
  private String section = "";
  private String device = "";
  private @Nullable String node;
  private final Map<String, String> values = new HashMap<>();
  private int columns;

  /** GPUs of {@code nvidia-smi topo -m} without NVLink, and whether others have one. */
  private final List<Machine> unlinked = new ArrayList<>();

  private boolean linked;
  private int foreign = MAX_FOREIGN;
  private int left;

  /**
   * @param found receives each thing that is wrong, with the node that the output names itself
   * @param tools receives the tool of each output
   */
  MachineReader(int stream, Consumer<Machine> found, Consumer<String> tools) {
    this.stream = stream;
    this.found = found;
    this.tools = tools;
  }

  private record Begin(String tool, String words, boolean start) {
    static Begin of(String line) {
      int bar = line.indexOf(" | ");
      String words = line.substring(bar + 3);
      boolean start = words.startsWith("^");
      return new Begin(line.substring(0, bar), start ? words.substring(1) : words, start);
    }

    boolean matches(String s) {
      return start ? s.startsWith(words) : s.contains(words);
    }
  }

  private record Row(String section, String key, String value, String what, String entry) {
    boolean matches(String in, String name, String said, Map<String, String> others) {
      return (section.isEmpty() || section.equals(in))
          && (key.endsWith("*")
              ? name.startsWith(key.substring(0, key.length() - 1))
              : name.equals(key))
          && holds(said, others);
    }

    private boolean holds(String said, Map<String, String> others) {
      String of = value.substring(1);
      return switch (value.charAt(0)) {
        case '*' -> true;
        case '>' -> numberOf(said) > 0;
        case '<' -> numberOf(said) > 0 && numberOf(said) < numberOf(others.getOrDefault(of, ""));
        case '!' -> !said.equals(of) && !said.startsWith("N/A");
        case '~' -> TextParts.splitAt(of, ',').stream().anyMatch(said::contains);
        default -> TextParts.splitAt(value, ',').contains(said);
      };
    }
  }

  private static Map<String, List<Row>> readRows() {
    Map<String, List<Row>> rows = new HashMap<>();
    for (String line : LISTS.phrases("rows")) {
      List<String> cells = TextParts.splitAt(line, '|').stream().map(String::strip).toList();
      rows.computeIfAbsent(cells.get(0), t -> new ArrayList<>())
          .add(new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5)));
    }
    return rows;
  }

  /** Words of which the first line of each output has one, in lower case. */
  static Stream<String> triggers() {
    return BEGINS.stream().map(begin -> begin.words().toLowerCase(Locale.ROOT));
  }

  /** The first digits of a value as a number; 0 if it begins otherwise. */
  private static long numberOf(String value) {
    int end = 0;
    while (end < value.length() && value.charAt(end) >= '0' && value.charAt(end) <= '9') {
      end++;
    }
    return end == 0 || end > 18 ? 0 : Long.parseLong(value.substring(0, end));
  }

  @Override
  public boolean isIdle() {
    return foreign >= MAX_FOREIGN;
  }

  @Override
  public void noteHeading(String text) {
    // CA 'mlx5_0' stands above the first key of ibstat.
    section = text.length() <= MAX_TEXT ? text : "";
  }

  @Override
  public void acceptLine(long line, String text) {
    String s = text.strip();
    if (s.isEmpty()) {
      return;
    }
    Begin begun =
        s.length() > MAX_TEXT && !s.startsWith("link ")
            ? null
            : BEGINS.stream().filter(begin -> begin.matches(s)).findFirst().orElse(null);
    if (begun != null) {
      begin(begun.tool(), s);
      foreign = 0;
      left = MAX_LINES;
    }
    if (isIdle() || left-- == 0) {
      finish();
      return;
    }
    boolean read =
        switch (tool) {
          case "rdma" -> readPairs(line, s, ' ');
          case "node" -> readPairs(line, s, '=');
          case "sinfo" -> readColumns(line, s);
          case "topo" -> readLinks(line, s);
          case "table" -> readCells(line, s);
          default -> s.length() <= MAX_TEXT && readKey(line, s);
        };
    foreign = read ? 0 : foreign + 1;
  }

  private void begin(String of, String s) {
    String above = section;
    if (!of.equals(tool) || !of.equals("smi")) {
      finish();
    }
    tool = of;
    tools.accept(of);
    section = "";
    values.clear();
    // GPU 00000000:B7:00.0, GPU 3: NVIDIA H100 80GB HBM3 (UUID: …), link mlx5_0/1 …
    int end = s.indexOf(tool.equals("nvlink") ? ':' : ' ', 5);
    device =
        switch (tool) {
          case "smi" -> s.startsWith("GPU ") ? s : "";
          case "nvlink" -> end < 0 ? s : s.substring(0, end);
          case "ibstat" -> above.replace("CA ", "").replace("'", "");
          case "rdma" -> s.startsWith("link ") && end > 0 ? s.substring(5, end) : "";
          case "perfquery" -> s.substring(s.indexOf(": ") + 2);
          default -> "";
        };
    columns = tool.equals("sinfo") ? s.indexOf("USER") : 0;
  }

  /** {@code Pending : Yes}, {@code State: Down}, {@code LinkDownedCounter:......3}. */
  private boolean readKey(long line, String s) {
    String plain = tool.equals("dcgm") ? s.replace("\"", "").replace(",", "") : s;
    int colon = plain.lastIndexOf(':');
    int spaced = plain.lastIndexOf(" : ");
    colon = spaced >= 0 ? spaced + 1 : colon;
    String value = colon < 0 ? "" : plain.substring(colon + 1).strip();
    int dots = 0;
    while (dots < value.length() && value.charAt(dots) == '.') {
      dots++;
    }
    value = value.substring(dots);
    if (value.isEmpty()) {
      section = colon < 0 ? plain : plain.substring(0, colon).strip();
      values.clear();
      return false;
    }
    String key = plain.substring(0, colon).strip();
    int part = key.lastIndexOf(": ");
    // Link 3: Replay Errors: 5
    String at = part >= 0 ? key.substring(0, part) : tool.equals("ibstat") ? section : "";
    if (tool.equals("dcgm") && (key.startsWith("gpu_id") || key.equals("entity_id"))) {
      device = "GPU " + value;
    }
    accept(line, at, part < 0 ? key : key.substring(part + 2), value);
    return true;
  }

  /** Counters in one line, and fields of a node. */
  private boolean readPairs(long line, String s, char between) {
    if (between == '=' && s.startsWith("Reason=")) {
      accept(line, "", "Reason", s.substring(7));
      return true;
    }
    List<String> words = TextParts.splitAt(s, ' ');
    boolean read = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      if (between == '=' && equals > 0) {
        String value = word.substring(equals + 1);
        if (word.startsWith("NodeName=")) {
          node = value;
        }
        accept(line, "", word.substring(0, equals), value);
        read = true;
      } else if (between == ' ' && i + 1 < words.size() && numberOf(words.get(i + 1)) > 0) {
        accept(line, "", word, words.get(i + 1));
        read = true;
      }
    }
    return read;
  }

  /** {@code Kill task failed root 2026-11-28T04:10:11 node7}. */
  private boolean readColumns(long line, String s) {
    if (s.startsWith("REASON ")) {
      return true;
    }
    int last = s.lastIndexOf(' ');
    String time = last < 0 ? "" : s.substring(0, last).strip();
    time = time.substring(time.lastIndexOf(' ') + 1);
    boolean timed = time.equals("Unknown") || numberOf(time) > 1970 && time.indexOf('T') == 10;
    if (!timed || columns <= 0) {
      return false;
    }
    node = s.substring(last + 1);
    accept(line, "", "NODELIST", s.substring(0, Math.min(columns, last)).strip());
    return true;
  }

  /** {@code | PCIe | Fail - GPU: 2 |}. */
  private boolean readCells(long line, String s) {
    List<String> cells = TextParts.splitAt(s, '|').stream().map(String::strip).toList();
    if (cells.size() == 4) {
      accept(line, "", cells.get(1), cells.get(2));
    }
    return cells.size() == 4 || s.startsWith("+");
  }

  /** {@code GPU3 SYS SYS SYS X PXB 0-55 0 N/A}: how a GPU is linked to each other one. */
  private boolean readLinks(long line, String s) {
    boolean known = s.startsWith("GPU") || s.startsWith("NIC") || s.startsWith("CPU Affinity");
    if (!s.startsWith("GPU") || s.contains("CPU Affinity")) {
      return known;
    }
    List<String> words =
        TextParts.splitAt(s.replace('\t', ' '), ' ').stream().filter(w -> !w.isEmpty()).toList();
    if (words.stream().anyMatch(word -> word.startsWith("NV"))) {
      linked = true;
    } else if (words.contains("X")) {
      Frame frame = Frame.ofLine(stream, line, String.join(" ", words));
      unlinked.add(
          new Machine("no_nvlink", "", node, words.getFirst(), frame.text(), frame, false));
    }
    return true;
  }

  private void accept(long line, String at, String key, String value) {
    values.put(key, value);
    for (Row row : ROWS.getOrDefault(tool, List.of())) {
      if (row.matches(section, key, value, values)) {
        String where = at.isEmpty() ? device : (device + " " + at).strip();
        String said = key.equals("NODELIST") ? value : key + ": " + value;
        Frame frame = Frame.ofLine(stream, line, said);
        found.accept(new Machine(row.what(), row.entry(), node, where, said, frame, false));
        return;
      }
    }
  }

  @Override
  public void finish() {
    if (linked) {
      unlinked.forEach(found);
    }
    linked = false;
    unlinked.clear();
    tool = "";
    section = "";
    device = "";
    node = null;
    values.clear();
    foreign = MAX_FOREIGN;
  }
}
