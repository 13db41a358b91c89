package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Public IPv4 and IPv6 addresses. Private and reserved addresses are kept, and so are version
 * numbers that look like addresses.
 */
final class IpAddresses implements SecretFinder {

  private static final int LONGEST = 48;

  private record Span(int start, int end) {}

  /** The start of a host name that holds the address of the host. */
  private record HostName(String prefix, LineGrams.Trigger trigger) {
    HostName(String prefix) {
      this(prefix, new LineGrams.Trigger(prefix));
    }
  }

  private static final List<HostName> HOST_NAMES =
      List.of(new HostName("ec2-"), new HostName("ip-"), new HostName("ecs-"));

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (HostName host : HOST_NAMES) {
      if (host.trigger.mayOccurIn(grams)) {
        findInHostNames(line, host.prefix, found);
      }
    }
    VersionNumbers versions = new VersionNumbers(line);
    int i = 0;
    while (i < line.length()) {
      if (!isPart(line.charAt(i))) {
        i++;
        continue;
      }
      int end = i;
      int dots = 0;
      int colons = 0;
      while (end < line.length() && isPart(line.charAt(end))) {
        dots += line.charAt(end) == '.' ? 1 : 0;
        colons += line.charAt(end) == ':' ? 1 : 0;
        end++;
      }
      if (colons >= 2 && end - i <= LONGEST) {
        findVersion6(line, i, end, found);
      }
      if (dots >= 3) {
        versions4(line, i, end).stream()
            .filter(at -> !versions.isOne(at.start(), at.end()))
            .forEach(at -> found.add(at.start(), at.end(), SecretKind.IP));
      }
      i = end;
    }
  }

  /** Redacts the address in {@code ec2-54-183-22-19.compute-1.amazonaws.com}. */
  private static void findInHostNames(String line, String prefix, RedactedSpans found) {
    int at = line.indexOf(prefix);
    while (at >= 0) {
      int start = at + prefix.length();
      int end = start;
      while (end < line.length()
          && end - start <= LONGEST
          && (TextRuns.isDigit(line.charAt(end)) || line.charAt(end) == '-')) {
        end++;
      }
      boolean glued = at > 0 && TextRuns.isLetterOrDigit(line.charAt(at - 1));
      String address = line.substring(start, end).replace('-', '.');
      if (!glued && IpVersion4.isPublic(address, 0, address.length())) {
        found.add(start, end, SecretKind.IP);
      }
      at = line.indexOf(prefix, end);
    }
  }

  private static boolean isPart(char c) {
    return TextRuns.isDigit(c)
        || (c >= 'a' && c <= 'f')
        || (c >= 'A' && c <= 'F')
        || c == ':'
        || c == '.';
  }

  private static void findVersion6(String line, int start, int end, RedactedSpans found) {
    int last = end;
    while (last > start && (line.charAt(last - 1) == '.' || endsWithOneColon(line, start, last))) {
      last--;
    }
    // "eth0:2001:…": the part before the first colon belongs to the preceding word.
    int first = start;
    boolean glued = start > 0 && TextRuns.isWordPart(line.charAt(start - 1));
    if (glued || (line.charAt(start) == ':' && line.charAt(start + 1) != ':')) {
      first = line.indexOf(':', start) + 1;
    }
    if (!continuesAt(line, end)
        && first < last
        && IpVersion6.isPublic(line.substring(first, last))) {
      found.add(first, last, SecretKind.IP);
    }
  }

  private static boolean continuesAt(String line, int end) {
    return end < line.length() && TextRuns.isWordPart(line.charAt(end));
  }

  private static boolean endsWithOneColon(String line, int start, int last) {
    return line.charAt(last - 1) == ':' && (last - 2 < start || line.charAt(last - 2) != ':');
  }

  /** Returns the public IPv4 addresses among the runs of digits and dots in a part of the line. */
  private static List<Span> versions4(String line, int start, int end) {
    List<Span> found = new ArrayList<>();
    int i = start;
    while (i < end) {
      if (!TextRuns.isDigit(line.charAt(i))) {
        i++;
        continue;
      }
      int last = i;
      while (last < end && (TextRuns.isDigit(line.charAt(last)) || line.charAt(last) == '.')) {
        last++;
      }
      int address = last;
      while (line.charAt(address - 1) == '.') {
        address--;
      }
      if (IpVersion4.isPublic(line, i, address)) {
        found.add(new Span(i, address));
      }
      i = last;
    }
    return found;
  }
}
