package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.Report;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.UploadReceiver;
import dev.faultbook.store.PublishRefusedException;
import dev.faultbook.web.curation.DraftWriter;
import dev.faultbook.web.curation.EntryPublisher;
import dev.faultbook.web.curation.EntryTexts;
import dev.faultbook.web.curation.EntryTrial;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The curators' desk: what waits for curators, and a form that drafts and tries an entry. Nothing
 * that is sent is stored. {@link CurateAccess} admits only curators.
 */
@Controller
class CuratePage {
  static final String PATH = "/curate";

  /** Longest time for the example logs of the catalogue; all of them take a few seconds. */
  private static final Duration CORPUS_TIME = Duration.ofSeconds(15);

  /** Size that a trial counts as, in bytes: it takes as long as the diagnosis of such a log. */
  private static final long TRIAL_SIZE = 4L * 1024 * 1024;

  /** The id of an entry that has none yet. */
  private static final String UNNAMED = "new-fault";

  private final CurateLists lists;
  private final UploadReceiver intake;
  private final DiagnosisGate gate;
  private final EntryTrial trial;
  private final DraftWriter drafts;
  private final Diagnoser diagnoser;
  private final EntryPublisher publisher;

  CuratePage(
      Editions editions,
      UploadReceiver intake,
      DiagnosisGate gate,
      Diagnoser diagnoser,
      CurateLists lists,
      EntryPublisher publisher) {
    this.publisher = publisher;
    this.diagnoser = diagnoser;
    this.lists = lists;
    this.intake = intake;
    this.gate = gate;
    this.trial = new EntryTrial(editions, diagnoser, CORPUS_TIME);
    this.drafts = new DraftWriter(editions, diagnoser);
  }

  /**
   * A sentence about what was sent.
   *
   * @param key key of the message
   * @param number number in the message
   * @param refused whether nothing was done
   * @param text second value in the message, in English; may be empty
   */
  public record Notice(String key, long number, boolean refused, String text) {
    Notice(String key, long number, boolean refused) {
      this(key, number, refused, "");
    }
  }

  @GetMapping(PATH)
  ModelAndView desk(@RequestParam(defaultValue = "") String entry, HttpServletRequest request) {
    EntryTexts texts = entry.isEmpty() ? EntryTexts.NONE : lists.published(entry);
    return lists.addTo(page(texts), LanguageResolver.resolveLanguage(request));
  }

  /** Drafts, tries, packs or publishes an entry, and shows its texts again. */
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
      case SHOW -> lists.addTo(page(form.texts()), language);
      case TRY -> tryEntry(form.texts(), language);
      case DRAFT -> draft(lists.withLog(form), language);
      case DOWNLOAD -> download(form.texts(), response);
      case PUBLISH -> publish(form.texts(), language, request.getRemoteUser());
      case ROLLBACK ->
          change(form.texts(), "rolledback", id -> publisher.rollBack(id, request.getRemoteUser()));
      case WITHDRAW ->
          change(form.texts(), "withdrawn", id -> publisher.withdraw(id, request.getRemoteUser()));
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
  private ModelAndView draft(EntryTexts texts, Language language) throws IOException {
    if (texts.log().isBlank()) {
      return refuse(texts, "nolog", 0);
    }
    EntryTexts draft = gate.call(TRIAL_SIZE, () -> drafts.writeDraft(texts.log()));
    Report report =
        gate.call(
            TRIAL_SIZE,
            () ->
                Report.fromDiagnosis(
                    diagnoser.diagnose(draft.log().getBytes(StandardCharsets.UTF_8)), language));
    return page(texts.orElse(draft).withLog(draft.log()))
        .addObject("notice", new Notice("drafted", 0, false))
        .addObject("near", CurateLists.nearTo(report));
  }

  private @Nullable ModelAndView download(EntryTexts texts, HttpServletResponse response)
      throws IOException {
    if (!texts.hasValidId()) {
      return refuse(texts, "noid", 0);
    }
    if (texts.isBlank()) {
      return refuse(texts, "nothing", 0);
    }
    byte[] zip = gate.call(TRIAL_SIZE, () -> drafts.redactLogs(texts).toZip());
    response.setContentType("application/zip");
    response.setHeader("Content-Disposition", "attachment; filename=\"" + texts.id() + ".zip\"");
    response.getOutputStream().write(zip);
    return null;
  }

  /** Publishes an entry that {@code check} would accept; otherwise shows what it would say. */
  private ModelAndView publish(EntryTexts given, Language language, @Nullable String who)
      throws IOException {
    if (!given.hasValidId()) {
      return refuse(given, "noid", 0);
    }
    EntryTexts texts = gate.call(TRIAL_SIZE, () -> drafts.redactLogs(given));
    TrialView view =
        gate.call(TRIAL_SIZE, () -> new TrialView(trial.tryEntry(texts), texts.id(), language));
    if (!view.accepted()) {
      return refuse(texts, "unpublished", 0).addObject("trial", view);
    }
    return change(texts, "published", id -> publisher.publish(texts, who));
  }

  /** A change of the published entry with an id. */
  @FunctionalInterface
  private interface Changing {
    EntryPublisher.Change of(String id) throws IOException;
  }

  private ModelAndView change(EntryTexts texts, String done, Changing changing) throws IOException {
    try {
      EntryPublisher.Change change = changing.of(texts.id());
      String where = change.place() + (change.version().isEmpty() ? "" : ", " + change.version());
      return page(texts).addObject("notice", new Notice(done, 0, false, where));
    } catch (PublishRefusedException refused) {
      String why = String.valueOf(refused.getMessage());
      ModelAndView page = page(texts).addObject("notice", new Notice("refused", 0, true, why));
      page.setStatus(HttpStatus.CONFLICT);
      return page;
    }
  }

  private ModelAndView refuse(EntryTexts texts, String why, long number) {
    ModelAndView page = page(texts).addObject("notice", new Notice(why, number, true));
    page.setStatus(HttpStatus.BAD_REQUEST);
    return page;
  }

  private ModelAndView page(EntryTexts texts) {
    // The other language gets the texts sent again.
    return new ModelAndView("curate")
        .addObject("texts", texts)
        .addObject("place", publisher.place().orElse(null))
        .addObject("resend", "/curate?lang=");
  }
}
