package dev.faultbook.failure;

import dev.faultbook.log.WordLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A group of one-line formats, which are rows of {@code formats.txt}. */
final class RowFormat implements FailureFormat {
  private static final Map<String, List<String>> GROUPS =
      new WordLists(RowFormat.class, "formats.txt").all();

  /** The name of the group and its options. */
  final String heading;

  private final List<FormatRow> rows = new ArrayList<>();

  private RowFormat(String heading, List<String> lines) {
    this.heading = heading;
    lines.stream().filter(line -> !line.startsWith(">")).map(FormatRow::new).forEach(rows::add);
  }

  static RowFormat ofGroup(String name) {
    return GROUPS.entrySet().stream()
        .filter(group -> (group.getKey() + ' ').startsWith(name + ' '))
        .map(group -> new RowFormat(group.getKey(), group.getValue()))
        .findFirst()
        .orElseThrow();
  }

  List<String> triggerWords() {
    return rows.stream()
        .filter(FormatRow::isFailure)
        .flatMap(row -> row.phrase.triggers().stream())
        .distinct()
        .toList();
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    String raw = heading.contains(" raw") ? line.raw().strip() : bare;
    for (FormatRow row : rows) {
      if (row.fits(bare) || raw != bare && row.fits(raw)) {
        return row.isFailure() ? row.readLine(line, raw) : null;
      }
    }
    return null;
  }
}
