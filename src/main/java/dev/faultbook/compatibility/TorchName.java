package dev.faultbook.compatibility;

import dev.faultbook.compatibility.CompatibilityTables.Release;
import dev.faultbook.language.LocalizedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A version of PyTorch as {@code torch.__version__} or pip writes it.
 *
 * @param text as it was given, without the name of the package
 * @param release its release, when the tables have it
 * @param patch the patch release
 * @param variant such as cu118; empty when it is not stated
 * @param cpu whether it is a build without CUDA
 * @param why why it cannot be judged; empty when it can
 */
public record TorchName(
    String text,
    Optional<Release> release,
    Optional<Version> patch,
    Optional<String> variant,
    boolean cpu,
    Optional<LocalizedText> why) {

  public static TorchName of(String given, CompatibilityTables tables) {
    String text = bare(given);
    int plus = text.indexOf('+');
    String version = plus < 0 ? text : text.substring(0, plus);
    String local = plus < 0 ? "" : text.substring(plus + 1).toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < version.length() && "0123456789.".indexOf(version.charAt(digits)) >= 0) {
      digits++;
    }
    String rest = version.substring(digits).toLowerCase(Locale.ROOT);
    String number = version.substring(0, digits);
    while (number.endsWith(".")) {
      number = number.substring(0, number.length() - 1);
    }
    Optional<Version> patch = Version.of(number).filter(v -> v.parts().size() >= 2);
    if (patch.isEmpty() || patch.get().parts().size() > 3) {
      return unknown(
          text,
          "“" + text + "” is no version of PyTorch such as 2.7.1 or 2.7.1+cu128.",
          "“" + text + "”不是 PyTorch 版本号，应形如 2.7.1 或 2.7.1+cu128。");
    }
    Version asked = patch.get();
    Optional<Release> release =
        tables.releases().stream()
            .filter(r -> r.release().major() == asked.major())
            .filter(r -> r.release().minor() == asked.minor())
            .findFirst();
    boolean whole = asked.parts().size() == 2;
    boolean listed =
        release.isPresent()
            && (whole || release.get().patches().stream().anyMatch(p -> p.compareTo(asked) == 0));
    if (local.equals("cpu") || local.startsWith("cpu.")) {
      return new TorchName(
          text,
          listed ? release : Optional.empty(),
          whole ? Optional.empty() : patch,
          Optional.empty(),
          true,
          Optional.empty());
    }
    if (!rest.isEmpty()) {
      return unknown(
          text,
          "PyTorch "
              + text
              + " is no release (nightly, candidate or own build); the tables list"
              + " releases only. torch.cuda.get_arch_list() tells what it was built for.",
          "PyTorch "
              + text
              + " 不是正式发布版（nightly、候选版或自行编译），表中只有发布版。可用"
              + " torch.cuda.get_arch_list() 查看它的编译目标。");
    }
    if (!listed) {
      String newest =
          tables.releases().isEmpty()
              ? "–"
              : tables.releases().getLast().patches().getLast().text();
      return unknown(
          text,
          "PyTorch " + number + " is not in the tables; the newest there is " + newest + ".",
          "表中没有 PyTorch " + number + "，表中最新的是 " + newest + "。");
    }
    if (local.isEmpty()) {
      return new TorchName(
          text,
          release,
          whole ? Optional.empty() : patch,
          Optional.empty(),
          false,
          Optional.empty());
    }
    int dot = local.indexOf('.');
    String variant = dot < 0 ? local : local.substring(0, dot);
    if (release.get().builds().stream().noneMatch(build -> build.variant().equals(variant))) {
      return unknown(
          text,
          "The tables have no build “"
              + local
              + "” of PyTorch "
              + number
              + "; they have "
              + String.join(", ", variants(release.get()))
              + ".",
          "表中没有 PyTorch "
              + number
              + " 的“"
              + local
              + "”构建，只有 "
              + String.join("、", variants(release.get()))
              + "。");
    }
    return new TorchName(
        text,
        release,
        whole ? Optional.empty() : patch,
        Optional.of(variant),
        false,
        Optional.empty());
  }

  private static List<String> variants(Release release) {
    return release.builds().stream().map(CompatibilityTables.Build::variant).distinct().toList();
  }

  private static String bare(String given) {
    String text = given.strip();
    for (String prefix : List.of("pytorch", "torch", "==", "version", ":", "v")) {
      if (text.regionMatches(true, 0, prefix, 0, prefix.length())) {
        text = text.substring(prefix.length()).strip();
      }
    }
    return text;
  }

  private static TorchName unknown(String text, String en, String zh) {
    return new TorchName(
        text,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(new LocalizedText(en, zh)));
  }
}
