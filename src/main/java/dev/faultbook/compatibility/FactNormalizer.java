package dev.faultbook.compatibility;

import dev.faultbook.log.TextParts;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Normalizes the values of facts as logs write them, and drops what cannot be a value of its fact.
 */
final class FactNormalizer {
  private static final Set<String> VERSIONS =
      Set.copyOf(
          TextParts.splitAt(
              "driver driver_library driver_cuda cuda cuda_toolkit cuda_wheel"
                  + " compute_capability torch nccl nccl_cuda cudnn python world_size",
              ' '));

  private FactNormalizer() {}

  static String normalizeName(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }

  private static final Map<String, UnaryOperator<String>> FORMS =
      Map.ofEntries(
          Map.entry("driver_cuda_number", FactNormalizer::normalizeDriverCuda),
          Map.entry("compute_capability", FactNormalizer::normalizeCapability),
          Map.entry("cuda", FactNormalizer::normalizeCuda),
          Map.entry("nccl", text -> normalizeNccl(text.replace(", ", "."))),
          Map.entry("cudnn", FactNormalizer::normalizeCudnn),
          Map.entry("container", FactNormalizer::normalizeContainer),
          Map.entry("nccl_wheel", FactNormalizer::normalizeWheel),
          Map.entry("gpu", FactNormalizer::normalizeGpu),
          Map.entry("torch", text -> text.replace("%2B", "+")),
          Map.entry("shm_size", FactNormalizer::normalizeBlocks),
          Map.entry("gpu_links", FactNormalizer::singleBlanks));

  /** The value in its canonical form; empty when it cannot be a value of the fact. */
  static String normalizeValue(String fact, String text) {
    String value = FORMS.getOrDefault(fact, UnaryOperator.identity()).apply(text);
    String trimmed = trimPunctuation(value);
    boolean version = !trimmed.isEmpty() && Character.isDigit(trimmed.charAt(0));
    return VERSIONS.contains(normalizeName(fact)) && !version ? "" : trimmed;
  }

  /** {@code nvidia-nccl-cu12 2.21.5} of {@code pip list}, written as a requirement. */
  private static String normalizeWheel(String text) {
    int blank = text.indexOf(' ');
    return blank < 0 ? text : text.substring(0, blank) + "==" + text.substring(blank).strip();
  }

  /** {@code GPU0 X NV18} of {@code nvidia-smi topo -m}, with a single blank between the columns. */
  private static String singleBlanks(String text) {
    return Collections.list(new StringTokenizer(text)).stream()
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  /** Drops a full stop or comma at the end: it belongs to the sentence, not to the value. */
  private static String trimPunctuation(String text) {
    int end = text.length();
    while (end > 0 && ".,;\"'".indexOf(text.charAt(end - 1)) >= 0 && !text.endsWith("...")) {
      end--;
    }
    return text.substring(0, end).strip();
  }

  /** 12040 is CUDA 12.4 (cudaDriverGetVersion: 1000 × major + 10 × minor). */
  private static String normalizeDriverCuda(String number) {
    int n = parseNumber(number);
    return n < 0 ? "" : n / 1000 + "." + n % 1000 / 10;
  }

  /** {@code 120} and {@code 12, 0} are 12.0. */
  private static String normalizeCapability(String text) {
    return separateMinor(text.replace(", ", "."));
  }

  /** {@code 118} of a wheel's suffix is 11.8. */
  private static String normalizeCuda(String text) {
    return text.length() == 3 ? separateMinor(text) : text;
  }

  /** {@code 12.0} for {@code 120}: the last digit is the minor version if there is no dot. */
  static String separateMinor(String text) {
    int last = text.length() - 1;
    return text.indexOf('.') < 0 && last > 0
        ? text.substring(0, last) + "." + text.charAt(last)
        : text;
  }

  /**
   * PyTorch before 1.12 decoded NCCL's version number by the rule for NCCL 2.8 and older, so that
   * 21003, which is 2.10.3, is printed as 21.0.3.
   */
  private static String normalizeNccl(String text) {
    List<Integer> parts = Version.of(text).map(Version::parts).orElse(List.of());
    if (parts.size() != 3 || parts.getFirst() < 20) {
      return text;
    }
    int code = parts.getFirst() * 1000 + parts.get(1) * 100 + parts.get(2);
    return code / 10000 + "." + code % 10000 / 100 + "." + code % 100;
  }

  /** 8902 is 8.9.2; from version 9 on the major counts ten thousands. */
  private static String normalizeCudnn(String text) {
    int n = text.indexOf('.') < 0 ? parseNumber(text) : -1;
    int major = n >= 90_000 ? 10_000 : 1000;
    return n < 0 ? text : n / major + "." + n % major / 100 + "." + n % 100;
  }

  /** nvidia-smi cuts long names; a name that was cut is not a model. */
  private static String normalizeGpu(String text) {
    return text.endsWith("...") ? "NVIDIA GeForce " + text : text;
  }

  /** A bare number counts blocks of 1024 bytes, as df does. */
  private static String normalizeBlocks(String text) {
    int n = parseNumber(text);
    if (n < 0) {
      return text;
    }
    return n % 1024 == 0 ? n / 1024 + "M" : n + "K";
  }

  private static String normalizeContainer(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "kubelet", "kubepods", "k8s.io", "kubernetes" -> "kubernetes";
      case "microsoft", "wsl" -> "wsl";
      case "podman", "apptainer" -> text;
      default -> "docker";
    };
  }

  private static int parseNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
