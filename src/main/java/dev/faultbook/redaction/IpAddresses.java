package dev.faultbook.redaction;

/** Public addresses of either version. What is private, reserved or a version number stays. */
final class IpAddresses implements SecretFinder {

  private static final int LONGEST = 48;

  @Override
  public void find(String line, LineGrams grams, RedactedSpans found) {
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
        version6(line, i, end, found);
      }
      if (dots >= 3) {
        version4(line, i, end, versions, found);
      }
      i = end;
    }
  }

  private static boolean isPart(char c) {
    return TextRuns.isDigit(c)
        || (c >= 'a' && c <= 'f')
        || (c >= 'A' && c <= 'F')
        || c == ':'
        || c == '.';
  }

  private static void version6(String line, int start, int end, RedactedSpans found) {
    int last = end;
    while (last > start && (line.charAt(last - 1) == '.' || endsWithOneColon(line, start, last))) {
      last--;
    }
    // "eth0:2001:…": what belongs to a word before is not part of the address.
    int first = start;
    boolean glued = start > 0 && isWordPart(line.charAt(start - 1));
    if (glued || (line.charAt(start) == ':' && line.charAt(start + 1) != ':')) {
      first = line.indexOf(':', start) + 1;
    }
    boolean goesOn = end < line.length() && isWordPart(line.charAt(end));
    if (!goesOn && first < last && IpVersion6.isPublic(line.substring(first, last))) {
      found.add(first, last, SecretKind.IP);
    }
  }

  private static boolean endsWithOneColon(String line, int start, int last) {
    return line.charAt(last - 1) == ':' && (last - 2 < start || line.charAt(last - 2) != ':');
  }

  /** Runs of digits and dots within the part. */
  private static void version4(
      String line, int start, int end, VersionNumbers versions, RedactedSpans found) {
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
      if (IpVersion4.isPublic(line, i, address) && !versions.isOne(i, address)) {
        found.add(i, address, SecretKind.IP);
      }
      i = last;
    }
  }

  private static boolean isWordPart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '_';
  }
}
