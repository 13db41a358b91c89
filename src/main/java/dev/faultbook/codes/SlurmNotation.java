package dev.faultbook.codes;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** States and reasons of Slurm in scontrol and sinfo, and the lines in a job's own output. */
final class SlurmNotation implements CodeNotation {
  static final String FAMILY = "slurm";

  private final SlurmNames names;
  private final CodeTexts lines;

  SlurmNotation(CodeTables tables) {
    names = new SlurmNames(tables);
    lines = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggers() {
    Set<String> words = new TreeSet<>(lines.triggers());
    words.addAll(List.of("state=", "reason="));
    return List.copyOf(words);
  }

  @Override
  public void read(CodeLine line, CodeSink sink) {
    // slurmstepd: error: *** JOB 123 ON node1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT
    boolean own = line.has("slurm") || line.text().contains("***") || line.has("srun");
    CodeTexts.Found said = own || line.has("reason=") ? lines.within(line, 0, line.length()) : null;
    if (said != null) {
      sink.row(said.code());
    }
    // JobState=FAILED Reason=NonZeroExitCode Dependency=(null)
    String state = field(line, "State=");
    Code row = state == null ? null : names.state(state);
    if (row != null) {
      sink.row(row);
    }
    String reason = field(line, "Reason=");
    if (reason != null && !reason.equals("None")) {
      names.reason(reason).ifPresent(sink::row);
    }
  }

  private static String field(CodeLine line, String name) {
    int at = line.text().indexOf(name);
    if (at < 0) {
      return null;
    }
    int from = at + name.length();
    int end = from;
    while (CodeLine.isNamePart(line.at(end))) {
      end++;
    }
    return line.text().substring(from, end);
  }
}
