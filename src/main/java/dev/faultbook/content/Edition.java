package dev.faultbook.content;

import dev.faultbook.codes.CodeTables;
import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.signature.LinePattern;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** One published state of the catalogue. Immutable. */
public final class Edition {
  private final long number;
  private final Content content;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Entry> byCode = new HashMap<>();
  private final List<FactRule> factRules;
  private final Map<String, CaptureType> factTypes;
  private final Compatibility compatibility;
  private final CodeTables codes;
  private final Optional<Supplier<Map<String, byte[]>>> searchIndex;
  private final Map<String, Set<String>> explains = new HashMap<>();
  private final List<ExceptionSignature> exceptions = new ArrayList<>();
  private final Map<String, Map<String, CaptureType>> captureTypes = new ConcurrentHashMap<>();

  Edition(long number, Content content) {
    this.number = number;
    this.content = content;
    this.factRules = content.factRules();
    this.factTypes = content.factTypes();
    this.compatibility = new Compatibility(content.compatibility());
    this.codes = content.codes();
    this.searchIndex = content.searchIndex();
    content.entries().forEach(entry -> entries.put(entry.id(), entry));
    entries
        .values()
        .forEach(entry -> entry.classification().code().ifPresent(code -> byCode.put(code, entry)));
    entries.keySet().forEach(id -> explains.put(id, findReachable(id)));
    entries.values().forEach(this::addExceptions);
  }

  private void addExceptions(Entry entry) {
    for (int i = 0; i < entry.signatures().size(); i++) {
      List<LinePattern> parts = entry.signatures().get(i).parts();
      // Content that is being checked may hold a signature that could not be parsed.
      if (!parts.isEmpty() && parts.getFirst() instanceof ExceptionPattern pattern) {
        exceptions.add(new ExceptionSignature(entry, i, pattern));
      }
    }
  }

  /**
   * An {@code exception:} signature.
   *
   * @param entry its entry
   * @param number its index in the entry
   * @param pattern the pattern
   */
  public record ExceptionSignature(Entry entry, int number, ExceptionPattern pattern) {}

  /** All {@code exception:} signatures, in the order of the entries. */
  public List<ExceptionSignature> exceptions() {
    return Collections.unmodifiableList(exceptions);
  }

  /** {@link Entry#captureTypes} of an entry of the edition, computed when first asked for. */
  public Map<String, CaptureType> captureTypesOf(Entry entry) {
    return captureTypes.computeIfAbsent(entry.id(), id -> Map.copyOf(entry.captureTypes()));
  }

  /**
   * The number of the edition, from 1; each published edition of a running application has the next
   * number.
   */
  public long number() {
    return number;
  }

  /** The content of the edition, to read another entry as a part of it. */
  public Content content() {
    return content;
  }

  /** All entries in alphabetical order of their ids. */
  public Collection<Entry> entries() {
    return entries.values();
  }

  /** The entry with the id. */
  public Optional<Entry> findEntry(String id) {
    return Optional.ofNullable(entries.get(id));
  }

  /** The entry with a short code such as {@code FB-0017}; case is ignored. */
  public Optional<Entry> entryOfCode(String code) {
    return Optional.ofNullable(byCode.get(code.toUpperCase(Locale.ROOT)));
  }

  /** The rules that read facts from logs. */
  public List<FactRule> factRules() {
    return factRules;
  }

  /** The types of the facts that have one, by name; all others are free text. */
  public Map<String, CaptureType> factTypes() {
    return factTypes;
  }

  /** Which GPU runs which build of PyTorch under which driver. */
  public Compatibility compatibility() {
    return compatibility;
  }

  /** The meanings of the codes that software prints. */
  public CodeTables codes() {
    return codes;
  }

  /** The files of the full-text index of the entries, if it was built in advance. */
  public Optional<Supplier<Map<String, byte[]>>> searchIndex() {
    return searchIndex;
  }

  /**
   * Ids of all entries whose appearance this one explains, directly or through others; without
   * itself.
   *
   * @param id an entry's id; an unknown one explains nothing
   */
  public Set<String> explainedBy(String id) {
    return explains.getOrDefault(id, Set.of());
  }

  private Set<String> findReachable(String id) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(Objects.requireNonNull(entries.get(id)).explains());
    while (!open.isEmpty()) {
      String next = open.pop();
      if (!next.equals(id) && entries.containsKey(next) && seen.add(next)) {
        open.addAll(entries.get(next).explains());
      }
    }
    return Set.copyOf(seen);
  }
}
