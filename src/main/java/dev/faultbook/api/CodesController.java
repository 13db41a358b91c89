package dev.faultbook.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeCase;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.CodeReport;
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
  private final Editions editions;

  CodesController(Editions editions) {
    this.editions = editions;
  }

  /** The families. */
  record Families(int total, List<FamilyBrief> families) {}

  /** A family in a list. */
  record FamilyBrief(String family, String name, String about, int codes, String url) {
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
      String family,
      String name,
      String about,
      @Nullable String advisor,
      List<String> notes,
      List<String> sources,
      int total,
      List<Brief> codes,
      String url) {}

  /** Identifies a code. */
  record Name(String family, String code, String name, String kind, String url) {
    static Name fromCode(Code code) {
      return new Name(
          code.family(), code.code(), code.spelling().name(), code.kind().tag(), code.url());
    }
  }

  /** What to do about a code. */
  record Action(String action, String advice) {
    static Action fromAction(CodeAction action, Language language) {
      return new Action(action.id(), action.text().in(language));
    }
  }

  /** A code in a list. */
  record Brief(
      @JsonUnwrapped Name name,
      String meaning,
      String layer,
      @JsonUnwrapped Action action,
      @Nullable String entry) {
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
  record Restart(String verdict, String action) {}

  /** How the rest of the line determines the meaning of a code. */
  record Case(
      List<String> texts,
      @Nullable Integer subcode,
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
      String label, List<String> aliases, List<String> texts, @Nullable String former) {}

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
        editions.current().codes().families().stream()
            .map(one -> FamilyBrief.fromFamily(one, language))
            .toList();
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
    return editions
        .current()
        .codes()
        .findFamily(family)
        .orElseThrow(() -> ApiException.notFound("There is no such family of codes."));
  }
}
