package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.compatibility.Statement.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A version of PyTorch as in {@code torch.__version__} or pip.
 *
 * @param text as given, without the name of the package
 * @param release its release, if the tables have it
 * @param patch the patch release
 * @param variant such as cu118; empty if it is not stated
 * @param cpu whether it is a build without CUDA
 * @param why why it cannot be judged; empty if it can
 */
public record TorchName(
    String text,
    Optional<Release> release,
    Optional<Version> patch,
    Optional<String> variant,
    boolean cpu,
    Optional<Statement> why) {

  /** Parses a version; if it cannot be judged, the result states why. */
  public static TorchName of(String given, CompatibilityTables tables) {
    String text = stripPrefixes(given);
    int plus = text.indexOf('+');
    String version = plus < 0 ? text : text.substring(0, plus);
    String local = plus < 0 ? "" : text.substring(plus + 1).toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < version.length() && "0123456789.".indexOf(version.charAt(digits)) >= 0) {
      digits++;
    }
    String number = version.substring(0, digits);
    while (number.endsWith(".")) {
      number = number.substring(0, number.length() - 1);
    }
    Optional<Version> patch = Version.of(number).filter(v -> v.parts().size() >= 2);
    if (patch.isEmpty() || patch.get().parts().size() > 3) {
      return unknownName(text, Statement.of(Kind.TORCH_INVALID, text));
    }
    Optional<Release> release = findListed(patch.get(), tables);
    Optional<Version> whole = patch.filter(asked -> asked.parts().size() > 2);
    if (local.equals("cpu") || local.startsWith("cpu.")) {
      return new TorchName(text, release, whole, Optional.empty(), true, Optional.empty());
    }
    if (digits < version.length()) {
      return unknownName(text, Statement.of(Kind.TORCH_NO_RELEASE, text));
    }
    if (release.isEmpty()) {
      return unknownName(text, Statement.of(Kind.TORCH_UNLISTED, number, newestVersion(tables)));
    }
    int dot = local.indexOf('.');
    String variant = dot < 0 ? local : local.substring(0, dot);
    List<String> variants = listVariants(release.get());
    if (!local.isEmpty() && !variants.contains(variant)) {
      return unknownName(text, Statement.of(Kind.TORCH_VARIANT_UNLISTED, local, number, variants));
    }
    return new TorchName(
        text,
        release,
        whole,
        Optional.of(variant).filter(name -> !name.isEmpty()),
        false,
        Optional.empty());
  }

  /** The release, if the tables have it and the patch release, if one is given. */
  private static Optional<Release> findListed(Version asked, CompatibilityTables tables) {
    return tables.releases().stream()
        .filter(r -> r.release().major() == asked.major())
        .filter(r -> r.release().minor() == asked.minor())
        .findFirst()
        .filter(
            r ->
                asked.parts().size() == 2
                    || r.patches().stream().anyMatch(p -> p.compareTo(asked) == 0));
  }

  private static String newestVersion(CompatibilityTables tables) {
    return tables.releases().isEmpty()
        ? "–"
        : tables.releases().getLast().patches().getLast().text();
  }

  private static List<String> listVariants(Release release) {
    return release.builds().stream().map(CompatibilityTables.Build::variant).distinct().toList();
  }

  private static String stripPrefixes(String given) {
    String text = given.strip();
    for (String prefix : List.of("pytorch", "torch", "==", "version", ":", "v")) {
      if (text.regionMatches(true, 0, prefix, 0, prefix.length())) {
        text = text.substring(prefix.length()).strip();
      }
    }
    return text;
  }

  private static TorchName unknownName(String text, Statement why) {
    return new TorchName(
        text, Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.of(why));
  }
}
