package dev.faultbook.codes;

import static java.lang.Character.isUpperCase;

import com.google.re2j.PatternSyntaxException;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.content.Retry;
import dev.faultbook.content.WebAddress;
import dev.faultbook.content.YamlMap;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads and validates the code tables of a content folder. */
public final class CodeTablesReader {
  private static final String FOLDER = "codes/";

  /** The families, in the order in which they are listed. */
  static final List<String> FAMILIES =
      TextParts.splitAt(
          "xid sxid cuda cudnn cublas cusolver cusparse cufft nvml nccl ib-wc"
              + " efa ucx dcgm exit errno slurm kubernetes program",
          ' ');

  private static final String ACTIONS = FOLDER + "actions.yaml";
  private static final Set<String> FAMILY_KEYS =
      Set.copyOf(
          TextParts.splitAt(
              "family name about advisor spellings notes sources layer looks rows", ' '));
  private static final Set<String> ROW_KEYS =
      Set.of(
          "code", "name", "aliases", "texts", "former", "kind", "meaning", "layer", "action",
          "retry", "hint", "cases", "advised", "entry", "source", "ends");
  private static final int MIN_TRIGGER = 5;
  private static final Set<String> LOOK_KEYS =
      Set.of("words", "begins", "line", "ends", "has", "unless", "code", "reach");
  private static final Set<String> CASE_KEYS =
      Set.of("texts", "subcode", "status", "severity", "action");
  private static final List<String> SEVERITIES = List.of("fatal", "nonfatal", "link_fatal");

  private final Set<String> entries;
  private final ContentErrors faults;
  private final Map<String, CodeAction> actions = new HashMap<>();
  private String file = "";
  private String family = "";
  private String layer = "";

  private CodeTablesReader(Set<String> entries, ContentErrors faults) {
    this.entries = entries;
    this.faults = faults;
  }

  /**
   * Reads the tables of a folder. A team's own folder may omit them.
   *
   * @param files the content folder; rows may link its entries
   * @param faults takes what is wrong, by file and line
   */
  public static CodeTables readTables(ContentFiles files, ContentErrors faults) {
    Map<String, Node> roots = new TreeMap<>();
    files
        .filesBelow(FOLDER)
        .forEach(
            (path, bytes) ->
                YamlMap.parse(path, bytes, faults).ifPresent(root -> roots.put(path, root)));
    return new CodeTablesReader(files.entryIds(), faults).readTables(roots);
  }

  private CodeTables readTables(Map<String, Node> roots) {
    Node known = roots.get(ACTIONS);
    if (known == null) {
      if (!roots.isEmpty()) {
        faults.add(ACTIONS, 0, "The file is missing");
      }
      return CodeTables.NONE;
    }
    readActions(known);
    List<CodeFamily> families = new ArrayList<>();
    for (String id : FAMILIES) {
      Node root = roots.get(FOLDER + id + ".yaml");
      if (root != null) {
        families.add(readFamily(id, root));
      }
    }
    for (String path : roots.keySet()) {
      String name = path.substring(FOLDER.length()).replace(".yaml", "");
      if (!path.equals(ACTIONS) && !FAMILIES.contains(name)) {
        faults.add(path, 0, "There is no family '" + name + "'; known are " + FAMILIES);
      }
    }
    return new CodeTables(families);
  }

  private void readActions(Node root) {
    file = ACTIONS;
    YamlMap yaml = new YamlMap(ACTIONS, root, faults);
    yaml.allowOnly(Set.of("actions"));
    for (YamlMap row : yaml.readMaps("actions")) {
      row.allowOnly(Set.of("id", "retry", "text"));
      String id = row.requireText("id");
      YamlMap retry = row.readMap("retry");
      retry.allowOnly(Set.of("verdict", "action"));
      Optional<Retry.Verdict> verdict = retry.readEnum("verdict", Retry.Verdict.class);
      Optional<Retry.Action> action = retry.readEnum("action", Retry.Action.class);
      LocalizedText text = readText(row, "text");
      if (verdict.isEmpty() || action.isEmpty()) {
        continue;
      }
      CodeAction read = new CodeAction(id, verdict.get(), action.get(), text);
      if (actions.put(id, read) != null) {
        row.report("id", "The action '" + id + "' stands twice");
      }
    }
  }

  private CodeFamily readFamily(String id, Node root) {
    file = FOLDER + id + ".yaml";
    family = id;
    YamlMap yaml = new YamlMap(file, root, faults);
    yaml.allowOnly(FAMILY_KEYS);
    if (!yaml.requireText("family").equals(id)) {
      yaml.report("family", "'family' is '" + id + "', as the file is named");
    }
    layer = yaml.oneOf("layer", Entry.LAYERS);
    List<LocalizedText> notes =
        yaml.readMaps("notes").stream().map(CodeTablesReader::readNote).toList();
    List<Code> codes = new ArrayList<>();
    Set<String> slugs = new HashSet<>();
    for (YamlMap row : yaml.readMaps("rows")) {
      Optional<Code> code = readRow(row);
      code.ifPresent(codes::add);
      if (code.isPresent() && !slugs.add(code.get().slug())) {
        row.report("code", "'" + code.get().code() + "' stands twice");
      }
    }
    if (codes.isEmpty()) {
      yaml.report("rows", "A family needs rows");
    }
    return new CodeFamily(
        id,
        readText(yaml, "name"),
        readText(yaml, "about"),
        readOptional(yaml, "advisor"),
        yaml.readTexts("spellings"),
        notes,
        readSources(yaml),
        yaml.readMaps("looks").stream().flatMap(look -> readLook(look).stream()).toList(),
        codes);
  }

