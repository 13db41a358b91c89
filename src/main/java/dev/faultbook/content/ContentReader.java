package dev.faultbook.content;

import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.FactRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
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
    List<Entry> rest = others.entries().stream().filter(entry -> !entry.id().equals(id)).toList();
    rest.forEach(entry -> ids.add(entry.id()));
    ids.add(id);
    rest.forEach(entry -> entry.code().ifPresent(codes::add));
    factTypes.putAll(others.factTypes());
    addFacts(others.factRules());
    Optional<Entry> entry = readEntry(id, folder);
    Map<String, Map<String, CaptureType>> captures = new TreeMap<>();
    rest.forEach(other -> captures.put(other.id(), other.captureTypes()));
    entry.ifPresent(one -> captures.put(id, one.captureTypes()));
    apart.checkVariables(captures);
    return new EntryResult(entry, faults.sortedErrors());
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
    SortedMap<String, byte[]> all = files.filesBelow("entries/");
    for (String id : ids) {
      String path = EntryReader.pathOf(id);
      Map<String, byte[]> folder = new TreeMap<>();
      all.subMap(path, path + Character.MAX_VALUE)
          .forEach((name, bytes) -> folder.put(name.substring(path.length()), bytes));
      readEntry(id, folder).ifPresent(entries::add);
    }
    Map<String, Map<String, CaptureType>> captures = new TreeMap<>();
    entries.forEach(entry -> captures.put(entry.id(), entry.captureTypes()));
    apart.checkVariables(captures);
    return new Content(entries, rules, factTypes, SearchWordsReader.read(files, faults));
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
