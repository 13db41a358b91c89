package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Signature;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A fault in the knowledge base.
 *
 * @param id stable; lower case with dashes
 * @param code short code such as {@code FB-0017}, which never changes; empty if it has none
 * @param kind cause, symptom or benign
 * @param isGeneric whether it names a class of failures; such an entry never outranks a specific
 *     one
 * @param component the component that reports the fault, for browsing
 * @param layer where the fault lies
 * @param severity {@code fatal}, {@code hang}, {@code degraded} or {@code harmless}
 * @param keywords search terms that do not occur on the pages
 * @param signatures each of them is sufficient evidence of the fault
 * @param explains entries whose messages this fault causes in the same job
 * @param confirmingFacts facts that support it
 * @param excludingFacts facts that rule it out
 * @param differentialTests tests that distinguish it from its look-alikes
 * @param retry whether the job can be started again; empty if the entry does not state it
 * @param headline the title as a template over captures and facts; empty if there is none
 * @param sources documents; at least one
 * @param reviewed the day of the last review
 * @param pages the page in each language of the entry; at least one
 * @param logs its example logs
 */
public record Entry(
    String id,
    Optional<String> code,
    EntryKind kind,
    boolean isGeneric,
    String component,
    String layer,
    String severity,
    List<String> keywords,
    List<Signature> signatures,
    List<String> explains,
    List<FactCondition> confirmingFacts,
    List<FactCondition> excludingFacts,
    List<DifferentialTest> differentialTests,
    Optional<Retry> retry,
    Optional<LocalizedText> headline,
    List<Source> sources,
    LocalDate reviewed,
    Map<Language, Page> pages,
    List<ExampleLog> logs) {

  /** The layers in which a fault can lie, from the user's program down to the machine. */
  public static final List<String> LAYERS =
      List.of(
          "program",
          "environment",
          "framework",
          "driver",
          "gpu",
          "network",
          "storage",
          "host",
          "container",
          "scheduler");

  public Entry {
    keywords = List.copyOf(keywords);
    signatures = List.copyOf(signatures);
    explains = List.copyOf(explains);
    confirmingFacts = List.copyOf(confirmingFacts);
    excludingFacts = List.copyOf(excludingFacts);
    differentialTests = List.copyOf(differentialTests);
    sources = List.copyOf(sources);
    pages = pages instanceof DeferredMap ? pages : Map.copyOf(pages);
    logs = logs instanceof DeferredList ? logs : List.copyOf(logs);
  }

  /**
   * This entry with pages and example logs that are loaded on first access.
   *
   * @param pages supplies {@link #pages}
   * @param logs supplies {@link #logs}
   */
  public Entry withDeferred(Supplier<Map<Language, Page>> pages, Supplier<List<ExampleLog>> logs) {
    return withTexts(new DeferredMap<>(pages), new DeferredList<>(logs));
  }

  /** This entry without pages and example logs. */
  public Entry withoutTexts() {
    return withTexts(Map.of(), List.of());
  }

  private Entry withTexts(Map<Language, Page> pages, List<ExampleLog> logs) {
    return new Entry(
        id,
        code,
        kind,
        isGeneric,
        component,
        layer,
        severity,
        keywords,
        signatures,
        explains,
        confirmingFacts,
        excludingFacts,
        differentialTests,
        retry,
        headline,
        sources,
        reviewed,
        pages,
        logs);
  }

  /**
   * The captures of its signatures and their types; {@link CaptureType#TEXT} for a capture to which
   * the signatures give different types.
   */
  public Map<String, CaptureType> captureTypes() {
    return captureTypes(signatures);
  }

  static Map<String, CaptureType> captureTypes(List<Signature> signatures) {
    Map<String, CaptureType> types = new HashMap<>();
    signatures.forEach(
        signature ->
            signature
                .captureTypes()
                .forEach((name, type) -> types.merge(name, type, CaptureType::commonType)));
    return types;
  }

  /**
   * The page in the language, or in the other language if there is none; see {@link Page#language}.
   */
  public Page pageIn(Language language) {
    Page page = pages.get(language);
    return page != null ? page : pages.values().iterator().next();
  }
}
