package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.TableRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a name and its value, whose value may be a plain word: {@code spark.fs.s3a.secret.key
 * geheim}, {@code | password | geheim |}. The name must have several parts, or the rows above must
 * be those of a configuration, because {@code password expired} looks alike.
 */
final class NamedRows {

  private static final int LONGEST_ROW = 400;
  private static final String VALUE = "value";

  private final Assignments assignments;
  private final TableRules words;

  /** Whether the rows above are names and values. */
  private boolean inList;

  NamedRows(Assignments assignments, TableRules words) {
    this.assignments = assignments;
    this.words = words;
  }

  /** Adds the secret of a row. */
  void findSecrets(String line, RedactedSpans found) {
    Row row = Row.of(line);
    if (row == null) {
      return;
    }
    String name = row.name();
    boolean word = row.value().indexOf(' ') < 0;
    if (word && isName(name) && (inList || hasParts(name)) && assignments.isSecretName(name)) {
      assignments.takeRangeOf(name, line, row.second(), found);
    }
  }

  private static boolean isName(String text) {
    return !text.startsWith("-")
        && !text.endsWith(".")
        && text.chars().allMatch(c -> TextRuns.isNamePart((char) c) || c >= 128);
  }

  /** Whether a name is one of a configuration: {@code fs.s3a.secret.key}, {@code DB_PASSWORD}. */
  private static boolean hasParts(String name) {
    return name.indexOf('.') > 0 || name.indexOf('_') > 0;
  }

  /** Recognises the start and the end of such rows. */
  void lineDone(String redacted) {
    Row row = Row.of(redacted);
    if (row == null) {
      inList &=
          redacted.isBlank() || (redacted.length() < LONGEST_ROW && TableRows.isRule(redacted));
      return;
    }
    String name = row.name().toLowerCase(Locale.ROOT);
    boolean heading =
        words.fields().contains(name) && row.value().toLowerCase(Locale.ROOT).equals(VALUE);
    inList |= heading || words.settings().contains(name);
  }

  /** A line with two cells that are not empty. */
  private record Row(String line, TextRange first, TextRange second) {

    /** Returns null if the line has another number of cells. */
    static @Nullable Row of(String line) {
      if (line.length() > LONGEST_ROW || line.isBlank() || TableRows.isRule(line)) {
        return null;
      }
      char separator = TableRows.separatorOf(line);
      if (",;".indexOf(separator) >= 0) {
        return null; // a list, or a call
      }
      int text = TextRuns.skipBlanks(line, 0);
      if (separator == TableRows.BLANKS && line.indexOf("  ", text) < 0) {
        return property(line, text);
      }
      List<TextRange> cells = new ArrayList<>(TableRows.cellsOf(line, separator));
      cells.removeIf(TextRange::isEmpty);
      return cells.size() == 2 ? new Row(line, cells.getFirst(), cells.getLast()) : null;
    }

    /** Reads {@code hive.metastore.password geheim}; null if the line is not like that. */
    private static @Nullable Row property(String line, int start) {
      int end = line.indexOf(' ', start);
      int last = TextRuns.trimmedEnd(line, start, line.length());
      int dot = end < 0 ? -1 : line.indexOf('.', start, end);
      boolean parts = dot > start && line.indexOf('.', dot + 1, end) > 0;
      boolean pair = parts && end + 1 < last && line.indexOf(' ', end + 1, last) < 0;
      return pair ? new Row(line, new TextRange(start, end), new TextRange(end + 1, last)) : null;
    }

    String name() {
      return line.substring(first.start(), first.end());
    }

    String value() {
      return line.substring(second.start(), second.end());
    }
  }
}
