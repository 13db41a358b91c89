package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.FailureReport;
import dev.faultbook.report.Report;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.EntryLayer;
import dev.faultbook.store.EntryVotes;
import dev.faultbook.store.FaultCounts;
import dev.faultbook.store.ReaderAnswer;
import dev.faultbook.store.StoreUnavailableException;
import dev.faultbook.store.StoredDiagnosis;
import dev.faultbook.store.UnmatchedFailure;
import dev.faultbook.web.curation.EntryTexts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** What waits for curators: failures without a page, and what readers say of the pages. */
@Component
class CurateLists {
  /** Most answers of readers that are shown. */
  private static final int MAX_ANSWERS = 50;

  /** The days whose failures are listed. */
  private static final int DAYS = 30;

  /** Most failures without a page that are listed. */
  private static final int MAX_FAILURES = 30;

  private static final int MAX_NODES = 5;

  /** Most versions of published entries that are listed. */
  private static final int MAX_VERSIONS = 20;

  /** Most entries that are named as close. */
  private static final int MAX_NEAR = 3;

  private final Editions editions;
  private final DiagnosisStore store;
  private final FaultCounts counts;
  private final EntryLayer layer;

  CurateLists(Editions editions, DiagnosisStore store, FaultCounts counts, EntryLayer layer) {
    this.layer = layer;
    this.editions = editions;
    this.store = store;
    this.counts = counts;
  }

  /**
   * What readers say about an entry.
   *
   * @param id id of the entry
   * @param title its title; null if it no longer exists
   * @param votes all votes on it
   * @param answers the latest answers that say no or hold a comment, the newest first
   */
  public record Topic(
      String id, @Nullable String title, EntryVotes votes, List<ReaderAnswer> answers) {
    public Topic {
      answers = List.copyOf(answers);
    }
  }

  /**
   * A failure that no page explains.
   *
   * @param met how often, when and where it was met
   * @param title what it says, redacted; null if nobody shared it
   * @param nodes the first of its nodes
   * @param near entries that are close to it
   */
  public record Unmatched(
      UnmatchedFailure met, @Nullable String title, List<String> nodes, List<Near> near) {
    public Unmatched {
      nodes = List.copyOf(nodes);
      near = List.copyOf(near);
    }
  }

  /** An entry that is close to a failure. */
  public record Near(String id, String title) {}

  /** The page that explains a failure already, or else those with similar text. */
  static List<Near> nearTo(Report report) {
    Report.Found lead = report.lead();
    return lead != null && !lead.generic()
        ? List.of(new Near(lead.entry(), lead.title()))
        : report.suggestions().stream()
            .limit(MAX_NEAR)
            .map(page -> new Near(page.entry(), page.title()))
            .toList();
  }

  /** The texts with the log of the shared diagnosis that the form names; its end if it is long. */
  EntryTexts withLog(CurateForm form) throws IOException {
    Optional<StoredDiagnosis> shared =
        form.texts().log().isBlank() ? store.find(form.from()) : Optional.empty();
    if (shared.isEmpty()) {
      return form.texts();
    }
    byte[] log;
    try (InputStream text = shared.get().redactedLog().openText()) {
      log = text.readAllBytes();
    }
    int from = Math.max(0, log.length - CurateForm.Field.LOG.limit());
    while (from > 0 && from < log.length && log[from - 1] != '\n') {
      from++;
    }
    return form.texts().withLog(new String(log, from, log.length - from, StandardCharsets.UTF_8));
  }

  /** The texts of an entry that was published into the database; blank ones if there is none. */
  EntryTexts published(String id) {
    return layer.isOn() ? EntryTexts.ofFolder(id, layer.filesOf(id)) : EntryTexts.NONE;
  }

  /** Adds the lists to the desk's page. */
  ModelAndView addTo(ModelAndView page, Language language) {
    page.addObject("most", MAX_ANSWERS);
    try {
      page.addObject("topics", readTopics(language));
      page.addObject("unmatched", readUnmatched(language));
      page.addObject("versions", layer.isOn() ? layer.latest(MAX_VERSIONS) : List.of());
    } catch (StoreUnavailableException away) {
      page.addObject("topics", List.of()).addObject("away", true);
    }
    return page;
  }

  private List<Unmatched> readUnmatched(Language language) {
    LocalDate first = counts.today().minusDays(DAYS - 1L);
    return store.unmatchedSince(first, MAX_FAILURES, language).stream()
        .map(
            met -> {
              Report report = met.report();
              FailureReport failure = report == null ? null : report.failure();
              return new Unmatched(
                  met,
                  failure == null ? null : failure.text(),
                  met.nodes().stream().limit(MAX_NODES).toList(),
                  report == null ? List.of() : nearTo(report));
            })
        .toList();
  }

  /** The latest answers by entry; the entry with the newest answer comes first. */
  private List<Topic> readTopics(Language language) {
    Map<String, List<ReaderAnswer>> answers =
        store.latestAnswers(MAX_ANSWERS).stream()
            .collect(
                Collectors.groupingBy(
                    ReaderAnswer::entry, LinkedHashMap::new, Collectors.toList()));
    Map<String, EntryVotes> votes =
        store.votesSince(LocalDate.EPOCH).stream()
            .collect(Collectors.toMap(EntryVotes::entry, Function.identity()));
    List<Topic> topics = new ArrayList<>();
    answers.forEach(
        (id, ofEntry) ->
            topics.add(
                new Topic(
                    id,
                    editions
                        .current()
                        .findEntry(id)
                        .map(entry -> entry.pageIn(language).title())
                        .orElse(null),
                    votes.getOrDefault(id, new EntryVotes(id, 0, 0)),
                    ofEntry)));
    return topics;
  }
}
