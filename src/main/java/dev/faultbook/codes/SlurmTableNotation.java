package dev.faultbook.codes;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows of Slurm's tables: sacct ({@code 4711.0 train OUT_OF_ME+ 0:125}) and squeue ({@code 4711 gpu
 * train me PD 0:00 4 (Resources)}). They begin with a job's number.
 */
final class SlurmTableNotation implements CodeNotation {
  private final SlurmNames names;

  SlurmTableNotation(CodeTables tables) {
    names = new SlurmNames(tables);
  }

  @Override
  public List<String> triggerWords() {
    return List.copyOf(names.triggers());
  }

  /** A number, or the brace of a container engine's JSON wrapper. */
  @Override
  public boolean canBegin(byte first) {
    return first >= '0' && first <= '9' || first == '{';
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    int start = line.skipAny(0, " ");
    int from = start;
    while (CodeLine.isDigit(line.at(from))) {
      from++;
    }
    if (from == start || " ._|+[".indexOf(line.at(from)) < 0) {
      return;
    }
    Row row = new Row();
    while (from < line.length()) {
      int end = from;
      while (end < line.length() && line.at(end) != ' ' && line.at(end) != '|') {
        end++;
      }
      row.take(line.text().substring(from, end));
      from = line.skipAny(end, " |");
    }
    row.report(line, sink);
  }

  /** The columns of a row. */
  private final class Row {
    private @Nullable Code state;
    private @Nullable Code brief;
    private @Nullable String pair;
    private boolean timed;

    void take(String word) {
      state = state == null ? names.state(word) : state;
      brief = brief == null ? names.brief(word) : brief;
      timed |= isTimeOrCode(word);
      if (state != null && pair == null && isTimeOrCode(word)) {
        CodeLine column = CodeLine.of(word);
        String code = ExitNotation.parsePair(column, 0);
        pair = code != null && code.length() == word.length() ? code : null;
      }
    }

    void report(CodeLine line, CodeReader sink) {
      Optional<Code> waits = waiting(line);
      if (state != null && (timed || line.find("|") >= 0)) {
        sink.acceptRow(state);
        if (pair != null) {
          sink.acceptCode("exit", pair);
        }
      } else if (brief != null && timed) {
        if (waits.isPresent()) {
          sink.acceptRow(brief);
        }
        waits.filter(reason -> !reason.code().equals("None")).ifPresent(sink::acceptRow);
      }
    }
  }

  /** {@code 0:125}, {@code 1-02:03:04}, {@code 0:00}. */
  private static boolean isTimeOrCode(String word) {
    int colon = word.indexOf(':');
    return colon > 0
        && colon + 1 < word.length()
        && word.chars().allMatch(c -> CodeLine.isDigit((char) c) || c == ':' || c == '-');
  }

  /** {@code (Resources)}, {@code (ReqNodeNotAvail, UnavailableNodes:node[3-4])}. */
  private Optional<Code> waiting(CodeLine line) {
    int open = line.findLast(" (");
    int end = open + 2;
    while (open >= 0 && CodeLine.isNamePart(line.at(end))) {
      end++;
    }
    boolean closed = open >= 0 && (line.at(end) == ')' || line.at(end) == ',');
    return closed ? names.reason(line.text().substring(open + 2, end)) : Optional.empty();
  }
}
