package dev.faultbook.web;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.Report;
import dev.faultbook.report.StatementText;
import dev.faultbook.server.QueryString;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Checks whether a GPU, a driver and a build of PyTorch are compatible. */
@Controller
class CompatibilityPage {
  private static final int MAX_VALUE = 200;

  private final Knowledge knowledge;

  CompatibilityPage(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  /**
   * A verdict in one language.
   *
   * @param outcome its tag
   * @param capability the GPU's compute capability, or empty
   * @param layers the layers, from the PyTorch build down to the driver
   */
  public record View(
      String outcome,
      String gpu,
      String capability,
      List<String> reasons,
      List<Report.Step> remedies,
      List<LayerView> layers,
      List<BasisView> basis) {}

  /** A layer of the drawing. */
  public record LayerView(String name, String value, String state, String text) {}

  /** A rule or a row of the tables. */
  public record BasisView(String text, List<String> sources) {}

  @GetMapping("/compatibility")
  String check(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    Optional<String> gpu = readParameter(request, "gpu");
    Optional<String> driver = readParameter(request, "driver");
    Optional<String> torch = readParameter(request, "torch");
    model.addAttribute("gpu", gpu.orElse(""));
    model.addAttribute("driver", driver.orElse(""));
    model.addAttribute("torch", torch.orElse(""));
    Compatibility compatibility = knowledge.compatibility();
    model.addAttribute(
        "models", compatibility.tables().gpus().stream().map(row -> row.name()).toList());
    if (gpu.isPresent() || driver.isPresent() || torch.isPresent()) {
      model.addAttribute("verdict", toView(compatibility.judgeSetUp(gpu, driver, torch), language));
    }
    return "compatibility";
  }

  private static View toView(Verdict verdict, Language language) {
    StatementText statements = new StatementText(language);
    return new View(
        verdict.outcome().tag(),
        String.join(", ", verdict.facts().getOrDefault("gpu", List.of())),
        String.join(", ", verdict.facts().getOrDefault("compute_capability", List.of())),
        statements.describeAll(verdict.reasons()),
        verdict.remedies().stream().map(statements::toStep).toList(),
        verdict.layers().reversed().stream()
            .map(
                layer ->
                    new LayerView(
                        layer.name(),
                        layer.value(),
                        layer.state().tag(),
                        statements.describeStatement(layer.text())))
            .toList(),
        verdict.basis().stream()
            .map(row -> new BasisView(statements.describeStatement(row.text()), row.sources()))
            .toList());
  }

  private static Optional<String> readParameter(HttpServletRequest request, String name) {
    return QueryString.of(request)
        .find(name)
        .map(value -> value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value);
  }
}
