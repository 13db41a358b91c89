package dev.faultbook.api;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.report.StatementText;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Checks whether a GPU, a driver and a build of PyTorch are compatible. */
@RestController
@Tag(
    name = "compatibility",
    description = "Check whether a GPU, a driver and a build of PyTorch are compatible.")
class CompatibilityController {
  private static final int MAX_VALUE = 200;

  private final Editions editions;

  CompatibilityController(Editions editions) {
    this.editions = editions;
  }

  /** A verdict in one language. */
  record Answer(
      String verdict,
      List<String> reasons,
      List<String> remedies,
      List<LayerAnswer> layers,
      Map<String, List<String>> facts,
      List<BasisAnswer> basis) {}

  /** One layer. */
  record LayerAnswer(String name, String value, String state, String text) {}

  /** A rule or a row of the tables. */
  record BasisAnswer(String text, List<String> sources) {}

  @GetMapping(value = "/api/v1/compatibility", produces = "application/json")
  ResponseEntity<Answer> check(HttpServletRequest request) {
    Query query = Query.fromRequest(request);
    Language language = query.requestedLanguage();
    Compatibility compatibility = editions.current().compatibility();
    Verdict verdict =
        compatibility.judgeSetUp(
            readParameter(query, "gpu"),
            readParameter(query, "driver"),
            readParameter(query, "torch"));
    StatementText statements = new StatementText(language);
    return Query.startResponse(language)
        .body(
            new Answer(
                verdict.outcome().tag(),
                statements.describeAll(verdict.reasons()),
                verdict.remedies().stream().map(statements::describeRemedy).toList(),
                verdict.layers().stream()
                    .map(
                        layer ->
                            new LayerAnswer(
                                layer.name(),
                                layer.value(),
                                layer.state().tag(),
                                statements.describeStatement(layer.text())))
                    .toList(),
                verdict.facts(),
                verdict.basis().stream()
                    .map(
                        row ->
                            new BasisAnswer(
                                statements.describeStatement(row.text()), row.sources()))
                    .toList()));
  }

  private static Optional<String> readParameter(Query query, String name) {
    Optional<String> value = query.readText(name);
    if (value.isPresent() && value.get().length() > MAX_VALUE) {
      throw ApiException.badRequest(name + " is longer than " + MAX_VALUE + " characters.");
    }
    return value;
  }
}
