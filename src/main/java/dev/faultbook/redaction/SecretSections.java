package dev.faultbook.redaction;

/**
 * Values below the heading of a section in YAML or indented JSON. The heading completes their name:
 * {@code wandb:} with {@code key: …} below it counts as {@code wandb_key: …}. Or it says that they
 * are secrets: {@code passwords:} with {@code root: …} or {@code - …} below it.
 */
final class SecretSections {

  private final Assignments assignments;
  private String name = "";
  private int column;
  private SecretParent parent = SecretParent.NONE;
  private int parentColumn;

  SecretSections(Assignments assignments) {
    this.assignments = assignments;
  }

  /** Adds the secret of a line of the current section. */
  void findSecrets(String line, RedactedSpans found) {
    if (name.isEmpty() && parent == SecretParent.NONE) {
      return;
    }
    YamlLine yaml = YamlLine.of(line);
    if (!name.isEmpty()
        && yaml.hasKey()
        && yaml.column() > column
        && yaml.value() < line.length()) {
      assignments.takeValueOf(name + "_" + yaml.key(), line, yaml.value(), found);
    }
    if (parent != SecretParent.NONE && isBelowParent(yaml)) {
      findMember(line, yaml, found);
    }
  }

  private void findMember(String line, YamlLine yaml, RedactedSpans found) {
    int at = yaml.hasKey() ? yaml.value() : yaml.column();
    boolean member =
        yaml.hasKey() || yaml.isItem() || (at < line.length() && TextRuns.isQuote(line.charAt(at)));
    if (!member || at >= line.length()) {
      return;
    }
    SecretValue value = SecretValue.at(line, at, line.length());
    int behind = value.end() + (value.quoted() ? 1 : 0);
    boolean fills = TextRuns.skipBlanks(line, skipClosing(line, behind)) >= line.length();
    if (fills && parent.holds(yaml.key(), line, value)) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
  }

  private static int skipClosing(String line, int from) {
    int i = from;
    while (i < line.length() && ",]})".indexOf(line.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  private boolean isBelowParent(YamlLine yaml) {
    return yaml.indent() > parentColumn || (yaml.isItem() && yaml.indent() == parentColumn);
  }

  /** Recognises the heading and the end of a section. */
  void lineDone(String redacted) {
    int end = TextRuns.trimmedEnd(redacted, 0, redacted.length());
    boolean opens = end > 0 && ":{[".indexOf(redacted.charAt(end - 1)) >= 0;
    if (end == 0 || (name.isEmpty() && parent == SecretParent.NONE && !opens)) {
      return;
    }
    YamlLine yaml = YamlLine.of(redacted);
    boolean heading = opens && yaml.hasKey() && yaml.value() >= end - 1;
    if (heading && redacted.charAt(end - 1) != '[') {
      name = yaml.key();
      column = yaml.column();
    } else if (yaml.indent() <= column) {
      name = "";
    }
    if (parent != SecretParent.NONE && !isBelowParent(yaml)) {
      parent = SecretParent.NONE;
    }
    if (heading && parent == SecretParent.NONE) {
      parent = SecretParent.of(assignments, yaml.key());
      parentColumn = yaml.column();
    }
  }
}
