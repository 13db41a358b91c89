package dev.faultbook.redaction;

/** Recognises public IPv6 addresses. */
final class IpVersion6 {

  private static final int GROUPS = 8;

  private IpVersion6() {}

  /**
   * Whether the text is a global unicast address (2000::/3) outside the documentation prefixes (RFC
   * 3849, RFC 9637), or embeds a public IPv4 address.
   */
  static boolean isPublic(String text) {
    int v4 = text.indexOf('.') < 0 ? -1 : text.lastIndexOf(':') + 1;
    String head = v4 < 0 ? text : text.substring(0, v4) + "0:0";
    int[] groups = parseGroups(head);
    if (groups.length == 0) {
      return false;
    }
    if (v4 >= 0) {
      return IpVersion4.isPublic(text, v4, text.length());
    }
    boolean mapped = groups[5] == 0xffff;
    for (int i = 0; i < 5; i++) {
      mapped &= groups[i] == 0;
    }
    if (mapped) {
      String quad =
          (groups[6] >> 8)
              + "."
              + (groups[6] & 255)
              + "."
              + (groups[7] >> 8)
              + "."
              + (groups[7] & 255);
      return IpVersion4.isPublic(quad, 0, quad.length());
    }
    boolean global = (groups[0] & 0xe000) == 0x2000;
    boolean documentation = (groups[0] == 0x2001 && groups[1] == 0x0db8) || groups[0] == 0x3fff;
    return global && !documentation;
  }

  /** Parses the eight groups; an empty array if the text is not an address. */
  private static int[] parseGroups(String text) {
    int[] none = new int[0];
    int[] groups = new int[GROUPS];
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return none;
    }
    int before = fillGroups(gap < 0 ? text : text.substring(0, gap), groups);
    if (gap < 0) {
      return before == GROUPS ? groups : none;
    }
    int[] tail = new int[GROUPS];
    int after = fillGroups(text.substring(gap + 2), tail);
    if (before < 0 || after < 0 || before + after >= GROUPS) {
      return none;
    }
    System.arraycopy(tail, 0, groups, GROUPS - after, after);
    return groups;
  }

  /**
   * Parses groups of up to four hexadecimal digits and returns their number; -1 if the text has
   * anything else.
   */
  private static int fillGroups(String text, int[] groups) {
    if (text.isEmpty()) {
      return 0;
    }
    int count = 0;
    int digits = 0;
    int value = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == ':') {
        if (digits == 0 || count == GROUPS) {
          return -1;
        }
        groups[count++] = value;
        digits = 0;
        value = 0;
      } else {
        int digit = Character.digit(text.charAt(i), 16);
        if (digit < 0 || ++digits > 4) {
          return -1;
        }
        value = value * 16 + digit;
      }
    }
    return count;
  }
}
