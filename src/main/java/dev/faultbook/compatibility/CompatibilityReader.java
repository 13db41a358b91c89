package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Branch;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.PythonRange;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Rule;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.compatibility.CompatibilityTables.WheelIndex;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.content.WebAddress;
import dev.faultbook.content.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the compatibility tables, and checks them for errors. */
public final class CompatibilityReader {
  private static final String FILE = "facts/compatibility.yaml";

  /** The key of each table whose values are unique in it. */
  private static final Map<String, String> KEYS =
      Map.of(
          "gpus", "name",
          "toolkits", "cuda",
          "architectures", "capability",
          "pytorch", "release",
          "rules", "id");

  private static final Version NO_VERSION = new Version("0", List.of(0));

  private final YamlMap yaml;
  private final Map<String, List<YamlMap>> tables = new HashMap<>();
  private final Set<String> cudas = new HashSet<>();

  private CompatibilityReader(Node root, ContentErrors faults) {
    this.yaml = new YamlMap(FILE, root, faults);
  }

  /**
   * Reads the tables of a folder. A team's own folder may omit them; compatibility is then always
   * unknown. If there are errors, the result must not be used.
   *
   * @param faults receives the errors in the file
   */
  public static CompatibilityTables readTables(ContentFiles files, ContentErrors faults) {
    return Optional.ofNullable(files.files().get(FILE))
        .flatMap(bytes -> YamlMap.parse(FILE, bytes, faults))
        .map(root -> new CompatibilityReader(root, faults).readTables())
        .orElse(CompatibilityTables.NONE);
  }

  private CompatibilityTables readTables() {
    yaml.allowOnly(
        Set.of("gpus", "toolkits", "architectures", "branches", "pytorch", "rules", "index"));
    List<Toolkit> toolkits = readRows("toolkits").map(this::readToolkit).toList();
    toolkits.forEach(toolkit -> cudas.add(toolkit.cuda().text()));
    CompatibilityTables read =
        new CompatibilityTables(
            readRows("gpus").map(this::readGpu).toList(),
            toolkits,
            readRows("architectures").map(this::readArchitecture).toList(),
            readRows("branches").map(this::readBranch).toList(),
            readRows("pytorch").map(this::readRelease).toList(),
            readRows("rules").map(this::readRule).toList(),
            readIndex());
    KEYS.forEach(this::checkUnique);
    return read;
  }

  private Optional<WheelIndex> readIndex() {
    if (!yaml.isMap("index")) {
      yaml.report("index", "'index' is missing: the address where pip finds the builds");
      return Optional.empty();
    }
    YamlMap row = yaml.readMap("index");
    checkKeys(row, "address");
    String address = row.requireText("address");
    if (!WebAddress.isValid(address) || !address.contains(WheelIndex.VARIANT)) {
      row.report(
          "address",
          "'" + address + "' is not a web address with " + WheelIndex.VARIANT + " in it");
    }
    return Optional.of(new WheelIndex(address, readSources(row)));
  }

  private Stream<YamlMap> readRows(String key) {
    if (yaml.readItems(key).isEmpty()) {
      yaml.report(key, "'" + key + "' is missing or empty");
    }
    return tables.computeIfAbsent(key, yaml::readMaps).stream();
  }

  private Gpu readGpu(YamlMap row) {
    checkKeys(row, "name", "also", "capability", "platform");
    return new Gpu(
        row.requireText("name"),
        List.copyOf(row.readTexts("also")),
        readCapability(row, "capability"),
        readPlatform(row),
        readSources(row));
  }

  private Toolkit readToolkit(YamlMap row) {
    checkKeys(row, "cuda", "driver", "majorDriver", "from", "to");
    return new Toolkit(
        readVersion(row, "cuda"),
        readVersion(row, "driver"),
        readOptionalVersion(row, "majorDriver"),
        readCapability(row, "from"),
        readCapability(row, "to"),
        readSources(row));
  }

  private Architecture readArchitecture(YamlMap row) {
    checkKeys(row, "capability", "first", "last");
    if (!row.has("first") && !row.has("last")) {
      row.report("capability", "'first' or 'last' is missing");
    }
    return new Architecture(
        readCapability(row, "capability"),
        readOptionalVersion(row, "first"),
        readOptionalVersion(row, "last"),
        readSources(row));
  }

  private Branch readBranch(YamlMap row) {
    checkKeys(row, "from", "to", "first", "last");
    return new Branch(
        readCapability(row, "from"),
        readCapability(row, "to"),
        readOptionalVersion(row, "first").map(Version::major).orElse(0),
        readOptionalVersion(row, "last").map(Version::major).orElse(0),
        readSources(row));
  }

  private Release readRelease(YamlMap row) {
    checkKeys(row, "release", "patches", "default", "builds", "pythons");
    Version release = readVersion(row, "release");
    List<Version> patches = readVersions(row, "patches");
    for (Version patch : patches) {
      if (patch.major() != release.major() || patch.minor() != release.minor()) {
        row.report("patches", "'" + patch + "' is not a patch release of " + release);
      }
    }
    List<Build> builds = row.readMaps("builds").stream().map(this::readBuild).toList();
    String standard = row.requireText("default");
    if (builds.stream().noneMatch(build -> build.variant().equals(standard))) {
      row.report("default", "default: there is no build '" + standard + "'");
    }
    Set<String> seen = new HashSet<>();
    for (Build build : builds) {
      if (!seen.add(build.variant() + " " + build.platform())) {
        row.report("builds", "'" + build.variant() + "' occurs twice");
      }
    }
    return new Release(release, patches, standard, builds, readPythons(row), readSources(row));
  }

