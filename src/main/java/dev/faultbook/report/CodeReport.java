package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A code that occurs in the log, with what its table says.
 *
 * @param family id of the family, such as {@code xid}
 * @param code the code: {@code 79}
 * @param name its name, or the code itself
 * @param label the code as people say it: {@code Xid 79}
 * @param kind {@code fault}, {@code general}, {@code note} or {@code success}
 * @param line number of the first line that holds it
 * @param count number of lines that hold it
 * @param meaning what happened, in a sentence
 * @param layer where the fault usually lies
 * @param action what to do, as a word: {@code reset_gpu}
 * @param advice the same as a sentence
 * @param advisor who recommends it, or null
 * @param hint where to look first, or null
 * @param entry id of the entry that explains it, or null
 * @param url address of its page
 * @param leads whether it is the answer, because no entry matched
 * @param file the file that holds the first line
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record CodeReport(
    String family,
    String code,
    String name,
    String label,
    String kind,
    long line,
    long count,
    String meaning,
    String layer,
    String action,
    String advice,
    @Nullable String advisor,
    @Nullable String hint,
    @Nullable String entry,
    String url,
    boolean leads,
    @JsonUnwrapped FilePlace file) {
  /** Most codes that a report lists. */
  private static final int MOST = 64;

  static List<CodeReport> fromDiagnosis(Diagnosis diagnosis, LinePlaces places, Language language) {
    Optional<CodeSighting> lead =
        diagnosis.isDiagnosed() ? Optional.empty() : diagnosis.codes().findLead();
    return diagnosis.codes().sightings().stream()
        .limit(MOST)
        .map(
            sighting ->
                fromDiagnosis(
                    diagnosis,
                    sighting,
                    places,
                    language,
                    lead.filter(one -> one == sighting).isPresent()))
        .toList();
  }

  private static CodeReport fromDiagnosis(
      Diagnosis diagnosis,
      CodeSighting sighting,
      LinePlaces places,
      Language language,
      boolean leads) {
    Code code = sighting.code();
    CodeAction action = sighting.action();
    Optional<CodeFamily> family = diagnosis.index().edition().codes().findFamily(code.family());
    return new CodeReport(
        code.family(),
        code.code(),
        code.spelling().name(),
        label(code, language),
        code.kind().tag(),
        sighting.line(),
        sighting.count(),
        code.meaning().in(language),
        code.layer(),
        action.id(),
        action.text().in(language),
        family.flatMap(CodeFamily::advisor).orElse(null),
        code.advice().hint().map(hint -> hint.in(language)).orElse(null),
        code.entry().orElse(null),
        code.url(),
        leads,
        places.find(sighting.line()));
  }

  /** The code as people say it: {@code Xid 79}, {@code exit code 137}. */
  public static String label(Code code, Language language) {
    return Phrases.of(language).say("code.label." + code.family(), code.code());
  }

  /** The code with its name, as a title. */
  public static String title(Code code, Language language) {
    String label = label(code, language);
    return code.named() ? label + " · " + code.spelling().name() : label;
  }

  /** Why a job can or cannot be started again, by its code. */
  static String because(CodeSighting sighting, Language language) {
    return Phrases.of(language)
        .say(
            "code.because",
            label(sighting.code(), language),
            sighting.code().meaning().in(language));
  }

  /** Whether the code names a fault or a general failure. */
  public boolean failed() {
    return kind.equals("fault") || kind.equals("general");
  }
}
