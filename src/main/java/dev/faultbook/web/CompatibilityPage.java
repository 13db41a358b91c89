package dev.faultbook.web;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.Verdict;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
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

  private final Editions editions;

  CompatibilityPage(Editions editions) {
    this.editions = editions;
  }

  @GetMapping("/compatibility")
  String check(HttpServletRequest request, Model model) {
    Language language = LanguageResolver.resolveLanguage(request);
    Optional<String> gpu = readParameter(request, "gpu");
    Optional<String> driver = readParameter(request, "driver");
    Optional<String> torch = readParameter(request, "torch");
    model.addAttribute("gpu", gpu.orElse(""));
    model.addAttribute("driver", driver.orElse(""));
    model.addAttribute("torch", torch.orElse(""));
    Compatibility compatibility = editions.current().compatibility();
    model.addAttribute(
        "models", compatibility.tables().gpus().stream().map(row -> row.name()).toList());
    if (gpu.isPresent() || driver.isPresent() || torch.isPresent()) {
      Verdict verdict = compatibility.judgeSetUp(gpu, driver, torch);
      model.addAttribute("verdict", verdict);
      model.addAttribute("say", new StatementText(language));
      model.addAttribute("judged", String.join(", ", factsOf(verdict, "gpu")));
      model.addAttribute("capability", String.join(", ", factsOf(verdict, "compute_capability")));
      // From the build of PyTorch down to the driver.
      model.addAttribute("layers", verdict.layers().reversed());
    }
    return "compatibility";
  }

  private static List<String> factsOf(Verdict verdict, String name) {
    return verdict.facts().getOrDefault(name, List.of());
  }

  private static Optional<String> readParameter(HttpServletRequest request, String name) {
    return QueryString.of(request)
        .find(name)
        .map(value -> value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value);
  }
}
