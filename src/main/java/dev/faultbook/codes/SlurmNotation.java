package dev.faultbook.codes;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
  public List<String> triggerWords() {
    Set<String> words = new TreeSet<>(lines.triggerWords());
    words.addAll(List.of("state=", "reason="));
    return List.copyOf(words);
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    // slurmstepd: error: *** JOB 123 ON node1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT
    boolean own = line.containsWord("slurm") || line.contains("***") || line.containsWord("srun");
    CodeTexts.Found said =
        own || line.containsWord("reason=") ? lines.findWithin(line, 0, line.length()) : null;
    if (said != null) {
      sink.acceptRow(said.code());
    }
    // JobState=FAILED Reason=NonZeroExitCode Dependency=(null)
    String state = fieldValue(line, "State=");
    Code row = state == null ? null : names.state(state);
    if (row != null) {
      sink.acceptRow(row);
    }
    String reason = fieldValue(line, "Reason=");
    if (reason != null && !reason.equals("None")) {
      names.reason(reason).ifPresent(sink::acceptRow);
    }
  }

  private static @Nullable String fieldValue(CodeLine line, String name) {
    int at = line.find(name);
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
