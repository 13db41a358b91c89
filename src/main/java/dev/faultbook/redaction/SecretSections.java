package dev.faultbook.redaction;

/**
 * Values below the heading of a section in YAML or indented JSON, which completes their name:
 * {@code wandb:} with {@code key: …} below it counts as {@code wandb_key: …}.
 */
final class SecretSections {

  private final Assignments assignments;
  private String name = "";
  private int column;

  SecretSections(Assignments assignments) {
    this.assignments = assignments;
  }

  /** Adds the secret of a line of the current section. */
  void findSecrets(String line, RedactedSpans found) {
    if (name.isEmpty()) {
      return;
    }
    YamlLine yaml = YamlLine.of(line);
    if (yaml.hasKey() && yaml.column() > column && yaml.value() < line.length()) {
      assignments.takeValueOf(name + "_" + yaml.key(), line, yaml.value(), found);
    }
  }

  /** Recognises the heading and the end of a section. */
  void lineDone(String redacted) {
    int end = TextRuns.trimmedEnd(redacted, 0, redacted.length());
    boolean opens = end > 0 && ":{".indexOf(redacted.charAt(end - 1)) >= 0;
    if (end == 0 || (name.isEmpty() && !opens)) {
      return;
    }
    YamlLine yaml = YamlLine.of(redacted);
    if (opens && yaml.hasKey() && yaml.value() >= end - 1) {
      name = yaml.key();
      column = yaml.column();
    } else if (yaml.indent() <= column) {
      name = "";
    }
  }
}