  /** Reads the oldest and the newest Python version: {@code pythons: ['3.10', '3.14']}. */
  private Optional<PythonRange> readPythons(YamlMap row) {
    if (!row.has("pythons")) {
      return Optional.empty();
    }
    List<Version> both = readVersions(row, "pythons");
    if (both.size() != 2 || !both.getLast().isAtLeast(both.getFirst())) {
      row.report("pythons", "'pythons' needs the oldest and the newest version: ['3.10', '3.14']");
      return Optional.empty();
    }
    return Optional.of(new PythonRange(both.getFirst(), both.getLast()));
  }

  private Build readBuild(YamlMap row) {
    checkKeys(row, "variant", "platform", "cuda", "capabilities", "ptx", "nccl", "cudnn");
    List<GpuCode> code = readCodes(row, "capabilities");
    if (code.isEmpty()) {
      row.report("capabilities", "'capabilities' is missing or empty");
    }
    String variant = row.requireText("variant");
    Version cuda = readVersion(row, "cuda");
    if (!cudas.contains(cuda.text()) && cuda != NO_VERSION) {
      row.report("cuda", "There is no toolkit '" + cuda + "' in the tables");
    }
    if (!variant.equals("cu" + cuda.major() + cuda.minor())) {
      row.report("variant", "'" + variant + "' does not go with CUDA " + cuda);
    }
    return new Build(
        variant,
        readPlatform(row),
        cuda,
        code,
        row.has("ptx") ? Optional.of(readCodes(row, "ptx")) : Optional.empty(),
        readOptionalVersion(row, "nccl"),
        readOptionalVersion(row, "cudnn"),
        readSources(row));
  }

  private Rule readRule(YamlMap row) {
    checkKeys(row, "id", "en", "zh");
    return new Rule(
        row.requireText("id"),
        new LocalizedText(row.requireText("en"), row.requireText("zh")),
        readSources(row));
  }

  /** Checks the keys of a row, and whether it states how far its sources are to be trusted. */
  private static void checkKeys(YamlMap row, String... keys) {
    Set<String> known = new HashSet<>(List.of(keys));
    known.addAll(List.of("confidence", "sources"));
    row.allowOnly(known);
    row.oneOf("confidence", List.of("primary", "secondary"));
  }

  private static Platform readPlatform(YamlMap row) {
    return row.has("platform")
        ? row.readEnum("platform", Platform.class).orElse(Platform.X86_64)
        : Platform.X86_64;
  }

  private List<String> readSources(YamlMap row) {
    List<String> sources = row.readTexts("sources");
    if (sources.isEmpty()) {
      row.report("sources", "A row needs at least one source");
    }
    for (String source : sources) {
      if (!WebAddress.isValid(source)) {
        row.report("sources", "'" + source + "' is not a web address");
      }
    }
    return List.copyOf(sources);
  }

  private Version readVersion(YamlMap row, String key) {
    String text = row.requireText(key);
    return text.isEmpty() ? NO_VERSION : parseVersion(row, key, text);
  }

  private Version parseVersion(YamlMap row, String key, String text) {
    Optional<Version> version = Version.of(text);
    if (version.isEmpty()) {
      row.report(key, "'" + text + "' is not a version; write numbers with dots, such as 12.8");
    }
    return version.orElse(NO_VERSION);
  }

  private Version readCapability(YamlMap row, String key) {
    Version version = readVersion(row, key);
    if (version != NO_VERSION && version.parts().size() != 2) {
      row.report(key, "'" + version + "' is not a compute capability, such as 8.6");
    }
    return version;
  }

  private Optional<Version> readOptionalVersion(YamlMap row, String key) {
    return row.has(key) ? Optional.of(readVersion(row, key)) : Optional.empty();
  }

  private List<Version> readVersions(YamlMap row, String key) {
    List<Version> versions =
        row.readTexts(key).stream().map(text -> parseVersion(row, key, text)).toList();
    if (versions.isEmpty()) {
      row.report(key, "'" + key + "' is missing or empty");
    }
    return versions;
  }

  private List<GpuCode> readCodes(YamlMap row, String key) {
    List<GpuCode> all = new ArrayList<>();
    for (String text : row.readTexts(key)) {
      Optional<GpuCode> code = GpuCode.of(text);
      if (code.isEmpty()) {
        row.report(key, "'" + text + "' is not a compute capability, such as 8.6, 9.0a or 10.0f");
      }
      code.ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  private void checkUnique(String table, String key) {
    Set<String> seen = new HashSet<>();
    for (YamlMap row : Objects.requireNonNull(tables.get(table))) {
      if (row.fields().get(key) instanceof ScalarNode name && !seen.add(name.getValue())) {
        row.report(key, "'" + name.getValue() + "' occurs twice");
      }
    }
  }
}
