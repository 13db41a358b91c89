package dev.faultbook.web;

import dev.faultbook.web.curation.EntryTrial;
import dev.faultbook.diagnosis.Evidence;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.content.Language;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.content.ContentError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of trying an entry, as the desk shows it.
 *
 * @param mistakes what {@code check} refuses
 * @param missing what {@code check} misses
 * @param onLog what happens on the log; null if nothing was tried on one
 * @param onCorpus what happens on the example logs; null if nothing was tried on them
 */
public record TrialView(
    List<Mistake> mistakes,
    List<Mistake> missing,
    @Nullable OnLog onLog,
    @Nullable OnCorpus onCorpus) {
  private static final int MOST_MISTAKES = 100;
  private static final int MOST_MATCHES = 100;

  public TrialView {
    mistakes = List.copyOf(mistakes);
    missing = List.copyOf(missing);
  }

  /**
   * A mistake, which may occur in several lines.
   *
   * @param file path within the entry's folder
   * @param lines the lines of the file; empty for the whole file
   * @param message the message of {@code check}
   */
  public record Mistake(String file, List<Integer> lines, String message) {
    public Mistake {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of the log that a signature matches.
   *
   * @param number its number, from 1
   * @param pieces its text; what the signature matches has the mark {@code root}
   * @param signature the signature
   */
  public record Line(long number, List<StyledText> pieces, String signature) {
    public Line {
      pieces = List.copyOf(pieces);
    }
  }

  /**
   * A finding on the log.
   *
   * @param entry id of its entry
   * @param title title of its entry; the id if there is none yet
   * @param role its role
   * @param own whether it is the entry that is tried
   */
  public record Found(String entry, String title, String role, boolean own) {}

  /**
   * What the entry does on the log.
   *
   * @param outcome {@code leads}, {@code follows}, {@code excluded}, {@code covered} or {@code
   *     absent}
   * @param lines the lines that its signatures match; at most {@link
   *     dev.faultbook.diagnosis.Diagnoser#MOST_EVIDENCE}
   * @param findings all findings, in order
   */
  public record OnLog(String outcome, List<Line> lines, List<Found> findings) {
    public OnLog {
      lines = List.copyOf(lines);
      findings = List.copyOf(findings);
    }

    /** Title of the leading entry; empty if nothing was found. */
    public String leader() {
      return findings.isEmpty() ? "" : findings.getFirst().title();
    }
  }

  /**
   * An example log of another entry.
   *
   * @param entry id of the entry
   * @param title its title
   * @param log name of the log
   * @param effect what changes for it
   */
  public record Match(String entry, String title, String log, String effect) {}

  /**
   * What the entry does on the example logs.
   *
   * @param matches the first logs of other entries that it matches, the worst first
   * @param found number of all of them
   * @param stolen number of those in which it takes the lead
   * @param refused number of those that {@code check} refuses for another reason
   * @param checked number of logs that were checked in time
   * @param total number of logs
   */
  public record OnCorpus(
      List<Match> matches, int found, long stolen, long refused, int checked, int total) {
    public OnCorpus {
      matches = List.copyOf(matches);
    }
  }

  static TrialView of(EntryTrial.Result result, String id, Language language) {
    return new TrialView(
        toMistakes(result.mistakes(), id),
        toMistakes(result.missing(), id),
        result.onLog().map(onLog -> toView(onLog, id, language)).orElse(null),
        result.onCorpus().map(onCorpus -> toView(onCorpus, language)).orElse(null));
  }

  /** Whether {@code check} would accept the entry as it is. */
  public boolean accepted() {
    return verdict().equals("accepted");
  }

  /** What {@code check} would say: the end of the key of the message. */
  public String verdict() {
    if (!mistakes.isEmpty()) {
      return "mistakes";
    }
    if (!missing.isEmpty() || onCorpus == null) {
      return "gaps";
    }
    if (onCorpus.stolen() + onCorpus.refused() > 0) {
      return "corpus";
    }
    return onCorpus.checked() < onCorpus.total() ? "cut" : "accepted";
  }

  /** What the entry does on the log: the end of the key of the message. */
  public String outcome() {
    if (onCorpus == null) {
      return "unreadable";
    }
    return onLog == null ? "nolog" : onLog.outcome();
  }

  private static List<Mistake> toMistakes(List<ContentError> faults, String id) {
    String folder = "entries/" + id + "/";
    Map<ContentError, List<Integer>> lines = new LinkedHashMap<>();
    for (ContentError fault : faults) {
      String file = fault.file();
      String within = file.startsWith(folder) ? file.substring(folder.length()) : file;
      List<Integer> of =
          lines.computeIfAbsent(
              new ContentError(within, 0, fault.message()), same -> new ArrayList<>());
      if (fault.line() > 0) {
        of.add(fault.line());
      }
    }
    return lines.entrySet().stream()
        .limit(MOST_MISTAKES)
        .map(one -> new Mistake(one.getKey().file(), one.getValue(), one.getKey().message()))
        .toList();
  }

  private static OnLog toView(EntryTrial.OnLog onLog, String id, Language language) {
    return new OnLog(
        outcomeOf(onLog, id),
        onLog.matched().stream()
            .flatMap(found -> found.evidence().stream())
            .map(TrialView::toLine)
            .toList(),
        onLog.findings().stream().map(found -> toFound(found, id, language)).toList());
  }

  private static String outcomeOf(EntryTrial.OnLog onLog, String id) {
    Optional<Finding> own =
        onLog.findings().stream().filter(found -> found.entry().id().equals(id)).findFirst();
    if (own.isPresent()) {
      return own.get() == onLog.findings().getFirst() ? "leads" : "follows";
    }
    if (onLog.ruledOut()) {
      return "excluded";
    }
    return onLog.matched().isPresent() ? "covered" : "absent";
  }

  private static Line toLine(Evidence evidence) {
    MatchedLine line = evidence.line();
    String[] marks = new String[line.text().length()];
    for (MatchedLine.Span span : line.spans()) {
      Arrays.fill(marks, span.start(), Math.min(span.end(), marks.length), "root");
    }
    return new Line(
        line.line(), TerminalStyling.toPieces(line.text(), marks), evidence.signature());
  }

  private static Found toFound(Finding finding, String id, Language language) {
    String own = finding.entry().id();
    String title = finding.entry().pageIn(language).title();
    return new Found(own, title.isEmpty() ? own : title, finding.role().tag(), own.equals(id));
  }

  private static OnCorpus toView(EntryTrial.OnCorpus onCorpus, Language language) {
    return new OnCorpus(
        onCorpus.matches().stream()
            .sorted(Comparator.comparing(EntryTrial.CorpusMatch::effect))
            .limit(MOST_MATCHES)
            .map(
                match ->
                    new Match(
                        match.owner().id(),
                        match.owner().pageIn(language).title(),
                        match.log(),
                        match.effect().tag()))
            .toList(),
        onCorpus.matches().size(),
        count(onCorpus, EntryTrial.Effect.TAKES_LEAD),
        count(onCorpus, EntryTrial.Effect.REFUSED),
        onCorpus.checked(),
        onCorpus.total());
  }

  private static long count(EntryTrial.OnCorpus onCorpus, EntryTrial.Effect effect) {
    return onCorpus.matches().stream().filter(match -> match.effect() == effect).count();
  }
}
