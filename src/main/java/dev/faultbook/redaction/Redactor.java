package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.TableRules;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Replaces secrets and personal data in a log with placeholders: tokens, keys and passwords, e-mail
 * addresses, public IP addresses, personal numbers, and user names in paths, prompts and logins. A
 * placeholder such as {@code <email-1>} states the type. Equal values get the same placeholder, so
 * that a reader can still follow which hosts communicate. Redaction preserves the number of lines
 * and is idempotent.
 *
 * <p>It also removes terminal escape sequences and zero-width characters, which could separate a
 * name from its value.
 *
 * <p>Every finder scans a line in time linear in its length, without regular expressions. When in
 * doubt, a value is redacted. The exceptions keep logs readable: version numbers are not addresses,
 * {@code pad_token} is not a secret.
 */
@Component
public final class Redactor {

  /**
   * Most passes over a line. A replacement can reveal another secret, which the next pass redacts;
   * no known text needs more passes.
   */
  private static final int MAX_PASSES = 4;

  /**
   * Most rounds over a text. A round after the first is needed where a secret occurs again without
   * its name: its placeholder can reveal another one.
   */
  private static final int MAX_ROUNDS = 3;

  /**
   * If the findings of two finders overlap, the earlier finder in this list determines the type.
   */
  private final List<SecretFinder> finders;

  private final SecretNames names;
  private final TableRules tables;
  private final Assignments assignments;
  private final NamedValues namedValues;
  private final XmlProperties xml;
  private final SpokenSecrets spoken;
  private final LoginCommands commands;

  /** Creates a redactor with the rules of {@code redaction.yaml}. */
  public Redactor() {
    RedactionRules rules = RedactionRules.shipped();
    UserName users = new UserName(rules.nobody());
    names = new SecretNames(rules.names(), rules.suffixes());
    tables = rules.tables();
    assignments = new Assignments(names, rules.messages(), users);
    namedValues = new NamedValues(assignments);
    xml = new XmlProperties(assignments);
    spoken = new SpokenSecrets(rules.spoken(), users);
    commands = new LoginCommands(rules.commands(), assignments, users);
    List<SecretFinder> plain =
        List.of(
            new PrivateKeyLines(),
            new SecretMaps(),
            new HeaderSecrets(rules.messages()),
            assignments,
            namedValues,
            xml,
            new SecretGroups(assignments),
            new TableCells(assignments),
            new DottedLeaders(assignments),
            new ChangedValues(assignments),
            spoken,
            new NamedSentences(assignments),
            commands,
            new CallArguments(rules.calls(), users),
            new SecretNeighbours(),
            new UrlUsers(users),
            new AddressLogins(users),
            new InsertedValues(assignments),
            new WrittenLogins(),
            new PasswordFiles(),
            new TokenShapes(rules.tokens()),
            new EmailAddresses(),
            new LoginNames(rules.loginCommands(), users),
            new LoginRecords(users),
            new IpAddresses(),
            new PathUsers(rules.paths(), users),
            new PersonalNumbers(rules.numbers()));
    finders = new ArrayList<>(plain);
    finders.add(new EscapedSecrets(plain));
  }

  /** Redacts a text of any length. */
  public Redaction redact(String original) {
    // Before anything else: a marker of a key that a hidden character interrupts is a marker.
    String text = stripHidden(original);
    Placeholders placeholders = new Placeholders(text);
    text = redactText(text, placeholders);
    MessageLines messages = MessageLines.of(text);
    if (messages != null) {
      text = messages.wrap(redactText(messages.text(), placeholders));
      text = new RepeatedSecrets(placeholders).replaceIn(text);
    }
    return new Redaction(text, placeholders.countByKind());
  }

  private String redactText(String original, Placeholders placeholders) {
    String text = original;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      String redacted = redactLines(text, placeholders);
      text = new RepeatedSecrets(placeholders).replaceIn(redacted);
      if (text.equals(redacted)) {
        break;
      }
    }
    return text;
  }

  private String redactLines(String text, Placeholders placeholders) {
    PrivateKeyBlocks keyBlocks = new PrivateKeyBlocks(text);
    SecretManifests manifests = new SecretManifests(text);
    ValuesBeforeNames values = new ValuesBeforeNames(text, assignments);
    TracedPipes pipes = new TracedPipes(text);
    FollowingLines following = newFollowingLines();
    LineGrams grams = new LineGrams();
    StringBuilder out = new StringBuilder(text.length());
    TextLines lines = new TextLines(text);
    while (lines.advance()) {
      String line = lines.line();
      boolean named = lines.startsWithLabel();
      String value = keyBlocks.redactBody(line, lines.start(), placeholders);
      value = values.redactLine(value, named, placeholders);
      value = manifests.redactLine(value, named, placeholders);
      value = pipes.redactLine(value, placeholders);
      String alone =
          redactEscapedLines(redactLine(value, grams, placeholders), grams, placeholders);
      String redacted = redactFollowing(following, alone, named, grams, placeholders);
      keyBlocks.lineDone(redacted, lines.start());
      following.lineDone(redacted, named);
      out.append(redacted).append(lines.lineBreak());
    }
    return out.toString();
  }

  /** Removes invisible text line by line, because an escape sequence must not take a line end. */
  private static String stripHidden(String text) {
    if (!TerminalCodes.hasHidden(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    TextLines lines = new TextLines(text);
    while (lines.advance()) {
      out.append(TerminalCodes.stripHidden(lines.line())).append(lines.lineBreak());
    }
    return out.toString();
  }

  /**
   * Redacts the path of a file, which may lack the leading slash, like the paths in an archive:
   * {@code home/alice/run/rank0.log}. The ending of the file stays: {@code
   * password=<secret-1>.log}.
   */
  public String redactFileName(String name) {
    FileNameParts parts = FileNameParts.of(name);
    return redact("/" + parts.join(redact(parts.lines()).text())).text().substring(1);
  }

  private FollowingLines newFollowingLines() {
    return new FollowingLines(
        new FollowingLines.Finders(assignments, namedValues, xml, spoken, commands),
        () -> new SecretTables(names, assignments, tables));
  }

  /** Redacts the secrets that are identified by other lines of a text escaped within one line. */
  private String redactEscapedLines(String line, LineGrams grams, Placeholders placeholders) {
    EscapedLines lines = EscapedLines.of(line);
    if (lines == null) {
      return line;
    }
    SecretManifests manifests = new SecretManifests(lines.text());
    ValuesBeforeNames values = new ValuesBeforeNames(lines.text(), assignments);
    FollowingLines following = newFollowingLines();
    return lines.replaceLines(
        one -> {
          String value = values.redactLine(one, false, placeholders);
          String body = manifests.redactLine(value, false, placeholders);
          String redacted = redactFollowing(following, body, false, grams, placeholders);
          following.lineDone(redacted, false);
          return redacted;
        });
  }

  /** Redacts the secrets of a line that are identified by the lines before. */
  private String redactFollowing(
      FollowingLines following,
      String line,
      boolean named,
      LineGrams grams,
      Placeholders placeholders) {
    RedactedSpans spans = new RedactedSpans();
    following.findSecrets(line, named, spans);
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
}
