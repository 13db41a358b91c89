package dev.faultbook.content;

import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.PatternException;
import dev.faultbook.signature.Signature;
import dev.faultbook.signature.SignatureParser;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the folder of one entry. */
final class EntryReader {
  static final String YAML = "entry.yaml";

  private static final Set<String> KEYS =
      Set.of(
          ("kind code generic retry headline component layer severity keywords asked signatures explains"
                  + " conditions apart also sources reviewed ignoreCase imported languages")
              .split(" "));
  private static final List<String> COMPONENTS =
      List.of(
          ("gpu driver cuda cudnn pytorch nccl container host launcher build application python"
                  + " network storage scheduler kubernetes mpi serving cloud")
              .split(" "));
  private static final Pattern CODE = Pattern.compile("FB-[0-9]{4}");
  private static final List<String> SEVERITIES = List.of("fatal", "hang", "degraded", "harmless");

  private final String id;
  private final String path;
  private final Map<String, byte[]> folder;
  private final YamlMap yaml;
  private final Others others;
  private final ContentErrors faults;
  private final boolean imported;

  /**
   * What the entries share.
   *
   * @param ids ids of all entries
   * @param codes short codes of the entries that were read before
   * @param facts names and types of the facts
   * @param apart collects the tests that tell entries apart
   */
  record Others(
      Set<String> ids,
      Set<String> codes,
      Map<String, CaptureType> facts,
      DifferentialTestReader apart) {}

  /**
   * @param folder the files of the entry, by path within its folder
   * @param root the parsed {@link #YAML}
   */
  EntryReader(
      String id, Map<String, byte[]> folder, Node root, Others others, ContentErrors faults) {
    this.id = id;
    this.path = pathOf(id);
    this.folder = folder;
    this.yaml = new YamlMap(path + YAML, root, faults);
    this.others = others;
    this.faults = faults;
    this.imported = yaml.has("imported") && !yaml.requireText("imported").isEmpty();
  }

  /** The folder of an entry, with a slash at its end. */
  static String pathOf(String id) {
    return "entries/" + id + "/";
  }

  Entry readEntry() {
    yaml.allowOnly(KEYS);
    List<Signature> signatures = readSignatures();
    List<String> explains = yaml.readTexts("explains");
    for (String other : explains) {
      if (!others.ids().contains(other) || other.equals(id)) {
        yaml.report("explains", "explains: there is no other entry '" + other + "'");
      }
    }
    Map<String, CaptureType> known = new HashMap<>(others.facts());
    Map<String, CaptureType> captured = Entry.captureTypes(signatures);
    captured.forEach((name, type) -> known.merge(name, type, EntryReader::narrowerType));
    Set<String> captures = new HashSet<>(captured.keySet());
    captures.removeAll(others.facts().keySet());
    Map<Language, Page> pages =
        readPages(new PageReader.Surroundings(imported, known, captures, others.ids()));
    if (yaml.has("asked")) {
      readAsked(pages);
    }
    return new Entry(
        id,
        readCode(),
        yaml.readEnum("kind", EntryKind.class).orElse(EntryKind.SYMPTOM),
        yaml.readText("generic").equals("true"),
        yaml.oneOf("component", COMPONENTS),
        yaml.oneOf("layer", Entry.LAYERS),
        yaml.oneOf("severity", SEVERITIES),
        yaml.readTexts("keywords"),
        signatures,
        explains,
        readConditions("confirm"),
        readConditions("exclude"),
        others.apart().readTests(id, yaml),
        yaml.has("retry") ? readRetry() : Optional.empty(),
        yaml.has("headline") ? readHeadline(known.keySet()) : Optional.empty(),
        readSources(),
        readReviewed(),
        pages,
        readLogs());
  }

  /** How people ask for the fault, in the languages of its pages. */
  private void readAsked(Map<Language, Page> pages) {
    YamlMap asked = yaml.readMap("asked");
    asked.allowOnly(pages.keySet().stream().map(Language::tag).collect(Collectors.toSet()));
    pages.replaceAll((language, page) -> page.withAsked(asked.readTexts(language.tag())));
  }

  /** If a capture has the name of a fact, either may fill a command; the type must suit both. */
  private static CaptureType narrowerType(CaptureType fact, CaptureType capture) {
    return fact == CaptureType.TEXT ? fact : capture;
  }

  private Optional<String> readCode() {
    String code = yaml.readText("code");
    if (code.isEmpty()) {
      return Optional.empty();
    }
    if (!CODE.matches(code)) {
      yaml.report("code", "'" + code + "' is not a code such as FB-0017");
    } else if (!others.codes().add(code)) {
      yaml.report("code", "Another entry has the code " + code);
    }
    return Optional.of(code);
  }

