package dev.faultbook.codes;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** States and reasons of Slurm: sacct, squeue, scontrol, sinfo, and the job's own output. */
final class SlurmNotation implements CodeNotation {
  private static final String FAMILY = "slurm";
  private static final int SHORTEST_STATE = 4;
  private static final int REASON = 8;

  private final Map<String, Code> states = new HashMap<>();
  private final Map<String, Code> shortStates = new HashMap<>();
  private final Map<String, Code> reasons = new HashMap<>();
  private final CodeTexts lines;

  SlurmNotation(CodeTables tables) {
    lines = new CodeTexts(tables, FAMILY);
    tables.family(FAMILY).stream()
        .flatMap(family -> family.codes().stream())
        .forEach(
            code -> {
              boolean state = code.code().equals(upper(code.code()));
              (state ? states : reasons).put(code.code(), code);
              code.spelling().aliases().stream()
                  .filter(alias -> alias.equals(upper(alias)) && alias.length() < SHORTEST_STATE)
                  .forEach(alias -> shortStates.put(alias, code));
            });
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  @Override
  public List<String> triggers() {
    Set<String> words = new TreeSet<>(lines.triggers());
    words.addAll(List.of("state=", "reason=", "out_of_me"));
    for (String state : states.keySet()) {
      if (state.length() > SHORTEST_STATE) {
        words.add(state.toLowerCase(Locale.ROOT));
      }
    }
    for (String reason : reasons.keySet()) {
      int star = reason.indexOf('*');
      boolean ends = star >= 0 && star < SHORTEST_STATE;
      String start = "(" + (star < 0 ? reason + ')' : reason.substring(0, star));
      String word = ends ? reason.substring(star + 1) : start;
      words.add(word.substring(0, Math.min(REASON, word.length())).toLowerCase(Locale.ROOT));
    }
    words.removeIf(word -> word.length() <= SHORTEST_STATE);
    return List.copyOf(words);
  }

  @Override
  public void read(CodeLine line, CodeSink sink) {
    // slurmstepd: error: *** JOB 123 ON node1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT
    // ***
    boolean own = line.has("slurm") || line.text().contains("***") || line.has("srun");
    CodeTexts.Found said = own || line.has("reason=") ? lines.within(line, 0, line.length()) : null;
    if (said != null) {
      sink.row(said.code());
    }
    boolean control = readFields(line, sink);
    if (!control && said == null) {
      readTable(line, sink);
    }
  }

  /** {@code JobState=FAILED Reason=NonZeroExitCode Dependency=(null)}. */
  private boolean readFields(CodeLine line, CodeSink sink) {
    String state = field(line, "State=");
    String reason = field(line, "Reason=");
    if (state != null && states.containsKey(state)) {
      sink.row(states.get(state));
    }
    if (reason != null) {
      reason(reason).filter(code -> !reason.equals("None")).ifPresent(sink::row);
    }
    return state != null || reason != null;
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

  /**
   * A row of sacct ({@code 4711.0 train OUT_OF_ME+ 0:125}) or squeue ({@code 4711 gpu train me PD
   * 0:00 4 (Resources)}): it begins with a job's number.
   */
  private void readTable(CodeLine line, CodeSink sink) {
    int start = line.skip(0, " ");
    int digits = start;
    while (CodeLine.isDigit(line.at(digits))) {
      digits++;
    }
    if (digits == start || " ._|+[".indexOf(line.at(digits)) < 0) {
      return;
    }
    Code state = null;
    Code brief = null;
    boolean code = false;
    int from = digits;
    while (from < line.length()) {
      int end = from;
      while (end < line.length() && line.at(end) != ' ' && line.at(end) != '|') {
        end++;
      }
      String word = line.text().substring(from, end);
      state = state == null ? state(word) : state;
      brief = brief == null ? shortStates.get(word) : brief;
      code |= isTimeOrCode(word);
      from = line.skip(end, " |");
    }
    Optional<Code> waits = waiting(line);
    if (state != null && (code || line.text().indexOf('|') >= 0)) {
      sink.row(state);
    } else if (brief != null && code && (waits.isPresent() || brief.code().length() > 2)) {
      sink.row(brief);
    }
    if (brief != null && code) {
      waits.filter(reason -> !reason.code().equals("None")).ifPresent(sink::row);
    }
  }

  /** sacct cuts long states: {@code OUT_OF_ME+}, {@code CANCELLED+}. */
  private Code state(String word) {
    if (word.endsWith("+") && word.length() > SHORTEST_STATE) {
      String start = word.substring(0, word.length() - 1);
      return states.entrySet().stream()
          .filter(state -> state.getKey().startsWith(start))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse(null);
    }
    return states.get(word);
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
    int open = line.text().lastIndexOf(" (");
    int end = open + 2;
    while (open >= 0 && CodeLine.isNamePart(line.at(end))) {
      end++;
    }
    boolean closed = open >= 0 && (line.at(end) == ')' || line.at(end) == ',');
    return closed ? reason(line.text().substring(open + 2, end)) : Optional.empty();
  }

  /** {@code AssocGrpGRES} is a reason of the row {@code AssocGrp*}. */
  private Optional<Code> reason(String word) {
    Code exact = reasons.get(word);
    if (exact != null) {
      return Optional.of(exact);
    }
    return reasons.entrySet().stream()
        .filter(reason -> fits(reason.getKey(), word))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean fits(String pattern, String word) {
    int star = pattern.indexOf('*');
    return star > 0
        && word.length() >= pattern.length()
        && word.startsWith(pattern.substring(0, star))
        && word.endsWith(pattern.substring(star + 1));
  }
}
