package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Passwords that people write behind an account or an address, without a name: {@code
 * root/admin@123}, {@code 10.0.0.5 root …}, {@code 10.0.0.5;22;root;…}, {@code ssh bob@gpu-01 # …},
 * {@code root:…@10.0.0.5}. Such a password has a punctuation mark and a digit.
 */
final class WrittenLogins implements SecretFinder {

  private static final int LONGEST_PASSWORD = 40;
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_PORT = 5;
  private static final int MOST_BLANKS = 16;
  private static final String MARKS = "!@#$%^&*";

  /** Characters that no password of this finder has; they separate it from the text around it. */
  private static final String ENDS = "/:()[]{}<>,;|=\"'`\\";

  private static final String OPENING = "(['\"`\uff08\u3010\u201c";

  /** Signs between an address, an account and a password. */
  private static final String SIGNS = "/:,;|#-\uff1a\uff0c\uff1b\u3001";

  private static final String PATH_SIGNS = "/:\uff1a";

  /** Signs before an account. */
  private static final String BOUNDARIES = "([,;:='\"`";

  private static final Set<String> ADMINISTRATORS =
      Set.of("root", "admin", "administrator", "ubuntu", "sysadmin", "superadmin", "hacluster");

  /** Whether the name from {@code start} to {@code end} is an account of administrators. */
  static boolean isAdministrator(String line, int start, int end) {
    return end - start <= LONGEST_NAME
        && ADMINISTRATORS.contains(line.substring(start, end).toLowerCase(Locale.ROOT));
  }

  /**
   * Whether a value behind an account is a password: one with a punctuation mark and a digit. Marks
   * within other words ({@code step#1234}, {@code 80%}) count only behind an administrator.
   */
  static boolean isPassword(String line, SecretValue value, boolean administrator) {
    if (!ValueRule.looksMarked(line, value) || !hasDigit(line, value)) {
      return false;
    }
    if (administrator) {
      return true;
    }
    int sign = line.indexOf('@', value.start(), value.end());
    boolean address = sign >= 0 && line.startsWith("0x", sign + 1);
    return line.indexOf('!', value.start(), value.end()) >= 0
        || (sign >= 0 && !address)
        || "#$".indexOf(line.charAt(value.end() - 1)) >= 0;
  }

  private static boolean hasDigit(String line, SecretValue value) {
    int i = value.start();
    while (i < value.end() && !TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    return i < value.end();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    int i = 0;
    while (i < line.length()) {
      if (MARKS.indexOf(line.charAt(i)) < 0) {
        i++;
        continue;
      }
      int start = i;
      while (start > 0 && i - start < LONGEST_PASSWORD && isPart(line.charAt(start - 1))) {
        start--;
      }
      int end = i + 1;
      while (end < line.length() && isPart(line.charAt(end))) {
        end++;
      }
      takePassword(line, start, end, found);
      i = end;
    }
  }

  private static boolean isPart(char c) {
    return c > ' ' && c < 127 && ENDS.indexOf(c) < 0;
  }

  private static void takePassword(String line, int start, int wordEnd, RedactedSpans found) {
    int end = wordEnd;
    while (end > start && ".?".indexOf(line.charAt(end - 1)) >= 0) {
      end--;
    }
    int host = end - 1;
    while (host > start && line.charAt(host) != '@') {
      host--;
    }
    boolean before = host > start && IpVersion4.isAddress(line, host + 1, end);
    SecretValue value = new SecretValue(start, before ? host : end, false);
    if (found.holdsPosition(start)
        || end - start > LONGEST_PASSWORD + LONGEST_NAME
        || !ValueRule.looksMarked(line, value)) {
      return;
    }
    if (before ? isBehindColon(line, start) : isWritten(line, value)) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  /** Whether an account and a colon precede a position. */
  private static boolean isBehindColon(String line, int start) {
    int colon = start - 1;
    return colon > 0
        && line.charAt(colon) == ':'
        && TextRuns.nameStart(line, colon, LONGEST_NAME) < colon;
  }

  /** Whether an account or an address precedes a password. */
  private static boolean isWritten(String line, SecretValue value) {
    int gap = value.start();
    if (gap > 0 && OPENING.indexOf(line.charAt(gap - 1)) >= 0) {
      gap--;
    }
    int nameEnd = beforeGap(line, gap);
    if (nameEnd == value.start()) {
      return false;
    }
    int name = TextRuns.nameStart(line, nameEnd, LONGEST_NAME);
    boolean administrator = isAdministrator(line, name, nameEnd);
    if (administrator && isPassword(line, value, true)) {
      boolean slash = line.substring(nameEnd, gap).strip().equals("/");
      boolean colon = ":\uff1a".indexOf(line.charAt(nameEnd)) >= 0 && nameEnd + 1 == gap;
      if ((slash && startsAccount(line, name, BOUNDARIES))
          || (colon && startsAccount(line, name, "([,;='\"`"))
          || isRowOfHost(line, name, value)) {
        return true;
      }
    }
    return isHostBefore(line, nameEnd, value)
        || (name < nameEnd
            && TextRuns.isLetter(line.charAt(name))
            && isPassword(line, value, administrator)
            && isAddressBefore(line, beforeGap(line, name), name));
  }

  /** Whether the line is {@code node1 root Gpu@2024}: a host, an account and a password. */
  private static boolean isRowOfHost(String line, int name, SecretValue value) {
    int hostEnd = beforeGap(line, name);
    int host = TextRuns.nameStart(line, hostEnd, LONGEST_NAME);
    return hostEnd < name
        && host < hostEnd
        && skipBlanksBack(line, host) == 0
        && TextRuns.skipBlanks(line, value.end()) == line.length();
  }

  /** Returns the start of the blanks and the sign before a position. */
  private static int beforeGap(String line, int from) {
    int sign = skipBlanksBack(line, from);
    boolean signed = sign > 0 && SIGNS.indexOf(line.charAt(sign - 1)) >= 0;
    return signed ? skipBlanksBack(line, sign - 1) : sign;
  }

  private static int skipBlanksBack(String line, int from) {
    int i = from;
    while (i > 0 && from - i < MOST_BLANKS && TextRuns.isBlank(line.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean startsAccount(String line, int name, String boundaries) {
    char before = name == 0 ? ' ' : line.charAt(name - 1);
    return TextRuns.isBlank(before) || before >= 128 || boundaries.indexOf(before) >= 0;
  }

  /** Whether an address, also with its port, ends at a position that a gap follows. */
  private static boolean isAddressBefore(String line, int end, int gapEnd) {
    if (end >= gapEnd) {
      return false;
    }
    int start = TextRuns.nameStart(line, end, LONGEST_NAME);
    boolean port = end - start <= LONGEST_PORT && TextRuns.isNumber(line, start, end);
    int addressEnd = port ? beforeGap(line, start) : end;
    return IpVersion4.isAddress(
        line, TextRuns.nameStart(line, addressEnd, LONGEST_NAME), addressEnd);
  }

  /** Whether {@code USER@HOST} or an address, and perhaps {@code -p PORT}, end at a position. */
  private static boolean isHostBefore(String line, int nameEnd, SecretValue value) {
    int end = beforePort(line, nameEnd);
    int host = TextRuns.nameStart(line, end, LONGEST_NAME);
    if (host == end) {
      return false;
    }
    boolean address = IpVersion4.isAddress(line, host, end);
    boolean account =
        host > 1 && line.charAt(host - 1) == '@' && TextRuns.isNamePart(line.charAt(host - 2));
    if (!account) {
      return address && isPassword(line, value, false);
    }
    boolean path = PATH_SIGNS.indexOf(line.charAt(nameEnd)) >= 0 && nameEnd + 1 == value.start();
    String start = line.substring(Math.max(0, host - LONGEST_NAME * 4), host);
    boolean copies = start.contains("scp ") || start.contains("rsync ");
    return (address || start.contains("ssh "))
        && !(path && copies)
        && isPassword(line, value, true);
  }

  private static int beforePort(String line, int end) {
    int port = TextRuns.nameStart(line, end, LONGEST_PORT + 1);
    int option = skipBlanksBack(line, port);
    boolean given =
        port < end
            && option < port
            && TextRuns.isNumber(line, port, end)
            && line.startsWith("-p", option - 2);
    return given ? skipBlanksBack(line, option - 2) : end;
  }
}
