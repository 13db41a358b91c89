package dev.faultbook.codes;

import dev.faultbook.matcher.TriggerFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds the codes of an edition in logs. Thread-safe. */
public final class CodeScanner {
  private final Map<String, Map<String, Code>> byCode = new HashMap<>();
  private final Map<String, Map<String, Code>> byFormer = new HashMap<>();
  private final List<CodeNotation> notations;
  private final TriggerFilter filter;

  /** The bits of the notations that restrict the first byte of a line. */
  private final long particular;

  /** A scanner for these tables. */
  public CodeScanner(CodeTables tables) {
    for (CodeFamily family : tables.families()) {
      Map<String, Code> codes = new HashMap<>();
      Map<String, Code> former = new HashMap<>();
      for (Code code : family.codes()) {
        codes.put(code.code(), code);
        code.spelling().former().ifPresent(old -> former.put(old, code));
      }
      byCode.put(family.id(), codes);
      byFormer.put(family.id(), former);
    }
    Stream<CodeNotation> described =
        tables.families().stream()
            .filter(family -> !family.looks().isEmpty())
            .map(family -> new LookNotation(tables, family));
    this.notations =
        Stream.concat(
                described,
                Stream.of(
                    new NameNotation(tables),
                    new CudaNotation(tables),
                    new ExitNotation(tables),
                    new ErrnoNotation(tables),
                    new SlurmNotation(tables),
                    new SlurmTableNotation(tables),
                    new KubernetesNotation(tables)))
            .toList();
    long choosy = 0;
    for (int i = 0; i < notations.size(); i++) {
      choosy |= notations.get(i).canBegin((byte) 0) ? 0 : 1L << i;
    }
    this.particular = choosy;
    this.filter = new TriggerFilter(notations.stream().map(CodeNotation::triggerWords).toList());
  }

  /** A reader for one log. */
  public CodeReader createReader() {
    return new CodeReader(this);
  }

  /** Rows by family and code. */
  Map<String, Map<String, Code>> byCode() {
    return byCode;
  }

  /** Rows by family and the number that they had in old releases. */
  Map<String, Map<String, Code>> byFormer() {
    return byFormer;
  }

  /** A bit for each notation that a line may have. */
  long matchingNotations(byte[] bytes, int from, int to) {
    long found = filter.scan(bytes, from, to);
    return (found & particular) == 0 ? found : found & ~refusing(bytes, from, to);
  }

  private long refusing(byte[] bytes, int from, int to) {
    int start = from;
    while (start < to && bytes[start] == ' ') {
      start++;
    }
    byte first = start < to ? bytes[start] : 0;
    long refusing = 0;
    for (int i = 0; i < notations.size(); i++) {
      refusing |= notations.get(i).canBegin(first) ? 0 : 1L << i;
    }
    return refusing;
  }

  void readLine(CodeLine line, long triggers, CodeReader sink) {
    long left = triggers;
    while (left != 0) {
      notations.get(Long.numberOfTrailingZeros(left)).readLine(line, sink);
      left &= left - 1;
    }
  }
}
