package dev.faultbook.content;

import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.FactRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads and validates a content folder. The entry point of the package. */
public final class ContentReader {
  /** Beginning of the message about an entry that has too few example logs. */
  public static final String FEW_LOGS =
      "An entry needs at least two logs/NAME.log and two logs/NAME.not.log; found ";

  /** Beginning of the message about a gap of a draft. */
  public static final String GAP_LEFT = "A gap of the draft is left: write what ";

  /** Facts that are never read from a line but derived from others. */
  private static final Set<String> DERIVED =
      Set.of("compute_capability", "cuda", "driver_cuda", "last_checkpoint", "torch_variant");

  private static final Pattern ID = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");

  private final ContentErrors faults;
  private final Set<String> ids = new TreeSet<>();
  private final Set<String> codes = new HashSet<>();
  private final Map<String, CaptureType> facts = new HashMap<>();
  private final Map<String, CaptureType> factTypes = new HashMap<>();
  private final DifferentialTestReader apart;
  private final EntryReader.Others others;

  private ContentReader(ContentErrors faults) {
    this.faults = faults;
    this.apart = new DifferentialTestReader(ids, facts);
    this.others = new EntryReader.Others(ids, codes, facts, apart);
  }

  /**
   * Reads entries and fact rules of a folder.
   *
   * @param faults receives the errors in its files, which are never thrown
   * @return the readable part; entries with errors are left out
   */
  public static Content readContent(ContentFiles files, ContentErrors faults) {
    return new ContentReader(faults).readAll(files);
  }

  /**
   * The result of reading one entry.
   *
   * @param entry the readable part; empty if its {@code entry.yaml} is missing or no YAML
   * @param faults all errors, sorted by file and line
   */
  public record EntryResult(Optional<Entry> entry, List<ContentError> faults) {
    public EntryResult {
      faults = List.copyOf(faults);
    }
  }

  /**
   * Reads one entry as a part of content that was read before, as if its folder stood among the
   * others; it replaces the entry with the same id.
   *
   * @param folder the files of the entry, by path within its folder
   * @param others the content that the entry may refer to
   */
  public static EntryResult readEntry(String id, Map<String, byte[]> folder, Content others) {
    return new ContentReader(new ContentErrors()).readAmong(id, new TreeMap<>(folder), others);
  }

  private EntryResult readAmong(String id, Map<String, byte[]> folder, Content others) {
    List<Entry> entries = new ArrayList<>(startAmong(Set.of(id), others));
    Optional<Entry> entry = readEntry(id, folder);
    entry.ifPresent(entries::add);
    checkVariables(entries);
    return new EntryResult(entry, faults.sortedErrors());
  }

  /**
   * Prepares for entries that stand among others.
   *
   * @param own the ids of the entries
   * @return the others without those that the entries replace
   */
  private List<Entry> startAmong(Set<String> own, Content others) {
    List<Entry> rest =
        others.entries().stream().filter(entry -> !own.contains(entry.id())).toList();
    rest.forEach(entry -> ids.add(entry.id()));
    ids.addAll(own);
    rest.forEach(entry -> entry.code().ifPresent(codes::add));
    factTypes.putAll(others.factTypes());
    addFacts(others.factRules());
    return rest;
  }

  private void checkVariables(List<Entry> entries) {
    Map<String, Map<String, CaptureType>> captures = new TreeMap<>();
    entries.forEach(entry -> captures.put(entry.id(), entry.captureTypes()));
    apart.checkVariables(captures);
  }

  /**
   * Reads a layer, a folder of entries that stands above other content: it adds entries, replaces
   * those with the same id, and takes away those of which it says {@code withdrawn: true}.
   *
   * @param faults receives the errors in its files, which are never thrown
   * @return the sum; entries with errors are left out
   */
  public static Content readLayer(ContentFiles layer, Content below, ContentErrors faults) {
    return new ContentReader(faults).readAbove(layer, below);
  }

  private Content readAbove(ContentFiles layer, Content below) {
    layer.files().keySet().stream()
        .filter(path -> !path.startsWith("entries/"))
        .forEach(path -> faults.add(path, 0, "A layer holds entries only"));
    Set<String> own = new TreeSet<>(layer.entryIds());
    List<Entry> entries = new ArrayList<>(startAmong(own, below));
    for (String id : Set.copyOf(own)) {
      if (isWithdrawn(id, layer.filesOf(id).get(EntryReader.YAML))) {
        own.remove(id);
        ids.remove(id);
        if (below.entries().stream().noneMatch(entry -> entry.id().equals(id))) {
          faults.add(EntryReader.pathOf(id) + EntryReader.YAML, 0, "There is no entry to withdraw");
        }
      }
    }
    for (String id : own) {
      readEntry(id, layer.filesOf(id)).ifPresent(entries::add);
    }
    checkVariables(entries);
    entries.sort(Comparator.comparing(Entry::id));
    return below.withEntries(entries).withLayer(layer.name(), own);
  }

  /** Whether an entry's file says nothing but {@code withdrawn: true}. */
  private static boolean isWithdrawn(String id, byte @Nullable [] yaml) {
    ContentErrors unread = new ContentErrors();
    String file = EntryReader.pathOf(id) + EntryReader.YAML;
    return yaml != null
        && YamlMap.parse(file, yaml, unread)
            .map(root -> new YamlMap(file, root, unread))
            .filter(map -> map.fields().keySet().equals(Set.of("withdrawn")))
            .map(map -> map.readText("withdrawn").equals("true"))
            .orElse(false);
  }

  private void addFacts(List<FactRule> rules) {
    Stream.concat(DERIVED.stream(), rules.stream().map(FactRule::fact))
        .filter(fact -> !fact.endsWith("*") && !fact.startsWith("log.") && !fact.equals("sections"))
        .forEach(fact -> facts.put(fact, factTypes.getOrDefault(fact, CaptureType.TEXT)));
  }

  /** Whether a text can be the id of an entry, which is the name of its folder. */
  public static boolean isId(String text) {
    return ID.matches(text);
  }

  private Content readAll(ContentFiles files) {
    ids.addAll(files.entryIds());
    List<FactRule> rules = readFactRules(files);
    addFacts(rules);
    List<Entry> entries = new ArrayList<>();
    for (String id : ids) {
      readEntry(id, files.filesOf(id)).ifPresent(entries::add);
    }
    checkVariables(entries);
    return new Content(entries, rules, factTypes, SearchWordsReader.read(files, faults), Map.of());
  }

  private Optional<Entry> readEntry(String id, Map<String, byte[]> folder) {
    String file = EntryReader.pathOf(id) + EntryReader.YAML;
    if (!isId(id)) {
      faults.add(file, 0, "The name of an entry's folder must be lower case with dashes");
    }
    byte[] yaml = folder.get(EntryReader.YAML);
    if (yaml == null) {
      faults.add(file, 0, "The file is missing");
      return Optional.empty();
    }
    return YamlMap.parse(file, yaml, faults)
        .map(root -> new EntryReader(id, folder, root, others, faults).readEntry());
  }

  private List<FactRule> readFactRules(ContentFiles files) {
    byte[] bytes = files.files().get(FactRuleReader.FILE);
    if (bytes == null) {
      faults.add(FactRuleReader.FILE, 0, "The file is missing");
      return List.of();
    }
    return YamlMap.parse(FactRuleReader.FILE, bytes, faults)
        .map(this::readFactRules)
        .orElse(List.of());
  }

  private List<FactRule> readFactRules(Node root) {
    FactRuleReader reader = new FactRuleReader(root, faults);
    factTypes.putAll(reader.readTypes());
    return reader.readRules();
  }
}
