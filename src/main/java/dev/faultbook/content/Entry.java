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
 * @param classification what kind of fault it is and where it belongs
 * @param keywords search terms that do not occur on the pages
 * @param signatures each of them is sufficient evidence of the fault
 * @param relations relations to other entries and to facts
 * @param retry whether the job can be started again; empty if the entry does not state it
 * @param headline the title as a template over captures and facts; empty if there is none
 * @param sources documents; at least one
 * @param review the last review
 * @param pages the page in each language of the entry; at least one
 * @param logs its example logs
 */
public record Entry(
    String id,
    Classification classification,
    List<String> keywords,
    List<Signature> signatures,
    Relations relations,
    Optional<Retry> retry,
    Optional<LocalizedText> headline,
    List<Source> sources,
    Review review,
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
        classification,
        keywords,
        signatures,
        relations,
        retry,
        headline,
        sources,
        review,
        pages,
        logs);
  }

  /**
   * The kind of fault that an entry describes.
   *
   * @param code short code such as {@code FB-0017}, which never changes; empty if the entry has
   *     none
   * @param kind cause, symptom or benign
   * @param generic whether the entry names a class of failures; such an entry never outranks a
   *     specific one
   * @param component the component that reports the fault, for browsing
   * @param layer where the fault lies
   * @param severity {@code fatal}, {@code hang}, {@code degraded} or {@code harmless}
   */
  public record Classification(
      Optional<String> code,
      EntryKind kind,
      boolean generic,
      String component,
      String layer,
      String severity) {}

  /**
   * Relations of an entry to other entries and to facts.
   *
   * @param explains entries whose messages this fault causes in the same job
   * @param confirms facts that support it
   * @param excludes facts that rule it out
   * @param apart tests that distinguish it from its look-alikes
   */
  public record Relations(
      List<String> explains,
      List<FactCondition> confirms,
      List<FactCondition> excludes,
      List<DifferentialTest> apart) {
    public Relations {
      explains = List.copyOf(explains);
      confirms = List.copyOf(confirms);
      excludes = List.copyOf(excludes);
      apart = List.copyOf(apart);
    }
  }

  /**
   * A review of an entry.
   *
   * @param date when it took place
   * @param checked what was compared with what; empty if it is not stated
   */
  public record Review(LocalDate date, String checked) {}

  public String component() {
    return classification.component();
  }

  public EntryKind kind() {
    return classification.kind();
  }

  public String layer() {
    return classification.layer();
  }

  public String severity() {
    return classification.severity();
  }

  public boolean isGeneric() {
    return classification.generic();
  }

  public List<String> explains() {
    return relations.explains();
  }

  public List<FactCondition> confirmingFacts() {
    return relations.confirms();
  }

  public List<FactCondition> excludingFacts() {
    return relations.excludes();
  }

  public List<DifferentialTest> differentialTests() {
    return relations.apart();
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
