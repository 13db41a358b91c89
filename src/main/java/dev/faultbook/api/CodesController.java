package dev.faultbook.api;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.Codes;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
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

  @GetMapping(produces = "application/json")
  ResponseEntity<Codes.Families> families(HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    return Query.startResponse(language)
        .body(Codes.Families.of(editions.current().codes(), language));
  }

  @GetMapping(value = "/{family}", produces = "application/json")
  ResponseEntity<Codes.Family> family(@PathVariable String family, HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    return Query.startResponse(language)
        .body(Codes.Family.fromFamily(findFamily(family), language));
  }

  @GetMapping(value = "/{family}/{code}", produces = "application/json")
  ResponseEntity<Codes.Full> code(
      @PathVariable String family, @PathVariable String code, HttpServletRequest request) {
    Language language = Query.fromRequest(request).requestedLanguage();
    CodeFamily found = findFamily(family);
    Code row =
        found
            .findCode(code)
            .orElseThrow(() -> ApiException.notFound("This family does not have this code."));
    return Query.startResponse(language).body(Codes.Full.fromCode(row, found, language));
  }

  private CodeFamily findFamily(String family) {
    return editions
        .current()
        .codes()
        .findFamily(family)
        .orElseThrow(() -> ApiException.notFound("There is no such family of codes."));
  }
}
