package dev.faultbook.content;

import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import dev.faultbook.recovery.Retry;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Signature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One fault that Faultbook knows.
 *
 * @param id stable, in lower case with dashes
 * @param classification what kind of fault it is and where it belongs
 * @param keywords what people type that the pages do not say
 * @param signatures any of them proves the entry
 * @param relations how it relates to other entries and to facts
 * @param guidance what the reader is told before the page
 * @param provenance what supports the entry, and when it was last checked
 * @param pages the page in each language that the entry is written in; at least one
 * @param logs its example logs
 */
public record Entry(
    String id,
    Classification classification,
    List<String> keywords,
    List<Signature> signatures,
    Relations relations,
    Guidance guidance,
    Provenance provenance,
    Map<Language, Page> pages,
    List<ExampleLog> logs) {

  /** Where a fault can lie, from the reader's own program down to the machine. */
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
    pages = pages instanceof DeferredMap ? pages : Map.copyOf(pages);
    logs = logs instanceof DeferredList ? logs : List.copyOf(logs);
  }

  /**
   * The entry with pages and example logs that are fetched when they are first looked at.
   *
   * @param pages gives what {@link #pages} holds
   * @param logs gives what {@link #logs} holds
   */
  public Entry withDeferred(Supplier<Map<Language, Page>> pages, Supplier<List<ExampleLog>> logs) {
    return withTexts(new DeferredMap<>(pages), new DeferredList<>(logs));
  }

  /** The entry without pages and example logs. */
  public Entry withoutTexts() {
    return withTexts(Map.of(), List.of());
  }

  private Entry withTexts(Map<Language, Page> pages, List<ExampleLog> logs) {
    return new Entry(
        id, classification, keywords, signatures, relations, guidance, provenance, pages, logs);
  }

  /**
   * What kind of fault an entry describes.
   *
   * @param code short code such as {@code FB-0017}, which never changes; empty for entries that
   *     have none
   * @param kind cause, symptom or benign
   * @param generic whether the entry names a class of failure; such an entry never outranks a
   *     specific one
   * @param component what reports the fault, for browsing
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
   * How an entry relates to other entries and to facts.
   *
   * @param explains entries that this one produces in the same job
   * @param confirms facts that speak for it
   * @param excludes facts that rule it out
   * @param apart tests that tell it from its look-alikes
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
   * What the reader is told before the page.
   *
   * @param retry whether the job can be started again; empty when the entry does not say
   * @param headline the title as a template over captures and facts; empty when there is none
   */
  public record Guidance(Optional<Retry> retry, Optional<LocalizedText> headline) {}

  /** Name of the component that reports the fault. */
  public String component() {
    return classification.component();
  }

  /** Cause, symptom or benign. */
  public EntryKind kind() {
    return classification.kind();
  }

  /** Where the fault lies. */
  public String layer() {
    return classification.layer();
  }

  /** {@code fatal}, {@code hang}, {@code degraded} or {@code harmless}. */
  public String severity() {
    return classification.severity();
  }

  /** Whether the entry names a class of failure. */
  public boolean isGeneric() {
    return classification.generic();
  }

  /** Ids of the entries that this one produces in the same job. */
  public List<String> explains() {
    return relations.explains();
  }

  /** Facts that speak for the entry. */
  public List<FactCondition> confirmingFacts() {
    return relations.confirms();
  }

  /** Facts that rule the entry out. */
  public List<FactCondition> excludingFacts() {
    return relations.excludes();
  }

  /** Tests that tell the entry from its look-alikes. */
  public List<DifferentialTest> differentialTests() {
    return relations.apart();
  }

  /** Documents that support the entry. */
  public List<Source> sources() {
    return provenance.sources();
  }

  /**
   * The captures of its signatures and their types. One that the signatures give several types has
   * none: {@link CaptureType#TEXT}.
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

  /** The page in the language, or in the other one when there is none; its own language says. */
  public Page pageIn(Language language) {
    Page page = pages.get(language);
    return page != null ? page : pages.values().iterator().next();
  }
}
