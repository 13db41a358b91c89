package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeCase;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.CodeReport;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the codes that software prints. */
@RestController
@RequestMapping("/api/v1/codes")
@Tag(name = "codes", description = "Tables of Xid, CUDA, NCCL, InfiniBand, exit codes and more.")
class CodesController {
  private final Knowledge knowledge;

  CodesController(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  /** The families. */
  record Families(int total, List<FamilyBrief> families) {}

  /** A family in a list. */
  record FamilyBrief(
      @Schema(example = "xid") String family,
      @Schema(example = "NVIDIA Xid errors") String name,
      String about,
      @Schema(description = "Number of its codes.") int codes,
      @Schema(example = "/codes/xid") String url) {
    static FamilyBrief fromFamily(CodeFamily family, Language language) {
      return new FamilyBrief(
          family.id(),
          family.name().in(language),
          family.about().in(language),
          family.codes().size(),
          "/codes/" + family.id());
    }
  }

  /** A family with its codes. */
  record Family(
      @Schema(example = "xid") String family,
      String name,
      String about,
      @Schema(description = "The vendor that recommends the actions, or null.", example = "NVIDIA")
          @Nullable String advisor,
      @Schema(description = "Common mistakes.") List<String> notes,
      List<String> sources,
      int total,
      List<Brief> codes,
      String url) {}

  /** Identifies a code. */
  record Name(
      @Schema(example = "xid") String family,
      @Schema(example = "79") String code,
      @Schema(example = "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS") String name,
      @Schema(allowableValues = {"fault", "general", "note", "success"}) String kind,
      @Schema(example = "/codes/xid/79") String url) {
    static Name fromCode(Code code) {
      return new Name(
          code.family(), code.code(), code.spelling().name(), code.kind().tag(), code.url());
    }
  }

  /** What to do about a code. */
  record Action(
      @Schema(example = "reboot") String action,
      @Schema(description = "The action as a sentence.") String advice) {
    static Action fromAction(CodeAction action, Language language) {
      return new Action(action.id(), action.text().in(language));
    }
  }

  /** A code in a list. */
  record Brief(
      @JsonUnwrapped Name name,
      @Schema(description = "What happened.") String meaning,
      @Schema(description = "Where the fault usually lies.", example = "host") String layer,
      @JsonUnwrapped Action action,
      @Schema(description = "Id of the entry that explains it, or null.") @Nullable String entry) {
    static Brief fromCode(Code code, Language language) {
      return new Brief(
          Name.fromCode(code),
          code.meaning().in(language),
          code.layer(),
          Action.fromAction(code.advice().action(), language),
          code.entry().orElse(null));
    }
  }

  /** Whether a job that met the code can be started again. */
  record Restart(
      @Schema(allowableValues = {"will_fail_again", "may_recover", "after_action", "unknown"})
          String verdict,
      @Schema(example = "reboot") String action) {}

  /** How the rest of the line determines the meaning of a code. */
  record Case(
      @Schema(description = "Words, one of which the line contains.") List<String> texts,
      @Schema(description = "Bits 20 to 25 of the first register word, or null.")
          @Nullable Integer subcode,
      @Schema(description = "The second register word, or null.", example = "0x00000004")
          @Nullable String status,
      String severity,
      String action,
      String advice) {
    static Case fromCase(CodeCase one, Language language) {
      return new Case(
          one.texts(),
          one.subcode(),
          one.status() == null ? null : String.format("0x%08X", one.status()),
          one.severity(),
          one.action().id(),
          one.action().text().in(language));
    }
  }

  /** How software prints the code. */
  record Spelling(
      @Schema(example = "Xid 79") String label,
      List<String> aliases,
      @Schema(description = "Texts that software prints in place of the code.") List<String> texts,
      @Schema(description = "The number in old releases, or null.") @Nullable String former) {}

  /** Details beyond the action. */
  record Details(
      @Nullable String advisor, @Nullable String hint, Restart retry, List<Case> cases) {}

  /** A code with all data of its page. */
  record Full(
      @JsonUnwrapped Name name,
      @JsonUnwrapped Spelling spelling,
      String meaning,
      String layer,
      @JsonUnwrapped Action action,
      @JsonUnwrapped Details details,
      @Nullable String entry,
      List<String> sources) {
    static Full fromCode(Code code, CodeFamily family, Language language) {
      Code.Advice advice = code.advice();
      List<String> sources = new ArrayList<>(code.source().stream().toList());
      sources.addAll(family.sources());
      return new Full(
          Name.fromCode(code),
          new Spelling(
              CodeReport.label(code, language),
              code.spelling().aliases(),
              code.spelling().texts(),
              code.spelling().former().orElse(null)),
          code.meaning().in(language),
          code.layer(),
          Action.fromAction(advice.action(), language),
          new Details(
              family.advisor().orElse(null),
              advice.hint().map(hint -> hint.in(language)).orElse(null),
              new Restart(
                  advice.verdict().orElse(advice.action().verdict()).tag(),
                  advice.action().action().tag()),
              advice.cases().stream().map(one -> Case.fromCase(one, language)).toList()),
          code.entry().orElse(null),
          List.copyOf(sources));
    }
  }

  @GetMapping(produces = "application/json")
  ResponseEntity<Families> families(HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    List<FamilyBrief> families =
        tables().families().stream().map(one -> FamilyBrief.fromFamily(one, language)).toList();
    return Query.startResponse(language).body(new Families(families.size(), families));
  }

  @GetMapping(value = "/{family}", produces = "application/json")
  ResponseEntity<Family> family(@PathVariable String family, HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    CodeFamily found = findFamily(family);
    return Query.startResponse(language)
        .body(
            new Family(
                found.id(),
                found.name().in(language),
                found.about().in(language),
                found.advisor().orElse(null),
                found.notes().stream().map((LocalizedText note) -> note.in(language)).toList(),
                found.sources(),
                found.codes().size(),
                found.codes().stream().map(code -> Brief.fromCode(code, language)).toList(),
                "/codes/" + found.id()));
  }

  @GetMapping(value = "/{family}/{code}", produces = "application/json")
  ResponseEntity<Full> code(
      @PathVariable String family, @PathVariable String code, HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    CodeFamily found = findFamily(family);
    Code row =
        found
            .findCode(code)
            .orElseThrow(() -> ApiException.notFound("This family does not have this code."));
    return Query.startResponse(language).body(Full.fromCode(row, found, language));
  }

  private CodeFamily findFamily(String family) {
    return tables()
        .findFamily(family)
        .orElseThrow(() -> ApiException.notFound("There is no such family of codes."));
  }

  private CodeTables tables() {
    return knowledge.codes();
  }
}
