package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.FactRule;
import dev.faultbook.signature.Signature;
import dev.faultbook.signature.SignatureParser;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

  private static final Set<String> KEYS =
      Set.of(
          "kind",
          "code",
          "generic",
          "retry",
          "headline",
          "component",
          "layer",
          "severity",
          "keywords",
          "signatures",
          "explains",
          "conditions",
          "apart",
          "also",
          "sources",
          "reviewed",
          "ignoreCase",
          "imported",
          "languages");
  private static final List<String> COMPONENTS =
      List.of(
          "gpu",
          "driver",
          "cuda",
          "cudnn",
          "pytorch",
          "nccl",
          "container",
          "host",
          "launcher",
          "build",
          "application",
          "python",
          "network",
          "storage",
          "scheduler",
          "kubernetes",
          "mpi",
          "serving",
          "cloud");
  private static final List<String> SEVERITIES = List.of("fatal", "hang", "degraded", "harmless");

  /** Facts that are never read from a line but derived from others. */
  private static final Set<String> DERIVED =
      Set.of("compute_capability", "cuda", "driver_cuda", "torch_variant");

  private final ContentErrors faults;
  private final Set<String> ids = new TreeSet<>();
  private final Set<String> codes = new HashSet<>();
  private final Map<String, CaptureType> facts = new HashMap<>();
  private final Map<String, CaptureType> factTypes = new HashMap<>();
  private final DifferentialTestReader apart;

  private ContentReader(ContentErrors faults) {
    this.faults = faults;
    this.apart = new DifferentialTestReader(ids, facts, faults);
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
    rest.forEach(entry -> entry.classification().code().ifPresent(codes::add));
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

  private Content readAll(ContentFiles files) {
    ids.addAll(files.entryIds());
    List<FactRule> rules = readFactRules(files);
    addFacts(rules);
    List<Entry> entries = new ArrayList<>();
    for (String id : ids) {
      String path = "entries/" + id + "/";
      Map<String, byte[]> folder = new TreeMap<>();
      files
          .filesBelow(path)
          .forEach((name, bytes) -> folder.put(name.substring(path.length()), bytes));
      readEntry(id, folder).ifPresent(entries::add);
    }
    Map<String, Map<String, CaptureType>> captures = new TreeMap<>();
    entries.forEach(entry -> captures.put(entry.id(), entry.captureTypes()));
    apart.checkVariables(captures);
    return new Content(entries, rules, factTypes);
  }

  private Optional<Entry> readEntry(String id, Map<String, byte[]> folder) {
    String file = "entries/" + id + "/entry.yaml";
    if (!id.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
      faults.add(file, 0, "The name of an entry's folder must be lower case with dashes");
    }
    if (!folder.containsKey("entry.yaml")) {
      faults.add(file, 0, "The file is missing");
      return Optional.empty();
    }
    Optional<Node> root = YamlMap.parse(file, folder.get("entry.yaml"), faults);
    return root.map(node -> readEntry(id, folder, new YamlMap(file, node, faults)));
  }

  private Entry readEntry(String id, Map<String, byte[]> folder, YamlMap yaml) {
    String file = "entries/" + id + "/entry.yaml";
    yaml.allowOnly(KEYS);
    String kindName = yaml.oneOf("kind", List.of("cause", "symptom", "benign"));
    EntryKind kind =
        kindName.isEmpty()
            ? EntryKind.SYMPTOM
            : EntryKind.valueOf(kindName.toUpperCase(Locale.ROOT));
    List<Signature> signatures = readSignatures(file, yaml);
    List<String> explains = yaml.readTexts("explains");
    for (String other : explains) {
      if (!ids.contains(other) || other.equals(id)) {
        faults.add(
            file, yaml.lineOf("explains"), "explains: there is no other entry '" + other + "'");
      }
    }
    boolean imported = yaml.has("imported") && !yaml.requireText("imported").isEmpty();
    Map<String, CaptureType> known = new HashMap<>(facts);
    Map<String, CaptureType> captured = Entry.captureTypes(signatures);
    captured.forEach((name, type) -> known.merge(name, type, ContentReader::narrowerType));
    Set<String> captures = new HashSet<>(captured.keySet());
    captures.removeAll(facts.keySet());
    Map<Language, Page> pages =
        readPages(
            id,
            folder,
            readLanguages(file, yaml),
            new PageReader.Surroundings(imported, known, captures, ids));
    return new Entry(
        id,
        readClassification(file, yaml, kind),
        yaml.readTexts("keywords"),
        signatures,
        new Entry.Relations(
            explains,
            readConditions(file, yaml, "confirm"),
            readConditions(file, yaml, "exclude"),
            apart.readTests(id, file, yaml)),
        new GuidanceReader(file, known.keySet(), faults).readGuidance(yaml),
        readProvenance(file, yaml),
        pages,
        readLogs(file, folder, yaml, imported));
  }

  private Entry.Classification readClassification(String file, YamlMap yaml, EntryKind kind) {
    Optional<String> code = Optional.of(yaml.readText("code")).filter(text -> !text.isEmpty());
    code.ifPresent(text -> checkCode(file, yaml.lineOf("code"), text));
    return new Entry.Classification(
        code,
        kind,
        yaml.readText("generic").equals("true"),
        yaml.oneOf("component", COMPONENTS),
        yaml.oneOf("layer", Entry.LAYERS),
        yaml.oneOf("severity", SEVERITIES));
  }

  private void checkCode(String file, int line, String code) {
    boolean right =
        code.length() == 7
            && code.startsWith("FB-")
            && code.chars().skip(3).allMatch(c -> c >= '0' && c <= '9');
    if (!right) {
      faults.add(file, line, "'" + code + "' is not a code such as FB-0017");
    } else if (!codes.add(code)) {
      faults.add(file, line, "Another entry has the code " + code);
    }
  }

  private List<Signature> readSignatures(String file, YamlMap yaml) {
    List<Signature> signatures = new ArrayList<>();
    boolean ignoreCase = yaml.readText("ignoreCase").equals("true");
    for (Node node : yaml.readItems("signatures")) {
      SignatureParser.Result result = SignatureParser.parse(node, ignoreCase);
      signatures.addAll(result.signatures());
      result.faults().forEach(fault -> faults.add(file, fault.line(), fault.message()));
    }
    if (yaml.readItems("signatures").isEmpty()) {
      faults.add(file, yaml.lineOf("signatures"), "An entry needs at least one signature");
    }
    Set<String> seen = new HashSet<>();
    for (Signature signature : signatures) {
      if (!seen.add(signature.toString())) {
        faults.add(file, yaml.lineOf("signatures"), "Duplicate signature: " + signature.source());
      }
      signature
          .where()
          .ifPresent(
              where -> {
                Set<String> known = signature.captureNames();
                for (String name : where.captureNames()) {
                  if (!known.contains(name)) {
                    faults.add(
                        file,
                        yaml.lineOf("signatures"),
                        "where: uses {" + name + "}, which the signature does not capture");
                  }
                }
              });
    }
    return signatures;
  }

  /** If a capture has the name of a fact, either may fill a command; the type must suit both. */
  private static CaptureType narrowerType(CaptureType fact, CaptureType capture) {
    return fact == CaptureType.TEXT ? fact : capture;
  }

  private List<FactCondition> readConditions(String file, YamlMap yaml, String key) {
    if (!yaml.has("conditions")) {
      return List.of();
    }
    YamlMap both = yaml.readMap("conditions");
    both.allowOnly(Set.of("confirm", "exclude"));
    List<FactCondition> conditions = new ArrayList<>();
    for (YamlMap item : both.readMaps(key)) {
      item.allowOnly(Set.of("when", "because"));
      Condition.Result result = Condition.parse(item.requireText("when"));
      result.fault().ifPresent(message -> faults.add(file, item.lineOf("when"), message));
      if (!item.has("because")) {
        faults.add(
            file, item.lineOf("when"), "A condition needs a reason: `because: {en: …, zh: …}`");
        continue;
      }
      YamlMap because = item.readMap("because");
      LocalizedText text = new LocalizedText(because.requireText("en"), because.requireText("zh"));
      result.condition().ifPresent(when -> conditions.add(new FactCondition(when, text)));
    }
    return conditions;
  }

  private List<Source> readSources(String file, YamlMap yaml) {
    List<Source> sources = new ArrayList<>();
    for (YamlMap source : yaml.readMaps("sources")) {
      source.allowOnly(Set.of("url", "title", "supports"));
      String url = source.requireText("url");
      if (!WebAddress.isValid(url)) {
        faults.add(file, source.lineOf("url"), "'" + url + "' is not a web address");
      }
      sources.add(new Source(url, source.requireText("title"), source.readText("supports")));
    }
    if (sources.isEmpty()) {
      faults.add(file, yaml.lineOf("sources"), "An entry needs at least one source");
    }
    return sources;
  }

  /** {@code reviewed: 2026-11-22}, or a map with {@code date} and {@code checked}. */
  private Provenance readProvenance(String file, YamlMap yaml) {
    List<Source> sources = readSources(file, yaml);
    if (!yaml.isMap("reviewed")) {
      return new Provenance(sources, readDate(file, yaml, "reviewed"), "");
    }
    YamlMap reviewed = yaml.readMap("reviewed");
    reviewed.allowOnly(Set.of("date", "checked"));
    return new Provenance(
        sources, readDate(file, reviewed, "date"), reviewed.requireText("checked"));
  }

  private LocalDate readDate(String file, YamlMap yaml, String key) {
    try {
      return LocalDate.parse(yaml.requireText(key));
    } catch (DateTimeException e) {
      faults.add(file, yaml.lineOf(key), "'" + key + "' must be a date such as 2026-11-21");
      return LocalDate.EPOCH;
    }
  }

  /** The languages of the entry's pages; all languages if it does not state them. */
  private Set<Language> readLanguages(String file, YamlMap yaml) {
    Set<Language> languages = EnumSet.noneOf(Language.class);
    for (String tag : yaml.readTexts("languages")) {
      Optional<Language> language =
          Arrays.stream(Language.values()).filter(one -> one.tag().equals(tag)).findFirst();
      if (language.isEmpty()) {
        faults.add(file, yaml.lineOf("languages"), "languages: must be a list of en and zh");
      }
      language.ifPresent(languages::add);
    }
    return languages.isEmpty() ? EnumSet.allOf(Language.class) : languages;
  }

  private Map<Language, Page> readPages(
      String id,
      Map<String, byte[]> folder,
      Set<Language> languages,
      PageReader.Surroundings entry) {
    Map<Language, Page> pages = new EnumMap<>(Language.class);
    for (Language language : Language.values()) {
      String name = language.tag() + ".md";
      String file = "entries/" + id + "/" + name;
      byte[] bytes = folder.get(name);
      if (!languages.contains(language)) {
        if (bytes != null) {
          faults.add(file, 0, "`languages:` of the entry does not name this page's language");
        }
        continue;
      }
      if (bytes == null) {
        faults.add(file, 0, "The page is missing");
        bytes = new byte[0];
      }
      ContentErrors found = bytes.length == 0 ? new ContentErrors() : faults;
      pages.put(
          language,
          new PageReader(new PageReader.PageFile(file, language, bytes), entry, found).readPage());
    }
    boolean whole = Language.values().length == pages.size();
    if (!whole || !folder.containsKey("en.md") || !folder.containsKey("zh.md")) {
      return pages; // a missing page offers no remedies to compare
    }
    compareRemedies(
        id,
        Objects.requireNonNull(pages.get(Language.EN)).remedies(),
        Objects.requireNonNull(pages.get(Language.ZH)).remedies());
    return pages;
  }

  /**
   * Checks that the pages of both languages offer the same remedies: conditions, risks,
   * verification.
   */
  private void compareRemedies(String id, List<Remedy> en, List<Remedy> zh) {
    String file = "entries/" + id + "/zh.md";
    if (!remedyConditions(en).equals(remedyConditions(zh))) {
      faults.add(
          file,
          0,
          "The page has "
              + zh.size()
              + " remedies and the English one "
              + en.size()
              + ", or they are meant for different facts (<!-- when: … -->)");
      return;
    }
    for (int i = 0; i < en.size(); i++) {
      if (!en.get(i).risks().equals(zh.get(i).risks())
          || en.get(i).check() != zh.get(i).check()
          || !en.get(i).verified().equals(zh.get(i).verified())) {
        faults.add(
            file,
            0,
            "Remedy "
                + (i + 1)
                + " differs from the English page in its risks or its verification");
      }
    }
  }

  private static List<String> remedyConditions(List<Remedy> remedies) {
    return remedies.stream()
        .map(remedy -> remedy.when().map(Condition::toString).orElse(""))
        .toList();
  }

  private List<ExampleLog> readLogs(
      String file, Map<String, byte[]> folder, YamlMap yaml, boolean imported) {
    List<ExampleLog> logs = new ArrayList<>();
    YamlMap also = yaml.has("also") ? yaml.readMap("also") : null;
    int hits = 0;
    int misses = 0;
    for (Map.Entry<String, byte[]> item : folder.entrySet()) {
      String path = item.getKey();
      if (path.equals("entry.yaml") || path.equals("en.md") || path.equals("zh.md")) {
        continue;
      }
      if (!path.startsWith("logs/") || !path.endsWith(".log")) {
        faults.add(file.replace("entry.yaml", path), 0, "This file does not belong to an entry");
        continue;
      }
      String name = path.substring("logs/".length());
      boolean hit = !name.endsWith(".not.log");
      hits += hit ? 1 : 0;
      misses += hit ? 0 : 1;
      Set<String> others = Set.of();
      if (also != null && also.has(name)) {
        YamlMap reasons = also.readMap(name);
        others = reasons.fields().keySet();
        for (String other : others) {
          if (!ids.contains(other)) {
            faults.add(file, yaml.lineOf("also"), "also: there is no entry '" + other + "'");
          }
        }
      }
      logs.add(new ExampleLog(name, hit, item.getValue(), others));
    }
    if (also != null) {
      for (String name : also.fields().keySet()) {
        if (!folder.containsKey("logs/" + name)) {
          faults.add(file, yaml.lineOf("also"), "also: there is no logs/" + name);
        }
      }
    }
    if (imported && hits < 1) {
      faults.add(file, 0, "An imported entry needs at least one logs/NAME.log");
    }
    if (!imported && (hits < 2 || misses < 2)) {
      faults.add(file, 0, FEW_LOGS + hits + " and " + misses);
    }
    return logs;
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
