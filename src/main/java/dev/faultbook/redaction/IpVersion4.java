package dev.faultbook.redaction;

/** Dotted quads. */
final class IpVersion4 {

  private IpVersion4() {}

  /** Whether exactly this stretch is an address that the internet knows. */
  static boolean isPublic(String line, int start, int end) {
    int[] parts = new int[4];
    int part = 0;
    int digits = 0;
    if (end - start > 15) {
      return false;
    }
    for (int i = start; i < end; i++) {
      char c = line.charAt(i);
      if (c == '.') {
        if (digits == 0 || ++part > 3) {
          return false;
        }
        digits = 0;
      } else {
        if (digits > 0 && parts[part] == 0) {
          return false; // addresses are printed without leading zeros
        }
        parts[part] = parts[part] * 10 + c - '0';
        digits++;
        if (parts[part] > 255) {
          return false;
        }
      }
    }
    return part == 3 && digits > 0 && isPublic(parts[0], parts[1], parts[2]);
  }

  /** The registry of special addresses (RFC 6890 and its kin), as far as it matters in logs. */
  private static boolean isPublic(int a, int b, int c) {
    boolean reserved =
        a == 0
            || a == 10
            || a == 127
            || a >= 224
            || (a == 100 && b >= 64 && b <= 127)
            || (a == 169 && b == 254)
            || (a == 172 && b >= 16 && b <= 31)
            || (a == 192 && b == 168)
            || (a == 198 && (b == 18 || b == 19));
    boolean documentation =
        (a == 192 && b == 0 && (c == 2 || c == 0))
            || (a == 198 && b == 51 && c == 100)
            || (a == 203 && b == 0 && c == 113);
    return !reserved && !documentation;
  }
}
