package dev.faultbook.redaction;

import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Takes out of a log what must not be kept: tokens, keys and passwords, e-mail addresses, public IP
 * addresses, user names in paths. Each becomes a typed placeholder such as {@code <email-1>}; the
 * same value gets the same number, so that "rank 3 cannot reach rank 0" stays readable. Lines stay
 * lines, and redacting twice changes nothing more.
 *
 * <p>Terminal colour codes and characters without width go too: they would hide a name from its
 * value.
 *
 * <p>Every finder reads a line in time linear in its length, by scanning or by RE2/J; {@code
 * java.util.regex} never sees the text. When in doubt a value is taken out, but for what makes logs
 * readable: version numbers are not addresses, {@code pad_token} is not a secret.
 */
@Component
public final class Redactor {

  /** What one replacement uncovers the next pass takes; more are needed by no text known. */
  private static final int MAX_PASSES = 4;

  /** Where two overlap, the earlier in this list names the type. */
  private final List<SecretFinder> finders;

  private final SecretNames names;
  private final Assignments assignments;
  private final NamedValues namedValues;

  /** Redacts by the rules of {@code redaction.yaml}. */
  public Redactor() {
    RedactionRules rules = RedactionRules.shipped();
    UserName users = new UserName(rules.nobody());
    names = new SecretNames(rules.names());
    assignments = new Assignments(names, users);
    namedValues = new NamedValues(assignments);
    finders =
        List.of(
            new PrivateKeyLines(),
            new HeaderSecrets(),
            assignments,
            namedValues,
            new TableCells(assignments),
            new SpokenSecrets(rules.spoken(), users),
            new LoginCommands(rules.commands()),
            new UrlUsers(users),
            new TokenShapes(rules.tokens()),
            new EmailAddresses(),
            new LoginNames(rules.loginCommands(), users),
            new IpAddresses(),
            new PathUsers(rules.paths(), users),
            new PersonalNumbers(rules.numbers()));
  }

  /** Redacts a text of any length. */
  public Redaction redact(String text) {
    Placeholders placeholders = new Placeholders(text);
    PrivateKeyBlocks keyBlocks = new PrivateKeyBlocks(text);
    FollowingLines following = new FollowingLines(assignments, new SecretColumns(names));
    LineGrams grams = new LineGrams();
    StringBuilder out = new StringBuilder(text.length());
    String openName = "";
    int start = 0;
    while (start <= text.length()) {
      int end = lineEnd(text, start);
      String line = TerminalCodes.stripHidden(text.substring(start, end));
      String body =
          redactValueOf(openName, keyBlocks.redactBody(line, start, placeholders), placeholders);
      String alone = redactLine(body, grams, placeholders);
      String redacted = redactFollowing(following, alone, grams, placeholders);
      keyBlocks.lineDone(redacted, start);
      openName = NamedValues.openName(redacted);
      following.lineDone(redacted);
      out.append(redacted);
      if (end < text.length()) {
        out.append(text.charAt(end));
      }
      start = end + 1;
    }
    return new Redaction(out.toString(), placeholders.countByKind());
  }

  /**
   * Redacts the name of a file, of which the folders may stand there without the first slash, as in
   * an archive: {@code home/alice/run/rank0.log}.
   */
  public String redactFileName(String name) {
    return redact("/" + name).text().substring(1);
  }

  /** Redacts the value of a name that ends the line before. */
  private String redactValueOf(String name, String line, Placeholders placeholders) {
    if (name.isEmpty()) {
      return line;
    }
    RedactedSpans spans = new RedactedSpans();
    namedValues.findValueOf(name, line, spans);
    return spans.isEmpty() ? line : spans.replaceIn(line, placeholders);
  }

  /** Redacts what the lines before say about this one. */
  private String redactFollowing(
      FollowingLines following, String line, LineGrams grams, Placeholders placeholders) {
    RedactedSpans spans = new RedactedSpans();
    following.findSecrets(line, spans);
    return spans.isEmpty()
        ? line
        : redactLine(spans.replaceIn(line, placeholders), grams, placeholders);
  }

  private String redactLine(String line, LineGrams grams, Placeholders placeholders) {
    String current = line;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      RedactedSpans spans = new RedactedSpans();
      grams.readLine(current);
      for (SecretFinder finder : finders) {
        finder.findSecrets(current, grams, spans);
      }
      if (spans.isEmpty()) {
        return current;
      }
      current = spans.replaceIn(current, placeholders);
    }
    return current;
  }

  /** A carriage return ends a line as well: progress bars rewrite theirs. */
  private static int lineEnd(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r') {
        return i;
      }
    }
    return text.length();
  }
}
