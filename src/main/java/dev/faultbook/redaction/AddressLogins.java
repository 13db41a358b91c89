package dev.faultbook.redaction;

import java.util.List;
import java.util.Set;

/**
 * Users and passwords before an address without a scheme: {@code HTTPS_PROXY=bob:…@proxy:8080},
 * {@code root:…@tcp(10.0.0.1:3306)/db}, {@code root:…@/db}. Outside of the lines that report a
 * proxy or an unreadable URL, the password must mix letters with digits or punctuation.
 */
final class AddressLogins implements SecretFinder {

  private static final int LONGEST_LOGIN = 128;
  private static final int LONGEST_HOST = 80;
  private static final int SHORTEST_PORT = 2;
  private static final int LONGEST_PORT = 5;

  /** Words of the lines in which {@code a:b@host:80} is a login, in lower case. */
  private static final List<String> LOGIN_WORDS =
      List.of("proxy", "curl", "failed to parse", "invalid url", "nonnumeric port");

  /** The report of a URL that a {@code #} or {@code /} in the password cuts behind the user. */
  private static final List<String> CUTS =
      List.of("could not be cast", "invalid port: '", "invalid literal for int()");

  /** Networks of the data source names of Go, before the address in parentheses. */
  private static final List<String> NETWORKS = List.of("tcp(", "tcp4(", "tcp6(", "unix(");

  /** Names of digests, which are followed by one: {@code sha256:…@host}. */
  private static final Set<String> DIGESTS = Set.of("md5", "sha1", "sha256", "sha384", "sha512");

  private final UserName users;

  AddressLogins(UserName users) {
    this.users = users;
  }

  /** What the words of a line say about the addresses in it. */
  private record Report(boolean login, boolean cut) {
    static Report of(String line) {
      return new Report(
          LOGIN_WORDS.stream().anyMatch(word -> TextRuns.containsIgnoringCase(line, word)),
          CUTS.stream().anyMatch(words -> TextRuns.containsIgnoringCase(line, words)));
    }
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    Report report = null;
    for (int at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
      if (isNetwork(line, at + 1)) {
        findLogin(line, at, new Report(true, false), found);
      } else if (isHostWithPort(line, at + 1) || line.startsWith("/", at + 1)) {
        report = report == null ? Report.of(line) : report;
        findLogin(line, at, report, found);
      }
    }
  }

  private void findLogin(String line, int at, Report report, RedactedSpans found) {
    int start = at;
    while (start > 0 && at - start < LONGEST_LOGIN && !isBoundary(line.charAt(start - 1))) {
      start--;
    }
    int colon = line.indexOf(':', start, at);
    if (colon >= 0 && line.startsWith("://", colon)) {
      return; // UrlUsers
    }
    int user = colon < 0 ? start : TextRuns.nameStart(line, colon, LONGEST_LOGIN);
    TextRange password = new TextRange(colon < 0 ? start : colon + 1, at);
    boolean quoted = start > 0 && TextRuns.isQuote(line.charAt(start - 1));
    boolean sure =
        colon < 0
            ? report.cut && quoted
            : user < colon
                && !DIGESTS.contains(line.substring(user, colon))
                && (report.login || isPassword(line, password));
    if (!sure || password.isEmpty() || Placeholders.startsAt(line, password.start())) {
      return;
    }
    if (colon > user && !users.isSharedAccount(line, user, colon)) {
      found.add(user, colon, SecretKind.USER);
    }
    found.add(password.start(), at, SecretKind.SECRET);
  }

  /** Whether text before an address is a password without the words of a report. */
  private static boolean isPassword(String line, TextRange text) {
    return ValueRule.looksMixed(line, new SecretValue(text.start(), text.end(), false))
        && !EmailAddresses.isDomain(line, text.end() + 1);
  }

  private static boolean isNetwork(String line, int from) {
    return NETWORKS.stream().anyMatch(network -> line.startsWith(network, from))
        || (line.startsWith("(", from) && isHostWithPort(line, from + 1));
  }

  private static boolean isHostWithPort(String line, int from) {
    int colon = from;
    while (colon < line.length()
        && colon - from < LONGEST_HOST
        && TextRuns.isNamePart(line.charAt(colon))) {
      colon++;
    }
    int end = colon + 1;
    while (end < line.length()
        && end - colon <= LONGEST_PORT + 1
        && TextRuns.isDigit(line.charAt(end))) {
      end++;
    }
    int digits = end - colon - 1;
    return colon > from
        && line.startsWith(":", colon)
        && digits >= SHORTEST_PORT
        && digits <= LONGEST_PORT;
  }

  private static boolean isBoundary(char c) {
    return TextRuns.isBlank(c) || TextRuns.isQuote(c) || "([{<>,;\\".indexOf(c) >= 0 || c >= 128;
  }
}