  private List<String> readSources(YamlMap yaml) {
    List<String> sources = yaml.readTexts("sources");
    if (sources.isEmpty()) {
      yaml.report("sources", "A family needs at least one source");
    }
    sources.forEach(source -> checkAddress(yaml, "sources", source));
    return sources;
  }

  private static void checkAddress(YamlMap yaml, String key, String url) {
    if (!WebAddress.isValid(url)) {
      yaml.report(key, "'" + url + "' is not a web address");
    }
  }

  private Optional<Code> readRow(YamlMap row) {
    row.allowOnly(ROW_KEYS);
    String code = row.requireText("code");
    String action = row.requireText("action");
    if (!action.isEmpty() && !actions.containsKey(action)) {
      row.report("action", "There is no action '" + action + "' in " + ACTIONS);
    }
    Optional<String> source = readOptional(row, "source");
    source.ifPresent(url -> checkAddress(row, "source", url));
    LocalizedText meaning = readText(row, "meaning");
    CodeAction known = actions.get(action);
    if (code.isEmpty() || known == null) {
      return Optional.empty();
    }
    if (Code.slug(code).isEmpty()) {
      row.report("code", "A code needs a letter or a digit");
    }
    String name = row.readText("name");
    Code.Advice advice = readAdvice(row, known);
    return Optional.of(
        new Code(
            family,
            code,
            readTag(row, "kind", CodeKind.class).orElse(CodeKind.FAULT),
            new Code.Spelling(
                name.isEmpty() ? code : name,
                row.readTexts("aliases"),
                row.readTexts("texts"),
                readOptional(row, "former")),
            meaning,
            row.has("layer") ? row.oneOf("layer", Entry.LAYERS) : layer,
            advice,
            readEntry(row),
            source,
            readTag(row, "ends", Ending.class)));
  }

  private static <E extends Enum<E>> Optional<E> readTag(YamlMap row, String key, Class<E> type) {
    return row.has(key) ? row.readEnum(key, type) : Optional.empty();
  }

  private Code.Advice readAdvice(YamlMap row, CodeAction action) {
    return new Code.Advice(
        action,
        readTag(row, "retry", Retry.Verdict.class),
        row.has("hint") ? Optional.of(readText(row, "hint")) : Optional.empty(),
        row.readMaps("cases").stream().flatMap(one -> readCase(one).stream()).toList(),
        readOptional(row, "advised"));
  }

  private Optional<CodeLook> readLook(YamlMap item) {
    item.allowOnly(LOOK_KEYS);
    Long reach = readNumber(item, "reach");
    CodeLook look =
        new CodeLook(
            item.readTexts("words"),
            item.readText("begins"),
            item.requireText("line"),
            item.readText("ends"),
            item.readTexts("has"),
            item.readText("unless"),
            item.readText("code"),
            reach == null ? 0 : reach.intValue());
    if (look.words().isEmpty() || look.words().stream().anyMatch(word -> !isTrigger(word))) {
      item.report("words", "'words' are lower-case texts of 5 bytes or more");
    } else if (!look.statesCode()) {
      item.report("line", "A line without 'reach' and 'code' needs {code} or {name}");
    } else {
      try {
        List.of(look.begins(), look.line(), look.ends()).forEach(CodeLook::compile);
        return Optional.of(look);
      } catch (PatternSyntaxException e) {
        item.report("line", "The pattern is wrong: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  private static boolean isTrigger(String word) {
    return word.length() >= MIN_TRIGGER && word.chars().allMatch(c -> c < 128 && !isUpperCase(c));
  }

  private Optional<CodeCase> readCase(YamlMap item) {
    item.allowOnly(CASE_KEYS);
    List<String> texts = item.readTexts("texts");
    if (texts.isEmpty()) {
      item.report("texts", "A case needs 'texts' that the line holds");
    }
    CodeAction action = actions.get(item.requireText("action"));
    if (action == null) {
      item.report("action", "There is no such action in " + ACTIONS);
      return Optional.empty();
    }
    Long status = readNumber(item, "status");
    Long subcode = readNumber(item, "subcode");
    return Optional.of(
        new CodeCase(
            texts,
            subcode == null ? null : subcode.intValue(),
            status,
            item.has("severity") ? item.oneOf("severity", SEVERITIES) : "",
            action));
  }

  private @Nullable Long readNumber(YamlMap yaml, String key) {
    if (!yaml.has(key)) {
      return null;
    }
    try {
      return Long.decode(yaml.readText(key));
    } catch (NumberFormatException e) {
      faults.add(file, yaml.lineOf(key), "'" + key + "' is a number, decimal or with 0x");
      return null;
    }
  }

  private Optional<String> readEntry(YamlMap row) {
    Optional<String> entry = readOptional(row, "entry");
    if (entry.isPresent() && !entries.contains(entry.get())) {
      row.report("entry", "There is no entry '" + entry.get() + "'");
      return Optional.empty();
    }
    return entry;
  }

  private static Optional<String> readOptional(YamlMap yaml, String key) {
    return Optional.of(yaml.readText(key)).filter(text -> !text.isEmpty());
  }

  private static LocalizedText readNote(YamlMap both) {
    both.allowOnly(Set.of("en", "zh"));
    return new LocalizedText(both.requireText("en"), both.requireText("zh"));
  }

  private static LocalizedText readText(YamlMap yaml, String key) {
    if (!yaml.isMap(key)) {
      yaml.report(key, "'" + key + "' is missing: {en: …, zh: …}");
      return new LocalizedText("", "");
    }
    return yaml.readLocalized(key);
  }
}
