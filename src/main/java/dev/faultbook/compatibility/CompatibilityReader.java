package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Architecture;
import dev.faultbook.compatibility.CompatibilityTables.Branch;
import dev.faultbook.compatibility.CompatibilityTables.Build;
import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.CompatibilityTables.Rule;
import dev.faultbook.compatibility.CompatibilityTables.Toolkit;
import dev.faultbook.language.LocalizedText;
import dev.faultbook.yaml.ContentErrors;
import dev.faultbook.yaml.WebAddress;
import dev.faultbook.yaml.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the compatibility tables. */
public final class CompatibilityReader {
  public static final String FILE = "facts/compatibility.yaml";

  private static final Version NO_VERSION = new Version("0", List.of(0));
  private static final List<String> PLATFORMS =
      Stream.of(Platform.values()).map(Platform::tag).toList();

  private final YamlMap yaml;
  private final ContentErrors faults;
  private final Map<String, List<YamlMap>> tables = new HashMap<>();
  private final Set<String> cudas = new HashSet<>();

  public CompatibilityReader(Node root, ContentErrors faults) {
    this.yaml = new YamlMap(FILE, root, faults);
    this.faults = faults;
  }

  public CompatibilityTables read() {
    yaml.allow(Set.of("gpus", "toolkits", "architectures", "branches", "pytorch", "rules"));
    List<Toolkit> toolkits = rows("toolkits").map(this::toolkit).toList();
    toolkits.forEach(toolkit -> cudas.add(toolkit.cuda().text()));
    CompatibilityTables read =
        new CompatibilityTables(
            rows("gpus").map(this::gpu).toList(),
            toolkits,
            rows("architectures").map(this::architecture).toList(),
            rows("branches").map(this::branch).toList(),
            rows("pytorch").map(this::release).toList(),
            rows("rules").map(this::rule).toList());
    once("gpus", "name");
    once("toolkits", "cuda");
    once("architectures", "capability");
    once("pytorch", "release");
    once("rules", "id");
    return read;
  }

  private Stream<YamlMap> rows(String key) {
    if (yaml.items(key).isEmpty()) {
      faults.add(FILE, yaml.line(key), "'" + key + "' is missing or empty");
    }
    return tables.computeIfAbsent(key, yaml::maps).stream();
  }

  private Gpu gpu(YamlMap row) {
    allow(row, "name", "also", "capability", "platform");
    return new Gpu(
        row.required("name"),
        row.texts("also"),
        capability(row, "capability"),
        platform(row),
        primary(row),
        sources(row));
  }

  private Toolkit toolkit(YamlMap row) {
    allow(row, "cuda", "driver", "majorDriver", "from", "to");
    return new Toolkit(
        version(row, "cuda"),
        version(row, "driver"),
        optional(row, "majorDriver"),
        capability(row, "from"),
        capability(row, "to"),
        primary(row),
        sources(row));
  }

  private Architecture architecture(YamlMap row) {
    allow(row, "capability", "first", "last");
    if (!row.has("first") && !row.has("last")) {
      fault(row, "capability", "'first' or 'last' is missing");
    }
    return new Architecture(
        capability(row, "capability"),
        optional(row, "first"),
        optional(row, "last"),
        primary(row),
        sources(row));
  }

  private Branch branch(YamlMap row) {
    allow(row, "from", "to", "first", "last");
    return new Branch(
        capability(row, "from"),
        capability(row, "to"),
        optional(row, "first").map(Version::major).orElse(0),
        optional(row, "last").map(Version::major).orElse(0),
        primary(row),
        sources(row));
  }

  private Release release(YamlMap row) {
    allow(row, "release", "patches", "default", "builds");
    Version release = version(row, "release");
    List<Version> patches = versions(row, "patches");
    for (Version patch : patches) {
      if (patch.major() != release.major() || patch.minor() != release.minor()) {
        fault(row, "patches", "'" + patch + "' is no patch release of " + release);
      }
    }
    List<Build> builds = row.maps("builds").stream().map(this::build).toList();
    String standard = row.required("default");
    if (builds.stream().noneMatch(build -> build.variant().equals(standard))) {
      fault(row, "default", "default: there is no build '" + standard + "'");
    }
    Set<String> seen = new HashSet<>();
    for (Build build : builds) {
      if (!seen.add(build.variant() + " " + build.platform())) {
        fault(row, "builds", "'" + build.variant() + "' stands twice");
      }
    }
    return new Release(release, patches, standard, builds, primary(row), sources(row));
  }

