package dev.faultbook.report;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeKind;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.CodeAnalysis;
import dev.faultbook.diagnosis.CodeAnalysis.RepeatedEvent;
import dev.faultbook.diagnosis.Diagnosis;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A code in the log, with the data of its table.
 *
 * @param family id of the family, such as {@code xid}
 * @param name its name, or the code itself
 * @param label the code in running text: {@code Xid 79}
 * @param kind {@code fault}, {@code general}, {@code note} or {@code success}
 * @param line the first line that holds it
 * @param count number of lines that hold it
 * @param action what to do, as a key: {@code reset_gpu}
 * @param advice the action as a sentence
 * @param advisor the vendor that recommends it, or null
 * @param hint where to look first, or null
 * @param advised the action in the advisor's terms: {@code RESET_GPU}; null if it states none
 * @param adviceSource address of the document that states it, or null
 * @param entry id of the entry that explains it, or null
 * @param leads whether it is the answer, because no entry matched
 * @param repeated its recurrence on one GPU, or null
 */
public record CodeReport(
    String family,
    String code,
    String name,
    String label,
    String kind,
    String url,
    long line,
    long count,
    String meaning,
    String layer,
    String action,
    String advice,
    @Nullable String advisor,
    @Nullable String hint,
    @Nullable String advised,
    @JsonProperty("advice_source") @Nullable String adviceSource,
    @Nullable String entry,
    boolean leads,
    @Nullable Repeated repeated,
    @JsonInclude(NON_NULL) @Nullable String source,
    @JsonInclude(NON_NULL) @JsonProperty("source_line") @Nullable Long sourceLine) {
  private static final String EXIT = "exit";
  private static final int MAX_CODES = 64;

  /** Limit of the lines that the sentence of a rule lists. */
  private static final int MAX_LINES = 6;

  /**
   * The recurrence of a code on one GPU although each occurrence required a reset or a reboot.
   *
   * @param times number of events; a burst of lines is one event
   * @param lines numbers of their first lines
   * @param rule the conclusion and the rule behind it, in a sentence
   */
  public record Repeated(String device, int times, List<Long> lines, String rule) {
    private static Repeated of(RepeatedEvent event, String rule) {
      return new Repeated(event.device(), event.lines().size(), event.lines(), rule);
    }
  }

  /** Whether it says only that something failed: {@code exit code 137}, {@code BackOff}. */
  boolean isGeneral() {
    return kind.equals(CodeKind.GENERAL.tag()) || family.equals(EXIT);
  }

  static List<CodeReport> fromDiagnosis(Diagnosis diagnosis, LinePlaces places, Language language) {
    CodeAnalysis codes = diagnosis.codes();
    CodeSighting lead = diagnosis.isDiagnosed() ? null : codes.findLead().orElse(null);
    Optional<RepeatedEvent> repeated = codes.findRepeated();
    return codes.sightings().stream()
        .limit(MAX_CODES)
        .map(
            sighting ->
                fromSighting(
                    sighting,
                    diagnosis.knowledge().codes().findFamily(sighting.code().family()),
                    repeated
                        .filter(event -> event.code() == sighting.code())
                        .map(event -> Repeated.of(event, rule(event, places, language)))
                        .orElse(null),
                    sighting == lead,
                    places,
                    language))
        .toList();
  }

  private static CodeReport fromSighting(
      CodeSighting sighting,
      Optional<CodeFamily> family,
      @Nullable Repeated repeated,
      boolean leads,
      LinePlaces places,
      Language language) {
    Code code = sighting.code();
    CodeAction action = sighting.action();
    return new CodeReport(
        code.family(),
        code.code(),
        code.spelling().name(),
        label(code, language),
        code.kind().tag(),
        code.url(),
        sighting.line(),
        sighting.count(),
        code.meaning().in(language),
        code.layer(),
        action.id(),
        action.text().in(language),
        family.flatMap(CodeFamily::advisor).orElse(null),
        code.advice().hint().map(hint -> hint.in(language)).orElse(null),
        code.advice().advised().orElse(null),
        code.source().or(() -> family.map(one -> one.sources().getFirst())).orElse(null),
        code.entry().orElse(null),
        leads,
        repeated,
        places.sourceOf(sighting.line()),
        places.lineInSource(sighting.line()));
  }

  /** The code in running text: {@code Xid 79}, {@code exit code 137}. */
  public static String label(Code code, Language language) {
    return Phrases.of(language).say("code.label." + code.family(), code.code());
  }

  /** A code in a few lines of Markdown: its meaning, what to do, and the entry that explains it. */
  public static String toMarkdown(Code code, Language language) {
    StringBuilder out = new StringBuilder();
    out.append("# ").append(title(code, language)).append("\n\n");
    out.append(code.meaning().in(language)).append("\n\n");
    out.append("- ").append(code.advice().action().text().in(language)).append('\n');
    code.advice().hint().ifPresent(hint -> out.append("- ").append(hint.in(language)).append('\n'));
    code.entry().ifPresent(entry -> out.append("- explain ").append(entry).append('\n'));
    return out.append('\n').toString();
  }

  /** The code with its name, as a title. */
  public static String title(Code code, Language language) {
    String label = label(code, language);
    return code.named() ? label + " · " + code.spelling().name() : label;
  }

  /** Why the hardware should be replaced: the third Xid 79 on GPU 0000:3b:00, with the lines. */
  static String rule(RepeatedEvent event, LinePlaces places, Language language) {
    Phrases phrases = Phrases.of(language);
    String lines =
        event.lines().stream()
            .limit(MAX_LINES)
            .map(places::shorten)
            .collect(Collectors.joining(phrases.say("list.comma")));
    return phrases.say(
        "code.repeated",
        label(event.code(), language),
        event.device(),
        event.lines().size(),
        event.lines().size() > MAX_LINES ? lines + ", …" : lines,
        CodeAnalysis.MIN_REPEATED);
  }
}
