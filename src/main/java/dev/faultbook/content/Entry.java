package dev.faultbook.content;

import dev.faultbook.signature.Signature;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * One fault that Faultbook knows.
 *
 * @param id stable, in lower case with dashes
 * @param kind cause, symptom or benign
 * @param component what reports it, for browsing
 * @param layer where the fault lies
 * @param severity {@code fatal}, {@code hang}, {@code degraded} or {@code harmless}
 * @param keywords what people type that the pages do not say
 * @param signatures any of them proves the entry
 * @param explains entries that this one produces in the same job
 * @param confirms facts that speak for it
 * @param excludes facts that rule it out
 * @param apart tests that tell it from its look-alikes
 * @param sources documents that support it
 * @param reviewed when someone last checked it
 * @param pages the page in each language
 * @param logs its example logs
 */
public record Entry(
    String id,
    Kind kind,
    String component,
    String layer,
    String severity,
    List<String> keywords,
    List<Signature> signatures,
    List<String> explains,
    List<FactCondition> confirms,
    List<FactCondition> excludes,
    List<Apart> apart,
    List<Source> sources,
    LocalDate reviewed,
    Map<Language, Page> pages,
    List<ExampleLog> logs) {
  /** Where a fault can lie, from the hardware upwards. */
  public static final List<String> LAYERS =
      List.of(
          "hardware",
          "driver",
          "cuda",
          "pytorch",
          "nccl",
          "container",
          "scheduler",
          "host",
          "build");

  /** Copies the collections. */
  public Entry {
    keywords = List.copyOf(keywords);
    signatures = List.copyOf(signatures);
    explains = List.copyOf(explains);
    confirms = List.copyOf(confirms);
    excludes = List.copyOf(excludes);
    apart = List.copyOf(apart);
    sources = List.copyOf(sources);
    pages = Map.copyOf(pages);
    logs = List.copyOf(logs);
  }

  /** The page in the language. */
  public Page page(Language language) {
    return pages.get(language);
  }
}
