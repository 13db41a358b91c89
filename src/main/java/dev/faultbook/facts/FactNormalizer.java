package dev.faultbook.facts;

import java.util.Locale;
import java.util.Set;

/** Brings what lines write to one form, and drops what cannot be a value of its fact. */
final class FactNormalizer {
  private static final Set<String> VERSIONS =
      Set.of(
          "driver",
          "driver_library",
          "driver_cuda",
          "cuda",
          "cuda_toolkit",
          "cuda_wheel",
          "compute_capability",
          "torch",
          "nccl",
          "nccl_cuda",
          "cudnn",
          "python",
          "world_size");

  private FactNormalizer() {}

  /** The name under which a fact is kept. */
  static String name(String fact) {
    return fact.equals("driver_cuda_number") ? "driver_cuda" : fact;
  }

  /** The value in its one form; empty when it is none. */
  static String value(String fact, String text) {
    String value =
        switch (fact) {
          case "driver_cuda_number" -> decimal(text);
          case "compute_capability" -> capability(text);
          case "cuda" -> cuda(text);
          case "nccl" -> nccl(text.replace(", ", "."));
          case "cudnn" -> cudnn(text);
          case "container" -> container(text);
          case "nccl_wheel" -> text.replaceFirst(" +", "==");
          case "gpu" -> gpu(text);
          case "torch" -> text.replace("%2B", "+");
          case "shm_size" -> blocks(text);
          case "gpu_links" -> text.strip().replaceAll("\\s+", " ");
          default -> text;
        };
    String trimmed = trimmed(value);
    boolean version = !trimmed.isEmpty() && Character.isDigit(trimmed.charAt(0));
    return VERSIONS.contains(name(fact)) && !version ? "" : trimmed;
  }

  /** A full stop or comma at the end belongs to the sentence, not to the value. */
  private static String trimmed(String text) {
    int end = text.length();
    while (end > 0 && ".,;\"'".indexOf(text.charAt(end - 1)) >= 0 && !text.endsWith("...")) {
      end--;
    }
    return text.substring(0, end).strip();
  }

  /** 12040 is CUDA 12.4 (cudaDriverGetVersion: 1000 × major + 10 × minor). */
  private static String decimal(String number) {
    int n = number(number);
    return n < 0 ? "" : n / 1000 + "." + n % 1000 / 10;
  }

  /** {@code 120} and {@code 12, 0} are 12.0. */
  private static String capability(String text) {
    String s = text.replace(", ", ".");
    if (s.indexOf('.') < 0 && s.length() >= 2) {
      return s.substring(0, s.length() - 1) + "." + s.charAt(s.length() - 1);
    }
    return s;
  }

  /** {@code 118} of a wheel's suffix is 11.8. */
  static String cuda(String text) {
    return text.length() == 3 && text.indexOf('.') < 0
        ? text.substring(0, 2) + "." + text.charAt(2)
        : text;
  }

  /**
   * PyTorch before 1.12 took NCCL's number apart as if it were that of NCCL 2.8 and older, so that
   * 21003, which is 2.10.3, reads 21.0.3 there.
   */
  private static String nccl(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3 || number(parts[0]) < 20) {
      return text;
    }
    int code = number(parts[0]) * 1000 + number(parts[1]) * 100 + number(parts[2]);
    return code / 10000 + "." + code % 10000 / 100 + "." + code % 100;
  }

  /** 8902 is 8.9.2; from 9 on the major counts ten thousands. */
  private static String cudnn(String text) {
    int n = text.indexOf('.') < 0 ? number(text) : -1;
    int major = n >= 90_000 ? 10_000 : 1000;
    return n < 0 ? text : n / major + "." + n % major / 100 + "." + n % 100;
  }

  /** nvidia-smi cuts long names, and what is left of one is no model. */
  private static String gpu(String text) {
    return text.endsWith("...") ? "NVIDIA GeForce " + text : text;
  }

  /** A bare number is what df counts, blocks of 1024 bytes. */
  private static String blocks(String text) {
    int n = number(text);
    return n < 0 ? text : n % 1024 == 0 ? n / 1024 + "M" : n + "K";
  }

  private static String container(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "kubelet", "kubepods", "k8s.io", "kubernetes" -> "kubernetes";
      case "microsoft", "wsl" -> "wsl";
      case "podman", "apptainer" -> text;
      default -> "docker";
    };
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
