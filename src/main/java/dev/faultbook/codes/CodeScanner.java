package dev.faultbook.codes;

import dev.faultbook.matcher.TriggerFilter;
import java.util.List;

/** Finds the codes of an edition in logs. Thread-safe. */
public final class CodeScanner {
  private final List<FamilyScanner> families;

  /** Has a bit for each family whose codes a line may hold. */
  final TriggerFilter filter;

  public CodeScanner(CodeTables tables) {
    families = tables.families().stream().map(FamilyScanner::new).toList();
    filter = new TriggerFilter(families.stream().map(FamilyScanner::triggerWords).toList());
  }

  public CodeReader createReader() {
    return new CodeReader(this);
  }

  /** The words of which every line with a code holds one. */
  public TriggerFilter triggers() {
    return filter;
  }

  void readLine(CodeLine line, long matching, CodeReader sink) {
    for (long left = matching; left != 0; left &= left - 1) {
      families.get(Long.numberOfTrailingZeros(left)).readLine(line, sink);
    }
  }
}
