package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.EntryVotes;
import dev.faultbook.store.ReaderAnswer;
import dev.faultbook.store.StoreUnavailableException;
import dev.faultbook.web.curation.DraftWriter;
import dev.faultbook.web.curation.EntryTexts;
import dev.faultbook.web.curation.EntryTrial;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * The curators' desk: what readers say, and a form that drafts and tries an entry. Nothing that is
 * sent is stored. {@link CurateAccess} admits only curators.
 */
@Controller
class CuratePage {
  static final String PATH = "/curate";

  /** Longest time for the example logs of the catalogue; all of them take a few seconds. */
  private static final Duration CORPUS_TIME = Duration.ofSeconds(15);

  /** Size that a trial counts as, in bytes: it takes as long as the diagnosis of such a log. */
  private static final long TRIAL_SIZE = 4L * 1024 * 1024;

  /** Most answers of readers that are shown. */
  private static final int MAX_ANSWERS = 50;

  /** The id of an entry that has none yet. */
  private static final String UNNAMED = "new-fault";

  private final Editions editions;
  private final DiagnosisStore store;
  private final UploadReceiver intake;
  private final DiagnosisGate gate;
  private final EntryTrial trial;
  private final DraftWriter drafts;

  CuratePage(
      Editions editions,
      DiagnosisStore store,
      UploadReceiver intake,
      DiagnosisGate gate,
      Diagnoser diagnoser,
      Redactor redactor) {
    this.editions = editions;
    this.store = store;
    this.intake = intake;
    this.gate = gate;
    this.trial = new EntryTrial(editions, diagnoser, CORPUS_TIME);
    this.drafts = new DraftWriter(editions, diagnoser, redactor);
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
   * A sentence about what was sent.
   *
   * @param key key of the message
   * @param number number in the message
   * @param refused whether nothing was done
   */
  public record Notice(String key, long number, boolean refused) {}

  @GetMapping(PATH)
  ModelAndView desk(HttpServletRequest request) {
    return withFeedback(page(EntryTexts.NONE), LanguageResolver.resolveLanguage(request));
  }

  /** Drafts, tries or packs an entry, and shows its texts again. */
  @PostMapping(PATH)
  @Nullable ModelAndView answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    CurateForm form = receiveForm(request);
    if (form.tooLong().isPresent()) {
      CurateForm.Field field = form.tooLong().get();
      ModelAndView page = refuse(form.texts(), "long." + field.tag(), field.limit() / 1024);
      page.setStatus(HttpStatus.CONTENT_TOO_LARGE);
      return page;
    }
    Language language = LanguageResolver.resolveLanguage(request);
    return switch (form.action()) {
      case SHOW -> withFeedback(page(form.texts()), language);
      case TRY -> tryEntry(form.texts(), language);
      case DRAFT -> draft(form.texts());
      case DOWNLOAD -> download(form.texts(), response);
    };
  }

  /** Also what does not exist is behind the sign-in. */
  @RequestMapping(PATH + "/**")
  void refuseOthers() {
    throw new RefusedException(RefusalReason.PAGE);
  }

  private CurateForm receiveForm(HttpServletRequest request) throws IOException {
    byte[] body = intake.receiveMessage(request, CurateForm.MAX_BYTES);
    return CurateForm.read(body, request.getContentType());
  }

  private ModelAndView tryEntry(EntryTexts given, Language language) throws IOException {
    EntryTexts texts = given.id().isEmpty() ? given.withId(UNNAMED) : given;
    TrialView view =
        gate.call(TRIAL_SIZE, () -> new TrialView(trial.tryEntry(texts), texts.id(), language));
    return page(texts).addObject("trial", view);
  }

  /** Drafts what is blank; what was written stays. */
  private ModelAndView draft(EntryTexts texts) throws IOException {
    if (texts.log().isBlank()) {
      return refuse(texts, "nolog", 0);
    }
    EntryTexts draft = gate.call(TRIAL_SIZE, () -> drafts.writeDraft(texts.log()));
    return page(texts.orElse(draft).withLog(draft.log()))
        .addObject("notice", new Notice("drafted", 0, false));
  }

  private @Nullable ModelAndView download(EntryTexts texts, HttpServletResponse response)
      throws IOException {
    if (!texts.hasValidId()) {
      return refuse(texts, "noid", 0);
    }
    if (texts.isBlank()) {
      return refuse(texts, "nothing", 0);
    }
    byte[] zip = gate.call(TRIAL_SIZE, () -> drafts.redactLog(texts).toZip());
    response.setContentType("application/zip");
    response.setHeader("Content-Disposition", "attachment; filename=\"" + texts.id() + ".zip\"");
    response.getOutputStream().write(zip);
    return null;
  }

  private static ModelAndView refuse(EntryTexts texts, String why, long number) {
    ModelAndView page = page(texts).addObject("notice", new Notice(why, number, true));
    page.setStatus(HttpStatus.BAD_REQUEST);
    return page;
  }

  private static ModelAndView page(EntryTexts texts) {
    // The other language gets the texts sent again.
    return new ModelAndView("curate")
        .addObject("texts", texts)
        .addObject("resend", "/curate?lang=");
  }

  private ModelAndView withFeedback(ModelAndView page, Language language) {
    page.addObject("most", MAX_ANSWERS);
    try {
      page.addObject("topics", readTopics(language));
    } catch (StoreUnavailableException away) {
      page.addObject("topics", List.of()).addObject("away", true);
    }
    return page;
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
