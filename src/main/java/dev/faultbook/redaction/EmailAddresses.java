package dev.faultbook.redaction;

import java.util.Set;

/**
 * {@code name@host.domain}, except {@code git@} and {@code root@}, the algorithms of SSH and the
 * units of systemd, which do not identify a person.
 */
final class EmailAddresses implements SecretFinder {

  /** Accounts in the logins of hosts, which do not identify a person. */
  private static final Set<String> NOBODY = Set.of("git", "root");

  /** Domains in the names of SSH algorithms: {@code chacha20-poly1305@openssh.com}. */
  private static final Set<String> ALGORITHMS =
      Set.of("openssh.com", "libssh.org", "lysator.liu.se");

  /** Types of systemd units: {@code user@1000.service}. */
  private static final Set<String> UNITS =
      Set.of(
          "service",
          "socket",
          "target",
          "timer",
          "slice",
          "scope",
          "mount",
          "automount",
          "device",
          "path",
          "swap");

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int previous = -1;
    for (int at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
      int start = at;
      while (start > previous + 1 && isLocal(line.charAt(start - 1))) {
        start--;
      }
      previous = at;
      int end = domainEnd(line, at + 1);
      if (start < at
          && end > 0
          && !found.holdsPosition(at - 1)
          && !isNobody(line, start, at)
          && !isVariable(line, start)
          && !isProgram(line, at + 1, end)) {
        found.add(start, end, SecretKind.EMAIL);
      }
    }
  }

  /** Whether an address continues at a position, behind its at sign. */
  static boolean isDomain(String line, int from) {
    return domainEnd(line, from) > 0;
  }

  private static boolean isNobody(String line, int start, int at) {
    return NOBODY.contains(line.substring(start, at));
  }

  /** Whether an account is a variable or that of a token: {@code docker://$oauthtoken@nvcr.io}. */
  private static boolean isVariable(String line, int start) {
    return start > 0 && line.charAt(start - 1) == '$';
  }

  /** Whether the text behind the at sign is not a domain of e-mail. */
  private static boolean isProgram(String line, int start, int end) {
    String domain = line.substring(start, end);
    return ALGORITHMS.contains(domain)
        || UNITS.contains(domain.substring(domain.lastIndexOf('.') + 1));
  }

  private static boolean isLocal(char c) {
    return TextRuns.isLetterOrDigit(c) || "._%+-".indexOf(c) >= 0;
  }

  private static boolean isDomainPart(char c) {
    return TextRuns.isLetterOrDigit(c) || c == '.' || c == '-';
  }

  /**
   * Returns the end of a domain whose last label has two or more letters; -1 if there is no such
   * domain.
   */
  private static int domainEnd(String line, int from) {
    int i = from;
    while (i < line.length() && isDomainPart(line.charAt(i))) {
      i++;
    }
    if (i < line.length() && line.charAt(i) == '_' && !isRankNext(line, i)) {
      return -1;
    }
    while (i > from && ".-".indexOf(line.charAt(i - 1)) >= 0) {
      i--;
    }
    return endsInTopLevel(line, from, i) ? i : -1;
  }

  /**
   * Whether the rest of a file name follows and not that of a symbol with its version, such as
   * {@code memcpy@GLIBC.so_2}.
   */
  private static boolean isRankNext(String line, int underscore) {
    return underscore + 1 < line.length() && TextRuns.isLetter(line.charAt(underscore + 1));
  }

  /**
   * Whether the last label has at least two letters and nothing else, and another label precedes
   * it.
   */
  private static boolean endsInTopLevel(String line, int from, int end) {
    int label = end;
    while (label > from && TextRuns.isLetter(line.charAt(label - 1))) {
      label--;
    }
    return end - label >= 2 && label - 1 > from && line.charAt(label - 1) == '.';
  }
}
