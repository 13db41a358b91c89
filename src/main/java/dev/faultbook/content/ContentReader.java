package dev.faultbook.content;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.codes.CodeTablesReader;
import dev.faultbook.compatibility.CompatibilityReader;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.Signature;
import dev.faultbook.signature.SignatureParser;
import dev.faultbook.yaml.ContentError;
import dev.faultbook.yaml.ContentErrors;
import dev.faultbook.yaml.WebAddress;
import dev.faultbook.yaml.YamlMap;
import java.nio.charset.StandardCharsets;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads and validates a content folder. The package's door. */
public final class ContentReader {
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

  /** Facts that are read from no line of their own, but follow from others. */
  private static final Set<String> DERIVED =
      Set.of("compute_capability", "cuda", "driver_cuda", "torch_variant");

  private final ContentFiles files;
  private final ContentErrors faults = new ContentErrors();
  private final Set<String> ids = new TreeSet<>();
  private final Set<String> codes = new HashSet<>();
  private final Map<String, CaptureType> facts = new HashMap<>();
  private final Map<String, CaptureType> factTypes = new HashMap<>();
  private final DifferentialTestReader apart = new DifferentialTestReader(ids, facts, faults);

  private ContentReader(ContentFiles files) {
    this.files = files;
  }

  /**
   * What reading a folder gave.
   *
   * @param content what could be read; entries with faults are left out
   * @param faults all that is wrong, by file and line
   */
  public record Result(Content content, List<ContentError> faults) {
    /** The list cannot be changed. */
    public Result {
      faults = List.copyOf(faults);
    }
  }

  /** Reads a folder. Never throws for what is in the files. */
  public static Result read(ContentFiles files) {
    return new ContentReader(files).read();
  }

  private Result read() {
    Map<String, Map<String, byte[]>> folders = new TreeMap<>();
    files
        .files()
        .forEach(
            (path, bytes) -> {
              String[] parts = path.split("/", 3);
              if (parts.length == 3 && parts[0].equals("entries")) {
                folders.computeIfAbsent(parts[1], id -> new TreeMap<>()).put(parts[2], bytes);
              }
            });
    ids.addAll(folders.keySet());
    List<FactRule> rules = factRules();
    Stream.concat(DERIVED.stream(), rules.stream().map(FactRule::fact))
        .filter(fact -> !fact.endsWith("*") && !fact.startsWith("log.") && !fact.equals("sections"))
        .forEach(fact -> facts.put(fact, factTypes.getOrDefault(fact, CaptureType.TEXT)));
    List<Entry> entries = new ArrayList<>();
    folders.forEach((id, folder) -> entry(id, folder).ifPresent(entries::add));
    Map<String, Map<String, CaptureType>> captures = new TreeMap<>();
    entries.forEach(entry -> captures.put(entry.id(), entry.captureTypes()));
    apart.checkVariables(captures);
    return new Result(
        new Content(entries, rules, factTypes, compatibility(), codes()), faults.sorted());
  }

  private Optional<Entry> entry(String id, Map<String, byte[]> folder) {
    String file = "entries/" + id + "/entry.yaml";
    if (!id.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
      faults.add(file, 0, "An entry's folder is named in lower case with dashes");
    }
    if (!folder.containsKey("entry.yaml")) {
      faults.add(file, 0, "The file is missing");
      return Optional.empty();
    }
    Optional<Node> root = yaml(file, folder.get("entry.yaml"));
    return root.map(node -> entry(id, folder, new YamlMap(file, node, faults)));
  }

  private Entry entry(String id, Map<String, byte[]> folder, YamlMap yaml) {
    String file = "entries/" + id + "/entry.yaml";
    yaml.allow(KEYS);
    String kindName = yaml.oneOf("kind", List.of("cause", "symptom", "benign"));
    EntryKind kind =
        kindName.isEmpty()
            ? EntryKind.SYMPTOM
            : EntryKind.valueOf(kindName.toUpperCase(Locale.ROOT));
    List<Signature> signatures = signatures(file, yaml);
    List<String> explains = yaml.texts("explains");
    for (String other : explains) {
      if (!ids.contains(other) || other.equals(id)) {
        faults.add(
            file, yaml.line("explains"), "explains: there is no other entry '" + other + "'");
      }
    }
    boolean imported = yaml.has("imported") && !yaml.required("imported").isEmpty();
    Map<String, CaptureType> known = new HashMap<>(facts);
    Entry.captureTypes(signatures)
        .forEach((name, type) -> known.merge(name, type, ContentReader::typed));
    Map<Language, Page> pages =
        pages(id, folder, languages(file, yaml), new PageReader.Surroundings(imported, known, ids));
    return new Entry(
        id,
        classification(file, yaml, kind),
        yaml.texts("keywords"),
        signatures,
        new Entry.Relations(
            explains,
            conditions(file, yaml, "confirm"),
            conditions(file, yaml, "exclude"),
            apart.read(id, file, yaml)),
        new GuidanceReader(file, known.keySet(), faults).read(yaml),
        provenance(file, yaml),
        pages,
        logs(file, folder, yaml, imported));
  }