  private List<Signature> readSignatures() {
    List<Signature> signatures = new ArrayList<>();
    boolean ignoreCase = yaml.readText("ignoreCase").equals("true");
    List<Node> items = yaml.readItems("signatures");
    for (Node node : items) {
      try {
        signatures.addAll(SignatureParser.parse(node, ignoreCase));
      } catch (PatternException e) {
        faults.add(path + YAML, e.line(), e.getMessage());
      }
    }
    if (items.isEmpty()) {
      yaml.report("signatures", "An entry needs at least one signature");
    }
    Set<String> seen = new HashSet<>();
    for (Signature signature : signatures) {
      if (!seen.add(signature.toString())) {
        yaml.report("signatures", "Duplicate signature: " + signature.source());
      }
      signature.where().ifPresent(where -> checkWhere(where, signature.captureNames()));
    }
    return signatures;
  }

  private void checkWhere(Condition where, Set<String> captures) {
    for (String name : where.captureNames()) {
      if (!captures.contains(name)) {
        yaml.report(
            "signatures", "where: uses {" + name + "}, which the signature does not capture");
      }
    }
  }

  private List<FactCondition> readConditions(String key) {
    if (!yaml.has("conditions")) {
      return List.of();
    }
    YamlMap both = yaml.readMap("conditions");
    both.allowOnly(Set.of("confirm", "exclude"));
    List<FactCondition> conditions = new ArrayList<>();
    for (YamlMap item : both.readMaps(key)) {
      item.allowOnly(Set.of("when", "because"));
      if (!item.has("because")) {
        item.report("when", "A condition needs a reason: `because: {en: …, zh: …}`");
        continue;
      }
      LocalizedText because = item.readLocalized("because");
      try {
        Condition when = Condition.parse(item.requireText("when"));
        conditions.add(new FactCondition(when, because));
      } catch (PatternException e) {
        item.report("when", e.getMessage());
      }
    }
    return conditions;
  }

  private Optional<Retry> readRetry() {
    YamlMap retry = yaml.readMap("retry");
    retry.allowOnly(Set.of("verdict", "action", "because"));
    Optional<Retry.Verdict> verdict = retry.readEnum("verdict", Retry.Verdict.class);
    Optional<Retry.Action> action = retry.readEnum("action", Retry.Action.class);
    if (!retry.has("because")) {
      retry.report("verdict", "retry: needs a reason: `because: {en: …, zh: …}`");
      return Optional.empty();
    }
    LocalizedText because = retry.readLocalized("because");
    return verdict.flatMap(v -> action.map(a -> new Retry(v, a, because)));
  }

  private Optional<LocalizedText> readHeadline(Set<String> known) {
    LocalizedText headline = yaml.readLocalized("headline");
    for (String text : List.of(headline.en(), headline.zh())) {
      if (text.length() > Headline.MAX_LENGTH) {
        yaml.report("headline", "headline: is longer than " + Headline.MAX_LENGTH + " characters");
      }
      for (String name : Headline.variableNames(text)) {
        if (!known.contains(name)) {
          yaml.report(
              "headline",
              "headline: no signature of the entry captures '%s', and no fact has this name"
                  .formatted(name));
        }
      }
    }
    return Optional.of(headline);
  }

  /**
   * {@code reviewed: 2026-11-22}, or a map with {@code date} and, for maintainers, {@code checked}.
   */
  private LocalDate readReviewed() {
    if (!yaml.isMap("reviewed")) {
      return readDate(yaml, "reviewed");
    }
    YamlMap reviewed = yaml.readMap("reviewed");
    reviewed.allowOnly(Set.of("date", "checked"));
    reviewed.requireText("checked");
    return readDate(reviewed, "date");
  }

  private List<Source> readSources() {
    List<Source> sources = new ArrayList<>();
    for (YamlMap source : yaml.readMaps("sources")) {
      source.allowOnly(Set.of("url", "title", "supports"));
      String url = source.requireText("url");
      if (!WebAddress.isValid(url)) {
        source.report("url", "'" + url + "' is not a web address");
      }
      sources.add(new Source(url, source.requireText("title"), source.readText("supports")));
    }
    if (sources.isEmpty()) {
      yaml.report("sources", "An entry needs at least one source");
    }
    return sources;
  }

  private static LocalDate readDate(YamlMap yaml, String key) {
    try {
      return LocalDate.parse(yaml.requireText(key));
    } catch (DateTimeException e) {
      yaml.report(key, "'" + key + "' must be a date such as 2026-11-21");
      return LocalDate.EPOCH;
    }
  }

