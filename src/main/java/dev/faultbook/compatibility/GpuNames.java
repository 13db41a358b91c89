package dev.faultbook.compatibility;

import com.google.re2j.Pattern;
import dev.faultbook.compatibility.CompatibilityTables.Gpu;
import dev.faultbook.compatibility.CompatibilityTables.Platform;
import dev.faultbook.compatibility.Statement.Kind;
import dev.faultbook.content.Lazy;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the row of a GPU by the various spellings of its name. Vendor, memory size and form factor
 * are ignored; every word of the model must match.
 */
public final class GpuNames {
  private static final Set<String> BRANDS = Set.of("GEFORCE", "QUADRO", "TESLA", "JETSON");

  /** Words that say nothing about the chip. */
  private static final Set<String> ASIDE =
      Set.copyOf(
          TextParts.splitAt(
              "NVIDIA CORPORATION GPU GRAPHICS CARD LAPTOP NOTEBOOK MAX Q PCI PCIE SXM SXM2 SXM3"
                  + " SXM4 SXM5 SXM6 NVL DGXS FHHL HBM HBM2 HBM2E HBM3 HBM3E GDDR6 MIG GENERATION"
                  + " EDITION WORKSTATION SERVER ACTIVE PASCAL BLACKWELL DEVICE SUPERCHIP",
              ' '));

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\pL\\p{Nd}.]+");

  /** Words that distinguish two chips with otherwise equal names, but are often omitted. */
  private static final List<String> OFTEN_LEFT_OUT = List.of("GTX", "ADA");

  private final Lazy<List<Name>> names;

  /** Over the rows of a table, whose names are parsed when the first GPU is looked up. */
  public GpuNames(List<Gpu> gpus) {
    this.names = new Lazy<>(() -> gpus.stream().flatMap(GpuNames::parseNames).toList());
  }

  private static Stream<Name> parseNames(Gpu gpu) {
    return Stream.concat(Stream.of(gpu.name()), gpu.also().stream())
        .map(name -> new Name(gpu, parseWords(name)));
  }

  private record Name(Gpu gpu, Words words) {}

  private record Words(Set<String> brand, Set<String> model, boolean maker) {}

  /**
   * What was found.
   *
   * @param device the GPU
   * @param why why there is none; empty when there is one
   */
  public record Found(Optional<GpuDevice> device, Optional<Statement> why) {}

  public Found findDevice(String given) {
    Optional<Version> capability = parseCapability(given);
    if (capability.isPresent()) {
      return new Found(
          Optional.of(
              new GpuDevice(
                  "sm_" + capability.get().major() + capability.get().minor(),
                  capability.get(),
                  CubinCompatibility.isApart(capability.get()) ? Platform.JETSON : Platform.X86_64,
                  Optional.empty())),
          Optional.empty());
    }
    if (given.endsWith("...")) {
      return notFound(Statement.of(Kind.GPU_CUT, given));
    }
    Words asked = parseWords(given);
    List<Name> hits = new ArrayList<>(findMatches(asked));
    for (String prefix : List.of("RTX", "GTX")) {
      if (hits.isEmpty() && !asked.model().isEmpty()) {
        Set<String> longer = new HashSet<>(asked.model());
        longer.add(prefix);
        hits.addAll(findMatches(new Words(asked.brand(), longer, asked.maker())));
      }
    }
    hits.addAll(findRivals(asked, hits));
    Set<String> capabilities = new TreeSet<>();
    hits.forEach(hit -> capabilities.add(hit.gpu().capability().text()));
    if (capabilities.size() == 1) {
      Gpu gpu = hits.getFirst().gpu();
      return new Found(
          Optional.of(
              new GpuDevice(gpu.name(), gpu.capability(), gpu.platform(), Optional.of(gpu))),
          Optional.empty());
    }
    if (capabilities.isEmpty()) {
      return notFound(Statement.of(Kind.GPU_UNLISTED, given));
    }
    return notFound(
        Statement.of(
            Kind.GPU_AMBIGUOUS, given, hits.stream().map(hit -> hit.gpu().name()).toList()));
  }

  private List<Name> findMatches(Words asked) {
    return names.get().stream()
        .filter(name -> name.words().model().equals(asked.model()))
        .filter(name -> brandsAgree(name.words().brand(), asked.brand()))
        .toList();
  }

  /** Without its brand a name may also denote another model. */
  private List<Name> findRivals(Words asked, List<Name> hits) {
    boolean branded =
        hits.stream()
            .allMatch(
                hit ->
                    hit.words().brand().isEmpty()
                        ? asked.maker() || !asked.brand().isEmpty()
                        : asked.brand().containsAll(hit.words().brand()));
    if (branded) {
      return List.of();
    }
    List<Name> rivals = new ArrayList<>();
    for (Name hit : hits) {
      for (String word : OFTEN_LEFT_OUT) {
        Set<String> longer = new HashSet<>(hit.words().model());
        if (longer.add(word)) {
          names.get().stream().filter(n -> n.words().model().equals(longer)).forEach(rivals::add);
        }
      }
    }
    return rivals;
  }

  private static boolean brandsAgree(Set<String> row, Set<String> asked) {
    return row.isEmpty() || asked.isEmpty() || row.equals(asked);
  }

  private static Found notFound(Statement why) {
    return new Found(Optional.empty(), Optional.of(why));
  }

  /** {@code sm_120}, {@code 12.0} and {@code compute capability 12.0}. */
  private static Optional<Version> parseCapability(String given) {
    String text = given.toLowerCase(Locale.ROOT);
    for (String prefix : List.of("compute capability", "capability", "cc", "sm_", "compute_")) {
      if (text.startsWith(prefix)) {
        text = text.substring(prefix.length()).strip();
        break;
      }
    }
    boolean number = Version.of(text).filter(v -> v.parts().size() == 1).isPresent();
    if (number && text.length() >= 2 && text.length() <= 3 && given.indexOf('_') > 0) {
      text = FactNormalizer.separateMinor(text);
    }
    return Version.of(text).filter(version -> version.parts().size() == 2);
  }

  private static Words parseWords(String name) {
    Set<String> brand = new HashSet<>();
    Set<String> model = new HashSet<>();
    boolean maker = false;
    List<String> tokens = splitTokens(name);
    for (int i = 0; i < tokens.size(); i++) {
      String word = tokens.get(i);
      boolean memory = i + 1 < tokens.size() && tokens.get(i + 1).equals("GB") && isNumber(word);
      maker |= word.equals("NVIDIA");
      if (BRANDS.contains(word)) {
        brand.add(word);
      } else if (!memory && !word.equals("GB") && !ASIDE.contains(word) && !isSize(word)) {
        model.add(word);
      }
    }
    return new Words(brand, model, maker);
  }

  private static List<String> splitTokens(String name) {
    List<String> tokens = new ArrayList<>();
    for (String word : BETWEEN_WORDS.split(name.toUpperCase(Locale.ROOT))) {
      if (!word.isEmpty()) {
        splitWord(word, tokens);
      }
    }
    return tokens;
  }

  /** {@code RTX4090} and {@code 1080TI} are two words each. */
  private static void splitWord(String word, List<String> tokens) {
    if ((word.startsWith("RTX") || word.startsWith("GTX"))
        && word.length() > 3
        && Character.isDigit(word.charAt(3))) {
      tokens.add(word.substring(0, 3));
      splitWord(word.substring(3), tokens);
      return;
    }
    for (String end : List.of("TI", "SUPER", "D")) {
      int cut = word.length() - end.length();
      if (cut > 0 && word.endsWith(end) && isNumber(word.substring(0, cut))) {
        tokens.add(word.substring(0, cut));
        tokens.add(end);
        return;
      }
    }
    tokens.add(word);
  }

  /** {@code 80GB}, a slice such as {@code 1G.10GB}, or a count such as {@code 8X}. */
  private static boolean isSize(String word) {
    if (word.endsWith("GB") && word.length() > 2) {
      return word.substring(0, word.length() - 2)
          .chars()
          .allMatch(c -> "0123456789.G".indexOf(c) >= 0);
    }
    return word.endsWith("X") && isNumber(word.substring(0, word.length() - 1));
  }

  static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