  private Build build(YamlMap row) {
    allow(row, "variant", "platform", "cuda", "capabilities", "ptx", "nccl", "cudnn");
    List<GpuCode> code = code(row, "capabilities");
    if (code.isEmpty()) {
      fault(row, "capabilities", "'capabilities' is missing or empty");
    }
    String variant = row.required("variant");
    Version cuda = version(row, "cuda");
    if (!cudas.contains(cuda.text()) && cuda != NO_VERSION) {
      fault(row, "cuda", "There is no toolkit '" + cuda + "' in the tables");
    }
    if (!variant.equals("cu" + cuda.major() + cuda.minor())) {
      fault(row, "variant", "'" + variant + "' does not go with CUDA " + cuda);
    }
    return new Build(
        variant,
        platform(row),
        cuda,
        code,
        row.has("ptx") ? Optional.of(code(row, "ptx")) : Optional.empty(),
        optional(row, "nccl"),
        optional(row, "cudnn"),
        primary(row),
        sources(row));
  }

  private Rule rule(YamlMap row) {
    allow(row, "id", "en", "zh");
    return new Rule(
        row.required("id"),
        new LocalizedText(row.required("en"), row.required("zh")),
        primary(row),
        sources(row));
  }

  private static void allow(YamlMap row, String... keys) {
    Set<String> known = new HashSet<>(List.of(keys));
    known.addAll(List.of("confidence", "sources"));
    row.allow(known);
  }

  private static boolean primary(YamlMap row) {
    return row.oneOf("confidence", List.of("primary", "secondary")).equals("primary");
  }

  private static Platform platform(YamlMap row) {
    String tag = row.has("platform") ? row.oneOf("platform", PLATFORMS) : "";
    return tag.isEmpty() ? Platform.X86_64 : Platform.valueOf(tag.toUpperCase(Locale.ROOT));
  }

  private List<String> sources(YamlMap row) {
    List<String> sources = row.texts("sources");
    if (sources.isEmpty()) {
      fault(row, "sources", "A row needs at least one source");
    }
    for (String source : sources) {
      if (!WebAddress.is(source)) {
        fault(row, "sources", "'" + source + "' is no web address");
      }
    }
    return sources;
  }

  private Version version(YamlMap row, String key) {
    String text = row.required(key);
    return text.isEmpty() ? NO_VERSION : version(row, key, text);
  }

  private Version version(YamlMap row, String key, String text) {
    Optional<Version> version = Version.of(text);
    if (version.isEmpty()) {
      fault(row, key, "'" + text + "' is no version; write numbers with dots, such as 12.8");
    }
    return version.orElse(NO_VERSION);
  }

  private Version capability(YamlMap row, String key) {
    Version version = version(row, key);
    if (version != NO_VERSION && version.parts().size() != 2) {
      fault(row, key, "'" + version + "' is no compute capability, such as 8.6");
    }
    return version;
  }

  private Optional<Version> optional(YamlMap row, String key) {
    return row.has(key) ? Optional.of(version(row, key)) : Optional.empty();
  }

  private List<Version> versions(YamlMap row, String key) {
    List<Version> versions = row.texts(key).stream().map(text -> version(row, key, text)).toList();
    if (versions.isEmpty()) {
      fault(row, key, "'" + key + "' is missing or empty");
    }
    return versions;
  }

  private List<GpuCode> code(YamlMap row, String key) {
    List<GpuCode> all = new ArrayList<>();
    for (String text : row.texts(key)) {
      Optional<GpuCode> code = GpuCode.of(text);
      if (code.isEmpty()) {
        fault(row, key, "'" + text + "' is no compute capability, such as 8.6, 9.0a or 10.0f");
      }
      code.ifPresent(all::add);
    }
    return all;
  }

  private void once(String table, String key) {
    Set<String> seen = new HashSet<>();
    for (YamlMap row : tables.get(table)) {
      if (row.fields().get(key) instanceof ScalarNode name && !seen.add(name.getValue())) {
        fault(row, key, "'" + name.getValue() + "' stands twice");
      }
    }
  }

  private void fault(YamlMap row, String key, String message) {
    faults.add(FILE, row.line(key), message);
  }
}