  /** The languages of the entry's pages; all languages if it does not state them. */
  private Set<Language> readLanguages() {
    Set<Language> languages = EnumSet.noneOf(Language.class);
    for (String tag : yaml.readTexts("languages")) {
      Optional<Language> language = Language.fromTag(tag).filter(one -> one.tag().equals(tag));
      if (language.isEmpty()) {
        yaml.report("languages", "languages: must be a list of en and zh");
      }
      language.ifPresent(languages::add);
    }
    return languages.isEmpty() ? EnumSet.allOf(Language.class) : languages;
  }

  private Map<Language, Page> readPages(PageReader.Surroundings entry) {
    Set<Language> languages = readLanguages();
    Map<Language, Page> pages = new EnumMap<>(Language.class);
    for (Language language : Language.values()) {
      String file = path + language.tag() + ".md";
      byte[] bytes = folder.get(language.tag() + ".md");
      if (languages.contains(language)) {
        if (bytes == null) {
          faults.add(file, 0, "The page is missing");
        }
        // A page that is missing or empty has no further faults.
        byte[] text = bytes == null ? new byte[0] : bytes;
        boolean empty = text.length == 0;
        PageReader.PageFile page = new PageReader.PageFile(file, language, text);
        pages.put(
            language, new PageReader(page, entry, empty ? new ContentErrors() : faults).readPage());
      } else if (bytes != null) {
        faults.add(file, 0, "`languages:` of the entry does not name this page's language");
      }
    }
    // A missing page offers no remedies to compare.
    if (pages.size() == Language.values().length
        && folder.containsKey("en.md")
        && folder.containsKey("zh.md")) {
      compareRemedies(
          Objects.requireNonNull(pages.get(Language.EN)).remedies(),
          Objects.requireNonNull(pages.get(Language.ZH)).remedies());
    }
    return pages;
  }

  /** Both languages must offer the same remedies, with the same conditions and risks. */
  private void compareRemedies(List<Remedy> en, List<Remedy> zh) {
    String file = path + "zh.md";
    if (!remedyConditions(en).equals(remedyConditions(zh))) {
      faults.add(
          file,
          0,
          ("The page has %d remedies and the English one %d, or they are meant for different"
                  + " facts (<!-- when: … -->)")
              .formatted(zh.size(), en.size()));
      return;
    }
    for (int i = 0; i < en.size(); i++) {
      if (!en.get(i).risks().equals(zh.get(i).risks()) || en.get(i).check() != zh.get(i).check()) {
        faults.add(
            file, 0, "Remedy %d differs from the English page in its risks".formatted(i + 1));
      }
    }
  }

  private static List<String> remedyConditions(List<Remedy> remedies) {
    return remedies.stream()
        .map(remedy -> remedy.when().map(Condition::toString).orElse(""))
        .toList();
  }

  private List<ExampleLog> readLogs() {
    Optional<YamlMap> also =
        yaml.has("also") ? Optional.of(yaml.readMap("also")) : Optional.empty();
    List<ExampleLog> logs = new ArrayList<>();
    folder.forEach(
        (name, bytes) -> {
          if (name.startsWith("logs/") && name.endsWith(".log")) {
            String log = name.substring("logs/".length());
            logs.add(new ExampleLog(log, !log.endsWith(".not.log"), bytes, readAlso(also, log)));
          } else if (!Set.of(YAML, "en.md", "zh.md").contains(name)) {
            faults.add(path + name, 0, "This file does not belong to an entry");
          }
        });
    for (String name : also.map(named -> named.fields().keySet()).orElse(Set.of())) {
      if (!folder.containsKey("logs/" + name)) {
        yaml.report("also", "also: there is no logs/" + name);
      }
    }
    long hits = logs.stream().filter(ExampleLog::hit).count();
    long misses = logs.size() - hits;
    if (imported && hits < 1) {
      faults.add(path + YAML, 0, "An imported entry needs at least one logs/NAME.log");
    }
    if (!imported && (hits < 2 || misses < 2)) {
      faults.add(path + YAML, 0, ContentReader.FEW_LOGS + hits + " and " + misses);
    }
    return logs;
  }

  /** The other entries that are correctly found in a log. */
  private Set<String> readAlso(Optional<YamlMap> also, String log) {
    if (also.isEmpty() || !also.get().has(log)) {
      return Set.of();
    }
    Set<String> found = also.get().readMap(log).fields().keySet();
    for (String other : found) {
      if (!others.ids().contains(other)) {
        yaml.report("also", "also: there is no entry '" + other + "'");
      }
    }
    return found;
  }
}
