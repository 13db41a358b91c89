package dev.faultbook.web;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Finding.Evidence;
import dev.faultbook.report.Report;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.web.curation.EntryTrial;
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
 * @param result the result
 * @param id id of the entry
 * @param language language of titles
 */
public record TrialView(EntryTrial.Result result, String id, Language language) {
  private static final int MAX_MISTAKES = 100;

  /** Most example logs of other entries that are listed. */
  private static final int MAX_MATCHES = 100;

  /**
   * A mistake, which may occur in several lines.
   *
   * @param file path within the entry's folder
   * @param lines the lines of the file; empty for the whole file
   * @param message the message of {@code check}
   */
  public record Mistake(String file, List<Integer> lines, String message) {}

  /**
   * A line of the log that a signature matches.
   *
   * @param pieces its text; what the signature matches has the mark {@code root}
   */
  public record Line(long number, List<StyledText> pieces, String signature) {}

  /**
   * The page of the entry in one language, as readers would see it.
   *
   * @param summary its summary as HTML
   */
  public record Preview(
      Page page, String summary, List<EntryPages.Part> parts, List<Report.Fix> fixes) {}

  /** The pages that are written, English first. */
  public List<Preview> previews() {
    return result.entry().stream()
        .flatMap(entry -> entry.pages().values().stream())
        .sorted(Comparator.comparing(Page::language))
        .map(
            page ->
                new Preview(
                    page,
                    EntryPages.toSummary(page, TemplateValues.NONE),
                    EntryPages.toParts(page, TemplateValues.NONE),
                    page.remedies().stream()
                        .map(remedy -> Report.Fix.of(remedy, TemplateValues.NONE))
                        .toList()))
        .toList();
  }

  /** What {@code check} refuses. */
  public List<Mistake> mistakes() {
    return toMistakes(result.mistakes());
  }

  /** What {@code check} misses. */
  public List<Mistake> missing() {
    return toMistakes(result.missing());
  }

  /** What the entry does on the example logs; null if nothing was tried on them. */
  public EntryTrial.@Nullable OnCorpus corpus() {
    return result.onCorpus().orElse(null);
  }

  /** The first logs of other entries that it matches, the worst first. */
  public List<EntryTrial.CorpusMatch> matches() {
    return result.onCorpus().stream()
        .flatMap(corpus -> corpus.matches().stream())
        .sorted(Comparator.comparing(EntryTrial.CorpusMatch::effect))
        .limit(MAX_MATCHES)
        .toList();
  }

  /** The findings of all entries on the log, in order. */
  public List<Finding> findings() {
    return result.onLog().map(EntryTrial.OnLog::findings).orElse(List.of());
  }

  /** The lines of the log that the entry's signatures match. */
  public List<Line> lines() {
    return result.onLog().flatMap(EntryTrial.OnLog::matched).stream()
        .flatMap(found -> found.evidence().stream())
        .map(TrialView::toLine)
        .toList();
  }

  /** Title of the leading entry on the log; empty if nothing was found. */
  public String leader() {
    return findings().isEmpty() ? "" : titleOf(findings().getFirst());
  }

  /** Title of a finding's entry; its id if there is none yet. */
  public String titleOf(Finding finding) {
    String title = finding.entry().pageIn(language).title();
    return title.isEmpty() ? finding.entry().id() : title;
  }

  /** Whether a finding is of the entry that is tried. */
  public boolean isOwn(Finding finding) {
    return finding.entry().id().equals(id);
  }

  /** Whether {@code check} would accept the entry as it is. */
  public boolean accepted() {
    return verdict().equals("accepted");
  }

  /** What {@code check} would say: the end of the key of the message. */
  public String verdict() {
    EntryTrial.OnCorpus corpus = corpus();
    if (!result.mistakes().isEmpty()) {
      return "mistakes";
    }
    if (!result.missing().isEmpty() || corpus == null) {
      return "gaps";
    }
    if (corpus.stolen() + corpus.refused() > 0) {
      return "corpus";
    }
    return corpus.wasCut() ? "cut" : "accepted";
  }

  /** What the entry does on the log: the end of the key of the message. */
  public String outcome() {
    if (result.onCorpus().isEmpty()) {
      return "unreadable";
    }
    return result.onLog().map(this::outcomeOn).orElse("nolog");
  }

  private String outcomeOn(EntryTrial.OnLog onLog) {
    Optional<Finding> own = onLog.findings().stream().filter(this::isOwn).findFirst();
    if (own.isPresent()) {
      return own.get() == onLog.findings().getFirst() ? "leads" : "follows";
    }
    if (onLog.ruledOut()) {
      return "excluded";
    }
    return onLog.matched().isPresent() ? "covered" : "absent";
  }

  private List<Mistake> toMistakes(List<ContentError> faults) {
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
        .limit(MAX_MISTAKES)
        .map(one -> new Mistake(one.getKey().file(), one.getValue(), one.getKey().message()))
        .toList();
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
}
