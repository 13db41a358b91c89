package dev.faultbook.redaction;

import java.util.List;

/** Recognises public IPv4 addresses in dotted-decimal notation. */
final class IpVersion4 {

  /** First octet of the multicast addresses; from here on, no address is public. */
  private static final int FIRST_MULTICAST = 224;

  private static final int LONGEST = "255.255.255.255".length();

  private static final int[] NO_PARTS = {};

  /**
   * Networks that are not public, from the IANA registry of special-purpose addresses (RFC 6890),
   * as far as they occur in logs.
   */
  private static final List<Network> NETWORKS =
      List.of(
          new Network(0, 0, 0, 8),
          new Network(10, 0, 0, 8),
          new Network(100, 64, 0, 10),
          new Network(127, 0, 0, 8),
          new Network(169, 254, 0, 16),
          new Network(172, 16, 0, 12),
          new Network(192, 0, 0, 24),
          new Network(192, 0, 2, 24),
          new Network(192, 168, 0, 16),
          new Network(198, 18, 0, 15),
          new Network(198, 51, 100, 24),
          new Network(203, 0, 113, 24));

  private IpVersion4() {}

  /** Whether the whole range is a public address. */
  static boolean isPublic(String line, int start, int end) {
    int[] parts = parts(line, start, end);
    return parts.length > 0 && isPublic(parts);
  }

  /** Parses the four octets of an address; none if the range is no address. */
  private static int[] parts(String line, int start, int end) {
    if (end - start > LONGEST) {
      return NO_PARTS;
    }
    int[] parts = new int[4];
    int from = start;
    for (int part = 0; part < parts.length; part++) {
      int dot = line.indexOf('.', from, end);
      int to = dot < 0 ? end : dot;
      parts[part] = part(line, from, to);
      boolean last = part == parts.length - 1;
      if (parts[part] < 0 || last != dot < 0) {
        return NO_PARTS;
      }
      from = to + 1;
    }
    return parts;
  }

  /**
   * Parses an octet; -1 if it is invalid. Leading zeros are invalid, because programs print
   * addresses without them.
   */
  private static int part(String line, int from, int to) {
    boolean padded = to - from > 1 && line.charAt(from) == '0';
    if (from >= to || to - from > 3 || padded) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      if (!TextRuns.isDigit(line.charAt(i))) {
        return -1;
      }
      value = value * 10 + line.charAt(i) - '0';
    }
    return value <= 255 ? value : -1;
  }

  private static boolean isPublic(int[] parts) {
    int address = parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3];
    if (parts[0] >= FIRST_MULTICAST) {
      return false;
    }
    for (Network network : NETWORKS) {
      if (network.holds(address)) {
        return false;
      }
    }
    return true;
  }

  /** A network by the first three octets of its address and its prefix length in bits. */
  private record Network(int a, int b, int c, int bits) {
    boolean holds(int other) {
      return ((a << 24 | b << 16 | c << 8) ^ other) >>> 32 - bits == 0;
    }
  }
}
