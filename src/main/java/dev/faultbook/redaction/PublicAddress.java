package dev.faultbook.redaction;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Tells public IP addresses from those of special networks, which identify nobody and stay. */
final class PublicAddress {

  private static final int GLOBAL_UNICAST = 0b001; // 2000::/3
  private static final int MAX_GROUP = 4;
  private static final int MAX_DIGITS = 3;
  private static final int MAX_V4 = "255.255.255.255".length();

  private final List<Network> special;

  /**
   * @param special networks in the notation {@code 10.0.0.0/8}
   */
  PublicAddress(List<String> special) {
    this.special = special.stream().map(Network::parse).toList();
  }

  /** The addresses that begin with the same bits. */
  private record Network(byte[] address, int bits) {
    static Network parse(String text) {
      int slash = text.indexOf('/');
      byte[] address = InetAddress.ofLiteral(text.substring(0, slash)).getAddress();
      return new Network(address, Integer.parseInt(text.substring(slash + 1)));
    }

    boolean holds(byte[] other) {
      int whole = bits / Byte.SIZE;
      int rest = bits % Byte.SIZE;
      return other.length == address.length
          && Arrays.equals(other, 0, whole, address, 0, whole)
          && (rest == 0 || (other[whole] ^ address[whole]) >> Byte.SIZE - rest == 0);
    }
  }

  /** Whether a whole text is a public address, of version 4 in four numbers without padding. */
  boolean isPublic(String text) {
    InetAddress address;
    try {
      address = InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
    byte[] bytes = address.getAddress();
    boolean plain =
        address instanceof Inet4Address
            ? address.getHostAddress().equals(text)
            : (bytes[0] & 0xff) >> 5 == GLOBAL_UNICAST;
    return plain && special.stream().noneMatch(network -> network.holds(bytes));
  }

  /**
   * Whether a full stop or colon may belong to a public address: it stands behind the first of four
   * numbers that are one, or two groups of a global IPv6 address are around the colon, and another
   * colon.
   */
  boolean mayBeAround(String text, int at) {
    if (text.charAt(at) == ':') {
      int second = text.indexOf(':', at + 1, Math.min(text.length(), at + MAX_GROUP + 2));
      return second > 0
          && at >= MAX_GROUP
          && (text.charAt(at - MAX_GROUP) & ~1) == '2'
          && text.substring(at - MAX_GROUP, at).chars().allMatch(HexFormat::isHexDigit);
    }
    int i = at;
    for (int numbers = 0; numbers < 3; numbers++) {
      if (i + 1 >= text.length()
          || text.charAt(i) != '.'
          || !TextRuns.isDigit(text.charAt(i + 1))) {
        return false;
      }
      i++;
      while (i < text.length() && TextRuns.isDigit(text.charAt(i))) {
        i++;
      }
    }
    int start = at;
    while (start > 0 && at - start <= MAX_DIGITS && TextRuns.isDigit(text.charAt(start - 1))) {
      start--;
    }
    return start < at && i - start <= MAX_V4 && isPublic(text.substring(start, i));
  }
}