  private Entry.Classification classification(String file, YamlMap yaml, EntryKind kind) {
    Optional<String> code = Optional.of(yaml.text("code")).filter(text -> !text.isEmpty());
    code.ifPresent(text -> checkCode(file, yaml.line("code"), text));
    return new Entry.Classification(
        code,
        kind,
        yaml.text("generic").equals("true"),
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

  private List<Signature> signatures(String file, YamlMap yaml) {
    List<Signature> signatures = new ArrayList<>();
    boolean ignoreCase = yaml.text("ignoreCase").equals("true");
    for (Node node : yaml.items("signatures")) {
      SignatureParser.Result result = SignatureParser.parse(node, ignoreCase);
      signatures.addAll(result.signatures());
      result.faults().forEach(fault -> faults.add(file, fault.line(), fault.message()));
    }
    if (yaml.items("signatures").isEmpty()) {
      faults.add(file, yaml.line("signatures"), "An entry needs at least one signature");
    }
    Set<String> seen = new HashSet<>();
    for (Signature signature : signatures) {
      if (!seen.add(signature.toString())) {
        faults.add(file, yaml.line("signatures"), "stands twice: " + signature.source());
      }
      signature
          .where()
          .ifPresent(
              where -> {
                Set<String> known = signature.captureNames();
                for (String name : where.captures()) {
                  if (!known.contains(name)) {
                    faults.add(
                        file,
                        yaml.line("signatures"),
                        "where: speaks of {" + name + "}, which the signature does not capture");
                  }
                }
              });
    }
    return signatures;
  }

  /** Where a capture has the name of a fact, either may fill a command, each with its own type. */
  private static CaptureType typed(CaptureType fact, CaptureType capture) {
    return fact == CaptureType.TEXT ? fact : capture;
  }

  private List<FactCondition> conditions(String file, YamlMap yaml, String key) {
    if (!yaml.has("conditions")) {
      return List.of();
    }
    YamlMap both = yaml.map("conditions");
    both.allow(Set.of("confirm", "exclude"));
    List<FactCondition> conditions = new ArrayList<>();
    for (YamlMap item : both.maps(key)) {
      item.allow(Set.of("when", "because"));
      Condition.Result result = Condition.parse(item.required("when"));
      result.fault().ifPresent(message -> faults.add(file, item.line("when"), message));
      if (!item.has("because")) {
        faults.add(file, item.line("when"), "A condition says why in `because: {en: …, zh: …}`");
        continue;
      }
      YamlMap because = item.map("because");
      LocalizedText text = new LocalizedText(because.required("en"), because.required("zh"));
      result.condition().ifPresent(when -> conditions.add(new FactCondition(when, text)));
    }
    return conditions;
  }

  private List<Source> sources(String file, YamlMap yaml) {
    List<Source> sources = new ArrayList<>();
    for (YamlMap source : yaml.maps("sources")) {
      source.allow(Set.of("url", "title", "supports"));
      String url = source.required("url");
      if (!WebAddress.is(url)) {
        faults.add(file, source.line("url"), "'" + url + "' is no web address");
      }
      sources.add(new Source(url, source.required("title"), source.text("supports")));
    }
    if (sources.isEmpty()) {
      faults.add(file, yaml.line("sources"), "An entry needs at least one source");
    }
    return sources;
  }

  /** {@code reviewed: 2026-11-22}, or a map with {@code date} and {@code checked}. */
  private Provenance provenance(String file, YamlMap yaml) {
    List<Source> sources = sources(file, yaml);
    if (!yaml.isMap("reviewed")) {
      return new Provenance(sources, date(file, yaml, "reviewed"), "");
    }
    YamlMap reviewed = yaml.map("reviewed");
    reviewed.allow(Set.of("date", "checked"));
    return new Provenance(sources, date(file, reviewed, "date"), reviewed.required("checked"));
  }

  private LocalDate date(String file, YamlMap yaml, String key) {
    try {
      return LocalDate.parse(yaml.required(key));
    } catch (DateTimeException e) {
      faults.add(file, yaml.line(key), "'" + key + "' is a date such as 2026-11-21");
      return LocalDate.EPOCH;
    }
  }

  /** The languages of the entry's pages: all, unless it says which. */
  private Set<Language> languages(String file, YamlMap yaml) {
    Set<Language> languages = EnumSet.noneOf(Language.class);
    for (String tag : yaml.texts("languages")) {
      Optional<Language> language =
          Arrays.stream(Language.values()).filter(one -> one.tag().equals(tag)).findFirst();
      if (language.isEmpty()) {
        faults.add(file, yaml.line("languages"), "languages: is a list of en and zh");
      }
      language.ifPresent(languages::add);
    }
    return languages.isEmpty() ? EnumSet.allOf(Language.class) : languages;
  }

  private Map<Language, Page> pages(
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
          new PageReader(new PageReader.PageFile(file, language, bytes), entry, found).read());
    }
    if (pages.size() < Language.values().length) {
      return pages;
    }
    List<String> en = conditions(pages.get(Language.EN));
    List<String> zh = conditions(pages.get(Language.ZH));
    if (!en.equals(zh)) {
      faults.add(
          "entries/" + id + "/zh.md",
          0,
          "The page has "
              + zh.size()
              + " remedies and the English one "
              + en.size()
              + ", or they are meant for different facts (<!-- when: … -->)");
    }
    return pages;
  }

