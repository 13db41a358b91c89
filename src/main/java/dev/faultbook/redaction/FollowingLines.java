package dev.faultbook.redaction;

import java.util.function.Supplier;

/**
 * Finds secrets that can be recognised only by the lines before: a value on the line after its
 * name, the second half of a token that a terminal wrapped, the rows of a table. It works on lines
 * that the other finders have already redacted, so that a second redaction gets the same input.
 */
final class FollowingLines {

  private static final String SECRET = "<" + SecretKind.SECRET.word() + "-";
  private static final String REJECTED = "input_value=";
  private static final String FENCE = "```";
  private static final int LONGEST_NAME = 80;
  private static final int MOST_FIELDS = 3;
  private static final String LOGIN = "ssh ";
  private static final int LONGEST_LOGIN = 200;
  private static final int SHORTEST_REST = 8;
  private static final int LONG_REST = 16;
  private static final int MOST_SLASHES = 2;

  private final Assignments assignments;
  private final NamedValues namedValues;
  private final XmlProperties xml;
  private final OpenNames openNames;
  private final SecretTables tables;

  /** Tables whose rows start behind the label of their line. */
  private final SecretTables labelledTables;

  private final ContinuedCommands commands;
  private final HereDocuments documents = new HereDocuments();
  private final SecretSections sections;
  private final TracedValues traced;
  private final SqlParameters parameters;
  private final MailLogins mail = new MailLogins();
  private OpenName openName = OpenName.NONE;

  /** Column of the name of a block scalar of YAML, and of its content; -1 without one. */
  private int blockName = -1;

  private int blockContent = -1;

  /** Whether the previous line is {@code ssh -p 22 root@gpu-01}. */
  private boolean behindLogin;

  /** Whether an empty line separates the open name from the current line. */
  private boolean behindBlank;

  /**
   * {@code DB_PASSWORD} of {@code - name: DB_PASSWORD}; empty if the previous lines of the same
   * object have no such name.
   */
  private String namedByKey = "";

  private int namedColumn;

  /** Number of other fields between the name and the current line. */
  private int fieldsBehindName;

  /** Like {@link #namedByKey}, in XML: {@code DbPassword} of {@code <name>DbPassword</name>}. */
  private String namedByElement = "";

  /** A name that is the whole previous line; empty if there is none. */
  private String loneName = "";

  private boolean endsInSecret;

  /** The finders of single lines whose names and values these lines continue. */
  record Finders(
      Assignments assignments,
      NamedValues namedValues,
      XmlProperties xml,
      SpokenSecrets spoken,
      LoginCommands commands) {}

  FollowingLines(Finders finders, Supplier<SecretTables> tables) {
    this.assignments = finders.assignments();
    this.namedValues = finders.namedValues();
    this.xml = finders.xml();
    this.openNames = new OpenNames(assignments, finders.spoken());
    this.commands = new ContinuedCommands(finders.commands());
    this.tables = tables.get();
    this.labelledTables = tables.get();
    this.sections = new SecretSections(assignments);
    this.traced = new TracedValues(assignments);
    this.parameters = new SqlParameters(assignments);
  }

  /**
   * Adds the secrets of this line that are identified by the lines before.
   *
   * @param named whether the line starts with a name that is a label
   */
  void findSecrets(String line, boolean named, RedactedSpans found) {
    int start = LineLabels.textStart(line, named);
    RedactedSpans inText = new RedactedSpans();
    findInText(line.substring(start), inText);
    inText.copyTo(found, start);
    int row = tableStart(line, start, named);
    tables.findSecrets(line, row, found);
    if (row != start) {
      labelledTables.findSecrets(line, start, found);
    }
    traced.findSecrets(line, found);
    parameters.findSecrets(line, found);
    mail.findSecrets(line, found);
  }

  /**
   * Returns the start of the row of a table, which a label may precede. A time may also be its
   * first cell.
   */
  private static int tableStart(String line, int text, boolean named) {
    // 2026-11-21 03:43:11 INFO | user | password |
    int start = text > 1 && line.startsWith("| ", text - 2) && !named ? text - 2 : text;
    boolean border = start < line.length() && TableCells.BORDERS.indexOf(line.charAt(start)) >= 0;
    return named || border ? start : 0;
  }

  private void findInText(String line, RedactedSpans found) {
    boolean behindBlock = blockContent >= 0 && indentOf(line) < blockContent;
    if (!behindBlock && (!behindBlank || openName == OpenName.PROMPT || isChosen(line))) {
      assignments.takeOpenValue(openName, line, found);
    }
    findRejected(line, found);
    namedValues.findValueOf(namedByKey, line, found);
    xml.findValueOf(namedByElement, line, found);
    sections.findSecrets(line, found);
    commands.findSecrets(line, found);
    documents.findSecrets(line, found);
    findBehindLogin(line, found);
    int rest = endsInSecret ? restEnd(line) : 0;
    if (rest > 0) {
      found.add(0, rest, SecretKind.SECRET);
    }
  }

  /** Redacts a password that is pasted below the command of its login. */
  private void findBehindLogin(String line, RedactedSpans found) {
    int start = TextRuns.skipBlanks(line, 0);
    int end = TextRuns.trimmedEnd(line, start, line.length());
    boolean word = behindLogin && start < end && line.indexOf(' ', start, end) < 0;
    if (word && isChosen(line)) {
      found.add(start, end, SecretKind.SECRET);
    }
  }

