package dev.faultbook.signature;

import java.math.BigDecimal;
import java.util.Locale;

/** Sizes as logs write them, in bytes. */
final class Sizes {
  private Sizes() {}

  /** Bytes in one of the unit, or 0 when it is no unit. {@code MB} is read as software means it. */
  static double bytesPerUnit(String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "b", "byte", "bytes" -> 1;
      // PyTorch, NCCL, the kernel and docker print KB, MB and GB for powers of 1024.
      case "k", "kb", "kib" -> 1024d;
      case "m", "mb", "mib" -> 1024d * 1024;
      case "g", "gb", "gib" -> 1024d * 1024 * 1024;
      case "t", "tb", "tib" -> 1024d * 1024 * 1024 * 1024;
      default -> 0;
    };
  }

  /** A number of bytes as {@link #parseBytes} reads it. */
  static String formatBytes(double bytes) {
    return BigDecimal.valueOf(Math.max(0, bytes)).toPlainString() + " bytes";
  }

  /** The size in bytes, or NaN when the text is no number with or without a unit. */
  static double parseBytes(String text) {
    String s = text.strip();
    int i = 0;
    while (i < s.length() && (Character.isDigit(s.charAt(i)) || s.charAt(i) == '.')) {
      i++;
    }
    String unit = s.substring(i).strip();
    double factor = unit.isEmpty() ? 1 : bytesPerUnit(unit);
    if (i == 0 || factor == 0) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(s.substring(0, i)) * factor;
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }
}