  private static List<String> conditions(Page page) {
    return page.remedies().stream()
        .map(remedy -> remedy.when().map(Condition::toString).orElse(""))
        .toList();
  }

  private List<ExampleLog> logs(
      String file, Map<String, byte[]> folder, YamlMap yaml, boolean imported) {
    List<ExampleLog> logs = new ArrayList<>();
    YamlMap also = yaml.has("also") ? yaml.map("also") : null;
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
        YamlMap reasons = also.map(name);
        others = reasons.fields().keySet();
        for (String other : others) {
          if (!ids.contains(other)) {
            faults.add(file, yaml.line("also"), "also: there is no entry '" + other + "'");
          }
        }
      }
      logs.add(new ExampleLog(name, hit, item.getValue(), others));
    }
    if (also != null) {
      for (String name : also.fields().keySet()) {
        if (!folder.containsKey("logs/" + name)) {
          faults.add(file, yaml.line("also"), "also: there is no logs/" + name);
        }
      }
    }
    if (imported && hits < 1) {
      faults.add(file, 0, "An imported entry has at least one logs/NAME.log");
    }
    if (!imported && (hits < 2 || misses < 2)) {
      faults.add(
          file,
          0,
          "An entry has at least two logs/NAME.log and two logs/NAME.not.log; found "
              + hits
              + " and "
              + misses);
    }
    return logs;
  }

  private List<FactRule> factRules() {
    byte[] bytes = files.files().get(FactRuleReader.FILE);
    if (bytes == null) {
      faults.add(FactRuleReader.FILE, 0, "The file is missing");
      return List.of();
    }
    return yaml(FactRuleReader.FILE, bytes).map(this::factRules).orElse(List.of());
  }

  private List<FactRule> factRules(Node root) {
    FactRuleReader reader = new FactRuleReader(root, faults);
    factTypes.putAll(reader.types());
    return reader.read();
  }

  /** A team's own folder may leave the tables out: then every answer is that it is not known. */
  private CompatibilityTables compatibility() {
    byte[] bytes = files.files().get(CompatibilityReader.FILE);
    if (bytes == null) {
      return CompatibilityTables.NONE;
    }
    return yaml(CompatibilityReader.FILE, bytes)
        .map(root -> new CompatibilityReader(root, faults).read())
        .orElse(CompatibilityTables.NONE);
  }

  /** A team's own folder may leave the code tables out, too. */
  private CodeTables codes() {
    Map<String, Node> roots = new TreeMap<>();
    files
        .files()
        .forEach(
            (path, bytes) -> {
              if (path.startsWith(CodeTablesReader.FOLDER)) {
                yaml(path, bytes).ifPresent(root -> roots.put(path, root));
              }
            });
    return new CodeTablesReader(ids, Entry.LAYERS, faults).read(roots);
  }

  private Optional<Node> yaml(String file, byte[] bytes) {
    try {
      Compose compose = new Compose(LoadSettings.builder().setLabel(file).build());
      Optional<Node> node = compose.composeString(new String(bytes, StandardCharsets.UTF_8));
      if (node.isEmpty()) {
        faults.add(file, 0, "The file is empty");
      }
      return node;
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      faults.add(file, line, "This is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.add(file, 0, "This is no YAML: " + e.getMessage());
    } catch (StackOverflowError tooDeep) {
      // The parser goes down by recursion and has no limit of its own.
      faults.add(file, 0, "This YAML is nested too deeply");
    }
    return Optional.empty();
  }
}