  /** Whether a line is a command that logs in to a host and does nothing else. */
  private static boolean isLogin(String line) {
    int at = line.length() > LONGEST_LOGIN ? -1 : line.indexOf(LOGIN);
    int sign = at < 0 ? -1 : line.lastIndexOf('@');
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    return sign > at && line.indexOf(' ', sign, Math.max(sign, end)) < 0;
  }

  private static boolean isChosen(String line) {
    SecretValue value = SecretValue.at(line, TextRuns.skipBlanks(line, 0), line.length());
    return ValueRule.looksChosen(line, value) || ValueRule.looksMarked(line, value);
  }

  /**
   * Records the names, headings and partial secrets at the end of a redacted line, for the next
   * line.
   *
   * @param named whether the line starts with a name that is a label
   */
  void lineDone(String line, boolean named) {
    String redacted = line.substring(LineLabels.textStart(line, named));
    tables.lineDone(line.substring(tableStart(line, line.length() - redacted.length(), named)));
    labelledTables.lineDone(redacted);
    // Jenkins leaves a line blank; people put the value into a block of Markdown.
    boolean empty = redacted.isBlank() || redacted.startsWith(FENCE);
    if (!empty && !isInBlock(redacted)) {
      openName = openNames.at(redacted);
      blockName = openName.ending() == OpenName.Ending.BLOCK ? indentOf(redacted) : -1;
      blockContent = -1;
    }
    behindBlank = empty;
    commands.lineDone(redacted);
    documents.lineDone(redacted);
    behindLogin = isLogin(redacted);
    loneName = loneName(redacted);
    namedByElement = XmlProperties.openName(redacted);
    sections.lineDone(redacted);
    traced.lineDone(line);
    parameters.lineDone(line);
    mail.lineDone(line);
    readNameKey(redacted);
    int last = redacted.endsWith(">") ? redacted.lastIndexOf(SECRET) : -1;
    endsInSecret =
        last >= 0
            && Placeholders.startsAt(redacted, last)
            && redacted.indexOf('>', last) == redacted.length() - 1;
  }

  /** Whether a line is part of the content of a block scalar, all lines of which are indented. */
  private boolean isInBlock(String line) {
    int indent = indentOf(line);
    if (blockName < 0 || indent <= blockName || indent < blockContent) {
      return false;
    }
    blockContent = blockContent < 0 ? indent : blockContent;
    return true;
  }

  private static int indentOf(String line) {
    return YamlLine.of(line).column();
  }

  /**
   * Redacts the value of the field that the previous line names, in the report of a validation by
   * Pydantic.
   */
  private void findRejected(String line, RedactedSpans found) {
    int at = loneName.isEmpty() ? -1 : line.indexOf(REJECTED);
    if (at >= 0) {
      assignments.takeValueOf(loneName, line, at + REJECTED.length(), found);
    }
  }

  private void readNameKey(String redacted) {
    String open = NamedValues.openName(redacted);
    if (open.isEmpty() && namedByKey.isEmpty()) {
      return;
    }
    YamlLine yaml = YamlLine.of(redacted);
    if (!open.isEmpty()) {
      namedByKey = open;
      namedColumn = yaml.column();
      fieldsBehindName = 0;
    } else if (yaml.isItem()
        || yaml.column() != namedColumn
        || !yaml.hasKey()
        || NamedValues.isValueKey(yaml.key())
        || ++fieldsBehindName > MOST_FIELDS) {
      namedByKey = "";
    }
  }

  private static String loneName(String line) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    if (end == 0 || end > LONGEST_NAME) {
      return "";
    }
    for (int i = 0; i < end; i++) {
      if (!TextRuns.isNamePart(line.charAt(i))) {
        return "";
      }
    }
    return line.substring(0, end);
  }

  /**
   * Returns the end of the second half of a token at the start of the line; 0 if there is none. It
   * must be followed by the end of the line, or by a character that ends a value, as in a URL:
   * {@code 3f9a81…&x=1}.
   */
  private static int restEnd(String line) {
    int end = 0;
    while (end < line.length() && isTokenPart(line.charAt(end))) {
      end++;
    }
    int padded = end;
    while (padded < line.length() && padded - end < 2 && line.charAt(padded) == '=') {
      padded++;
    }
    boolean ends = padded == line.length() || "&\"',;)".indexOf(line.charAt(padded)) >= 0;
    return ends && looksLikeRest(line, end) ? padded : 0;
  }

  /**
   * Whether text looks like the rest of a token. Paths and hexadecimal hashes of 40 or 64 digits,
   * such as those of commits and container images, do not.
   */
  private static boolean looksLikeRest(String line, int length) {
    if (length < SHORTEST_REST) {
      return false;
    }
    boolean digit = false;
    boolean small = false;
    boolean capital = false;
    boolean hexadecimal = true;
    int slashes = 0;
    for (int i = 0; i < length; i++) {
      char c = line.charAt(i);
      slashes += c == '/' ? 1 : 0;
      digit |= TextRuns.isDigit(c);
      small |= c >= 'a' && c <= 'z';
      capital |= c >= 'A' && c <= 'Z';
      hexadecimal &= Character.digit(c, 16) >= 0;
    }
    boolean hash = hexadecimal && (length == 40 || length == 64);
    boolean path = line.charAt(0) == '/' || slashes > MOST_SLASHES;
    return digit
        && !hash
        && !path
        && ((small && capital) || (length >= LONG_REST && (small || capital)));
  }

  private static boolean isTokenPart(char c) {
    return TextRuns.isLetterOrDigit(c) || "_+/.%-".indexOf(c) >= 0;
  }
}
