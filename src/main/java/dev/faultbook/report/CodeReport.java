package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.RepeatedEvent;
import dev.faultbook.language.Language;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
 * @param recommended what its advisor recommends in its own words
 * @param repeated that it came back on one GPU; null unless it did
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
    @JsonUnwrapped Recommended recommended,
    @Nullable Repeated repeated,
    @JsonUnwrapped FilePlace file) {
  /** Most codes that a report lists. */
  private static final int MOST = 64;

  /** Most lines that a rule names. */
  private static final int MOST_LINES = 6;

  /** A report that was saved before there were recommendations has none. */
  public CodeReport {
    recommended = recommended == null ? new Recommended(null, null) : recommended;
  }

  /**
   * What the advisor recommends in its own words.
   *
   * @param advised the action: {@code RESET_GPU}; null where it names none
   * @param source address of the document that says so, or null
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Recommended(
      @Nullable String advised, @JsonProperty("advice_source") @Nullable String source) {}

  /**
   * A code that came back on one GPU although it asks for a reset or a reboot each time.
   *
   * @param device address of the GPU
   * @param times how many events there are; a burst of lines is one
   * @param lines numbers of their first lines
   * @param rule what that means and by which rule, in a sentence
   */
  public record Repeated(String device, int times, List<Long> lines, String rule) {
    /** The list cannot be changed. */
    public Repeated {
      lines = List.copyOf(lines);
    }
  }

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
        new Recommended(
            code.advice().advised().orElse(null),
            code.source().or(() -> family.map(one -> one.sources().getFirst())).orElse(null)),
        diagnosis
            .codes()
            .findRepeated()
            .filter(event -> event.code() == code)
            .map(event -> toRepeated(event, places, language))
            .orElse(null),
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

  private static Repeated toRepeated(RepeatedEvent event, LinePlaces places, Language language) {
    return new Repeated(
        event.device(), event.lines().size(), event.lines(), rule(event, places, language));
  }

  /** Why the hardware is to be replaced: the third Xid 79 on GPU 0000:3b:00, with the lines. */
  static String rule(RepeatedEvent event, LinePlaces places, Language language) {
    Phrases phrases = Phrases.of(language);
    String lines =
        event.lines().stream()
            .limit(MOST_LINES)
            .map(places::shorten)
            .collect(Collectors.joining(phrases.say("list.comma")));
    String all = event.lines().size() > MOST_LINES ? lines + ", …" : lines;
    return phrases.say(
        "code.repeated",
        label(event.code(), language),
        event.device(),
        event.lines().size(),
        all,
        RepeatedEvent.MANY);
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
