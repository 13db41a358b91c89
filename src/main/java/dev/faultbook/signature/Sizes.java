package dev.faultbook.signature;

import java.math.BigDecimal;
import java.util.Locale;

/** Converts sizes in logs to bytes. */
final class Sizes {
  private Sizes() {}

  /** Bytes per unit; 0 if it is not a unit. {@code MB} has the meaning that software gives it. */
  static double bytesPerUnit(String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "b", "byte", "bytes" -> 1;
      // PyTorch, NCCL, the kernel and docker print KB, MB and GB for powers of 1024.
      case "k", "kb", "ki", "kib" -> 1024d;
      case "m", "mb", "mi", "mib" -> 1024d * 1024;
      case "g", "gb", "gi", "gib" -> 1024d * 1024 * 1024;
      case "t", "tb", "ti", "tib" -> 1024d * 1024 * 1024 * 1024;
      default -> 0;
    };
  }

  /** A number of bytes in a form that {@link #parseBytes} accepts. */
  static String formatBytes(double bytes) {
    return BigDecimal.valueOf(Math.max(0, bytes)).toPlainString() + " bytes";
  }

  /** The size in bytes; NaN if the text is not a number with or without a unit. */
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
