package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeScanner;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.CompatibilityTables;
import dev.faultbook.content.Content;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Lazy;
import dev.faultbook.failure.FailureFormats;
import dev.faultbook.hang.HangReader;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.matcher.LineFilter;
import dev.faultbook.matcher.SignatureIndex;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.run.RunReader;
import dev.faultbook.search.CombinedSearch;
import dev.faultbook.search.PageIndex;
import dev.faultbook.search.SearchHit;
import dev.faultbook.search.SearchHits;
import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.signature.FailurePattern;
import dev.faultbook.signature.LinePattern;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
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
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All that a diagnosis knows: entries, fact rules, tables, and the indexes over them. Immutable and
 * thread-safe.
 *
 * <p>The index of pages is built or loaded on first use: most diagnoses on the command line do not
 * need it.
 */
public final class Knowledge {
  private final Content content;
  private final Compatibility compatibility;
  private final CodeTables codes;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Entry> byCode = new HashMap<>();

  /** What each entry explains, as far as somebody asked. */
  private final Map<String, Set<String>> explains = new ConcurrentHashMap<>();

  /** All {@code exception:} signatures, in the order of the entries. */
  final List<StructuralSignature<ExceptionPattern>> exceptions = new ArrayList<>();

  /** All {@code failure:} signatures, in the order of the entries. */
  private final List<StructuralSignature<FailurePattern>> failureSignatures = new ArrayList<>();

  private final Lazy<FailureIndex> failureIndex =
      new Lazy<>(() -> new FailureIndex(failureSignatures));

  private final SignatureIndex signatures;
  final CodeScanner codeScanner;
  final FailureFormats failureFormats;
  private final LineFilter lineFilter;
  private final Lazy<PageIndex> pages;
  private final Lazy<CombinedSearch> search;

  public Knowledge(Content content, CompatibilityTables tables, CodeTables codes) {
    this(content, tables, codes, planOf(content), PageIndex::new);
  }

  /**
   * @param plan of the content's signatures and fact rules
   * @param pages opens the index of the entries' pages
   */
  Knowledge(
      Content content,
      CompatibilityTables tables,
      CodeTables codes,
      SignatureIndex.Plan plan,
      Function<Content, PageIndex> pages) {
    this.content = content;
    this.compatibility = new Compatibility(tables);
    this.codes = codes;
    for (Entry entry : content.entries()) {
      entries.put(entry.id(), entry);
      entry.code().ifPresent(code -> byCode.put(code, entry));
      addStructural(entry);
    }
    this.signatures = new SignatureIndex(signaturesOf(content), content.factRules(), plan);
    this.codeScanner = new CodeScanner(codes);
    this.failureFormats = new FailureFormats(codes);
    this.lineFilter =
        new LineFilter(
            signatures.patterns(),
            Map.of(
                Need.CODES,
                codeScanner.triggers(),
                Need.FAILURES,
                failureFormats.triggers(),
                Need.PHRASES,
                RunReader.triggers(),
                Need.STACKS,
                HangReader.triggers()));
    this.pages = new Lazy<>(() -> pages.apply(content));
    this.search = new Lazy<>(() -> new CombinedSearch(pages(), new CodeSearch(codes)));
  }

  /** The signatures of each entry, by its id. */
  private static Map<String, List<Signature>> signaturesOf(Content content) {
    Map<String, List<Signature>> all = new LinkedHashMap<>();
    content.entries().forEach(entry -> all.put(entry.id(), entry.signatures()));
    return all;
  }

  private static SignatureIndex.Plan planOf(Content content) {
    return SignatureIndex.Plan.of(signaturesOf(content), content.factRules());
  }

  private void addStructural(Entry entry) {
    for (int i = 0; i < entry.signatures().size(); i++) {
      List<LinePattern> parts = entry.signatures().get(i).parts();
      // Content that is being checked may hold a signature that could not be parsed.
      if (!parts.isEmpty() && parts.getFirst() instanceof ExceptionPattern pattern) {
        exceptions.add(new StructuralSignature<>(entry, i, pattern));
      } else if (!parts.isEmpty() && parts.getFirst() instanceof FailurePattern pattern) {
        failureSignatures.add(new StructuralSignature<>(entry, i, pattern));
      }
    }
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

  FailureIndex failureIndex() {
    return failureIndex.get();
  }

  /**
   * A signature about the structure of a failure: {@code exception:} or {@code failure:}.
   *
   * @param number its index in the entry
   */
  record StructuralSignature<P extends LinePattern>(Entry entry, int number, P pattern) {
    /** The match on a line of the failure. */
    SignatureMatch toMatch(MatchedLine line) {
      return new SignatureMatch(
          entry.id(), entry.signatures().get(number), number, List.of(line), line.captures());
    }
  }

  /** The same knowledge with this entry alone. */
  public Knowledge withOnly(Entry entry) {
    return withEntries(List.of(entry));
  }

  /** The same knowledge with one more entry, which replaces the one with the same id. */
  public Knowledge withEntry(Entry entry) {
    return withEntries(
        Stream.concat(
                entries().stream().filter(other -> !other.id().equals(entry.id())),
                Stream.of(entry))
            .sorted(Comparator.comparing(Entry::id))
            .toList());
  }

  private Knowledge withEntries(List<Entry> others) {
    return withContent(content.withEntries(others));
  }

  /** The same tables with other content. */
  Knowledge withContent(Content other) {
    return new Knowledge(other, compatibility.tables(), codes);
  }

  /** Entries and fact rules, to read another entry as a part of them. */
  public Content content() {
    return content;
  }

  /** All entries in alphabetical order of their ids. */
  public List<Entry> entries() {
    return content.entries();
  }

  public Optional<Entry> findEntry(String id) {
    return Optional.ofNullable(entries.get(id));
  }

  /** The entry with a short code such as {@code FB-0017}; case is ignored. */
  public Optional<Entry> entryOfCode(String code) {
    return Optional.ofNullable(byCode.get(code.toUpperCase(Locale.ROOT)));
  }

  /** The entries that explain an entry directly, in alphabetical order of their ids. */
  public Stream<Entry> causesOf(Entry entry) {
    return entries().stream().filter(other -> other.explains().contains(entry.id()));
  }

  /** The entry of a signature that matched. */
  Entry entryOf(SignatureMatch match) {
    return Objects.requireNonNull(entries.get(match.entry()));
  }

  /** The types of the facts that have one, by name; all others are free text. */
  public Map<String, CaptureType> factTypes() {
    return content.factTypes();
  }

  /** Which GPU runs which build of PyTorch under which driver. */
  public Compatibility compatibility() {
    return compatibility;
  }

  public CodeTables codes() {
    return codes;
  }

  /**
   * Ids of all entries whose appearance this one explains, directly or through others; without
   * itself.
   *
   * @param id an entry's id; an unknown one explains nothing
   */
  public Set<String> explainedBy(String id) {
    return entries.containsKey(id) ? explains.computeIfAbsent(id, this::findReachable) : Set.of();
  }

  /** The index of the signatures and the fact rules. */
  public SignatureIndex signatures() {
    return signatures;
  }

  /** What the readers of a log look for in its lines. */
  public LineFilter lineFilter() {
    return lineFilter;
  }

  /** The index of the pages; the first call builds it. */
  public PageIndex pages() {
    return pages.get();
  }

  /**
   * Searches pages and codes.
   *
   * @param text words, a code, a variable, or a whole error message
   * @param language language of the pages
   * @param limit most results
   */
  public SearchHits<SearchHit> search(String text, Language language, int limit) {
    return search.get().findHits(text, language, limit);
  }
}
