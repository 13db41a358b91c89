package dev.faultbook.web;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.fleet.FleetJobs;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** What failed in a fleet in the last hour, by cause, node and user. */
@Controller
class JobsPage {
  private static final Duration SPAN = Duration.ofHours(1);
  private static final int MAX_ROWS = 100;
  private static final int MAX_BARS = 15;

  private final FleetJobs jobs;
  private final Editions editions;

  JobsPage(FleetJobs jobs, Editions editions) {
    this.jobs = jobs;
    this.editions = editions;
  }

  @GetMapping("/jobs")
  String jobs(HttpServletRequest request, HttpServletResponse response, Model model) {
    response.setHeader("Cache-Control", "no-store");
    Language language = LanguageResolver.resolveLanguage(request);
    List<FleetJobs.Job> failed = jobs.failedWithin(SPAN);
    model.addAttribute("state", stateOf(failed));
    model.addAttribute("total", failed.size());
    model.addAttribute("jobs", failed.stream().limit(MAX_ROWS).toList());
    Map<String, Long> causes =
        count(failed, job -> job.entry() == null ? job.failure() : job.entry());
    model.addAttribute(
        "causes",
        StatsPage.toBars(
            causes,
            MAX_BARS,
            id -> editions.current().findEntry(id),
            id -> findTitle(id, language).orElse(id)));
    model.addAttribute("nodes", plainBars(count(failed, FleetJobs.Job::node)));
    model.addAttribute("users", plainBars(count(failed, FleetJobs.Job::user)));
    return "jobs";
  }

  private String stateOf(List<FleetJobs.Job> failed) {
    if (!jobs.isOn()) {
      return "off";
    }
    if (!failed.isEmpty()) {
      return "listed";
    }
    return jobs.isConnected() ? "empty" : "away";
  }

  private Optional<String> findTitle(String id, Language language) {
    Optional<Entry> entry = editions.current().findEntry(id);
    return entry.map(found -> found.pageIn(language).title());
  }

  private static Map<String, Long> count(
      List<FleetJobs.Job> failed, Function<FleetJobs.Job, @Nullable String> by) {
    return failed.stream()
        .map(by)
        .filter(Objects::nonNull)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static List<StatsPage.Bar> plainBars(Map<String, Long> counts) {
    return StatsPage.toBars(counts, MAX_BARS, name -> Optional.empty(), Function.identity());
  }
}
