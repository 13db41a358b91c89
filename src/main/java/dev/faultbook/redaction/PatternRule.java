package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A row of {@code redaction.yaml}: what a pattern of RE2/J finds in a line. Its groups go, or all
 * that it matches if it has none. That file explains the keys.
 *
 * @param triggers literals of which a line must hold one; by default the one with which the pattern
 *     begins
 * @param near texts of which the line must hold one, unless there are none
 * @param kinds kinds of the groups; the last one is that of all further groups
 * @param not texts that stay, in lower case; digits at their end do not count
 */
@JsonIgnoreProperties({"name", "redacts", "keeps"})
record PatternRule(
    Pattern find,
    List<String> triggers,
    List<String> near,
    List<String> notNear,
    List<SecretKind> kinds,
    Need needs,
    Set<String> not,
    List<String> notWith) {

  private static final int MAX_TITLE = 60;

  /** What a found text must look like. */
  enum Need {
    /** Anything. */
    ANY,
    /** A digit, because words joined by hyphens look alike. */
    DIGIT,
    /** Capital letters, small letters and digits. */
    MIXED,
    /** Base64 that decodes neither to a certificate nor to a public key. */
    PRIVATE,
    /** A public IP address. */
    PUBLIC,
    /** Eight or more characters of an identifier, letters and digits among them. */
    RANDOM,
    /**
     * In a sentence: letters with digits or punctuation, a text in quotes, or the end of the line.
     */
    SPOKEN
  }

  PatternRule {
    if (triggers == null) {
      triggers = List.of(leadingLiteral(find.pattern()));
      // Triggers ignore case, which the pattern does not: SK is in every line with "skipped".
      near = near == null ? triggers : near;
    }
    near = near == null ? List.of() : near;
    notNear = notNear == null ? List.of() : notNear;
    kinds = kinds == null ? List.of(SecretKind.SECRET) : kinds;
    needs = needs == null ? Need.ANY : needs;
    not = not == null ? Set.of() : not;
    notWith = notWith == null ? List.of() : notWith;
  }

  /** The literal with which a pattern begins, behind a word boundary. */
  private static String leadingLiteral(String source) {
    StringBuilder literal = new StringBuilder();
    int i = source.startsWith("\\b") ? 2 : 0;
    for (; i < source.length(); i++) {
      char c = source.charAt(i);
      boolean escaped =
          c == '\\' && i + 1 < source.length() && !TextRuns.isLetterOrDigit(source.charAt(i + 1));
      if (escaped) {
        c = source.charAt(++i);
      } else if ("\\.[](){}*+?|^$".indexOf(c) >= 0) {
        break;
      }
      boolean optional = i + 1 < source.length() && "?*{".indexOf(source.charAt(i + 1)) >= 0;
      if (optional) {
        break;
      }
      literal.append(c);
    }
    return literal.toString();
  }

  void findIn(String line, NonSecrets values, Findings found) {
    boolean accepted =
        (near.isEmpty() || near.stream().anyMatch(line::contains))
            && notNear.stream().noneMatch(line::contains);
    if (!accepted) {
      return;
    }
    Matcher matcher = find.matcher(line);
    while (matcher.find()) {
      int groups = matcher.groupCount();
      for (int group = Math.min(1, groups); group <= groups; group++) {
        if (matcher.start(group) >= 0) {
          SecretKind kind = kinds.get(Math.min(Math.max(group, 1), kinds.size()) - 1);
          addText(line, matcher.start(group), matcher.end(group), kind, values, found);
        }
      }
    }
  }

  private void addText(
      String line, int start, int to, SecretKind kind, NonSecrets values, Findings found) {
    int end = to;
    while (end > start && line.charAt(end - 1) == '.') {
      end--;
    }
    String text = line.substring(start, end);
    boolean none =
        switch (kind) {
          case USER ->
              values.isNobody(text) || (!ValueRule.USER.accepts(text) && text.indexOf(' ') < 0);
          default -> values.isNothing(text);
        };
    if (!none && !isExcepted(text) && isNeeded(line, start, end, text, values)) {
      found.add(line, start, end, kind);
    }
  }

  private boolean isExcepted(String text) {
    int end = text.length();
    while (end > 0 && TextRuns.isDigit(text.charAt(end - 1))) {
      end--;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    return not.contains(lower)
        || not.contains(lower.substring(0, end))
        || notWith.stream().anyMatch(text::contains);
  }

  private boolean isNeeded(String line, int start, int end, String text, NonSecrets values) {
    return switch (needs) {
      case ANY -> true;
      case PUBLIC -> values.isPublicAddress(text);
      case DIGIT -> holdsOneOf(text, '0', '9');
      case MIXED ->
          holdsOneOf(text, '0', '9') && holdsOneOf(text, 'a', 'z') && holdsOneOf(text, 'A', 'Z');
      case PRIVATE -> !isPublicPem(text);
      case RANDOM -> ValueRule.RANDOM.accepts(text);
      case SPOKEN -> isSpoken(line, start, end, text, values);
    };
  }

  private static boolean holdsOneOf(String text, char first, char last) {
    return text.chars().anyMatch(c -> c >= first && c <= last);
  }

  private static boolean isSpoken(String line, int start, int end, String text, NonSecrets values) {
    return isQuoted(line, start, end)
        || ValueRule.MIXED.accepts(text)
        || ValueRule.RANDOM.accepts(text)
        || (isLast(line, end) && text.indexOf(' ') < 0 && !values.isCode("", text, ""));
  }

  private static boolean isQuoted(String line, int start, int end) {
    return start > 0
        && end < line.length()
        && "\"'`“‘".indexOf(line.charAt(start - 1)) >= 0
        && "\"'`”’".indexOf(line.charAt(end)) >= 0;
  }

  /** Whether only blanks and signs that close a sentence follow. */
  private static boolean isLast(String line, int end) {
    int rest = end;
    while (rest < line.length()
        && (line.charAt(rest) <= ' ' || ".。!\"'}".indexOf(line.charAt(rest)) >= 0)) {
      rest++;
    }
    return rest == line.length();
  }

  /** Whether Base64 holds certificates or public keys and no private key. */
  private static boolean isPublicPem(String base64) {
    String digits = base64.replace("=", "").replace('-', '+').replace('_', '/');
    int whole = digits.length() / 4 * 4;
    String text = new String(Base64.getDecoder().decode(digits.substring(0, whole)), ISO_8859_1);
    String title = text.substring(0, Math.min(text.length(), MAX_TITLE));
    return !text.contains("PRIVATE") && (title.contains("CERTIF") || title.contains("PUBLIC"));
  }
}
