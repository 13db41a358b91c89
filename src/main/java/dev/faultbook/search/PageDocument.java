package dev.faultbook.search;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * Converts the page of an entry in one language to a document of the index.
 *
 * <p>All words of a page are in one field, each with the weight of the parts that contain it in
 * place of its number of occurrences (BM25F: Robertson, Zaragoza and Taylor, Simple BM25 extension
 * to multiple weighted fields, 2004). A word therefore has one rarity, and a query reads one list
 * for it.
 */
final class PageDocument {
  static final String ID = "id";

  /** Words as written, for corrections. */
  static final String SPELLING = "spelling";

  /** Adjacent words written as one: {@code outofmemory}. */
  static final String JOINED = "joined";

  /** The summary and sentences of the page without commands, for snippets; one a line. */
  static final String SENTENCES = "sentences";

  /** Weights are stored as whole numbers of this fraction. */
  static final int UNIT = 16;

  /** How much of the weight depends on the length of the part. */
  private static final double LENGTH_SHARE = 0.3;

  /** Sections whose sentences can be read alone; those of a remedy need their step. */
  private static final Set<String> OF_THE_FAULT = Set.of("see", "why");

  private static final List<String> EXCEPTION_ENDINGS =
      List.of("Error", "Exception", "Interrupt", "Exit");

  /** Words with a weight. */
  private static final FieldType WEIGHTED = weighted();

  /**
   * A part of a page.
   *
   * @param weight of a word that occurs in it once
   * @param words a usual number of words; in a longer part each weighs less
   */
  private record Part(double weight, int words) {
    static final Part TITLE = new Part(5, 10);
    static final Part KEYWORDS = new Part(4, 40);
    static final Part ASKED = new Part(4, 120);
    static final Part SIGNATURE = new Part(3, 60);
    static final Part SUMMARY = new Part(2.5, 30);
    static final Part BODY = new Part(0.5, 500);
  }

  private final Analyzers analyzers;
  private final Map<String, Double> weights = new HashMap<>();

  private PageDocument(Analyzers analyzers) {
    this.analyzers = analyzers;
  }

  private static FieldType weighted() {
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }

  /** The field of the words of pages in a language. */
  static String wordsIn(Language language) {
    return "words." + language.tag();
  }

  static Document of(Entry entry, Language language, Analyzers analyzers) {
    Page page = entry.pageIn(language);
    // If the page in a language is missing, the other language's page takes its place.
    List<String> names = new ArrayList<>(entry.keywords());
    names.add(entry.id());
    names.addAll(titlesOfOthers(entry, page));
    String summary = MarkdownText.inline(PageTemplate.fill(page.summary(), TemplateValues.NONE));
    StringBuilder body = new StringBuilder();
    StringBuilder prose = new StringBuilder();
    for (Page.Section section : page.sections()) {
      String markdown = PageTemplate.fill(section.markdown(), TemplateValues.NONE);
      MarkdownText.appendText(markdown, body);
      body.append('\n');
      if (OF_THE_FAULT.contains(section.key())) {
        MarkdownText.appendProse(markdown, prose);
      }
    }
    PageDocument words = new PageDocument(analyzers);
    words.add(Part.TITLE, List.of(page.title()), true);
    words.add(Part.KEYWORDS, names, true);
    words.add(Part.ASKED, questions(entry), true);
    words.add(
        Part.SIGNATURE, entry.signatures().stream().map(PageDocument::literals).toList(), true);
    words.add(Part.SUMMARY, List.of(summary), true);
    words.add(Part.BODY, List.of(body.toString()), false);
    words.addExceptions(entry.signatures());
    words.addJoined(Part.TITLE, page.title());
    names.forEach(name -> words.addJoined(Part.KEYWORDS, name));
    String written = page.title() + "\n" + String.join("\n", names);
    Document document = new Document();
    document.add(new BinaryDocValuesField(ID, new BytesRef(entry.id())));
    document.add(new Field(wordsIn(language), words.toTokens(), WEIGHTED));
    document.add(
        new BinaryDocValuesField(
            SENTENCES, new BytesRef(summary + '\n' + MarkdownText.sentences(prose.toString()))));
    document.add(new TextField(JOINED, written, Field.Store.NO));
    document.add(
        new TextField(
            SPELLING,
            written + "\n" + summary + "\n" + String.join("\n", questions(entry)),
            Field.Store.NO));
    return document;
  }

  private static List<String> titlesOfOthers(Entry entry, Page page) {
    return entry.pages().values().stream()
        .filter(other -> other.language() != page.language())
        .map(Page::title)
        .toList();
  }

  /** In both languages: readers of Chinese pages ask in English too, and the other way round. */
  private static List<String> questions(Entry entry) {
    return entry.pages().values().stream().flatMap(page -> page.asked().stream()).toList();
  }

  private void add(Part part, List<String> texts, boolean withPairs) {
    Map<String, Integer> counts = new HashMap<>();
    int length = 0;
    for (String text : texts) {
      Analyzers.Terms terms = analyzers.analyze(text);
      length += terms.words().size();
      Stream<String> all = terms.all(withPairs);
      all.forEach(term -> counts.merge(term, 1, Integer::sum));
    }
    double weight =
        part.weight() / (1 - LENGTH_SHARE + LENGTH_SHARE * length / (double) part.words());
    counts.forEach((term, count) -> weights.merge(term, weight * count, Double::sum));
  }

  private void addExceptions(List<Signature> signatures) {
    for (Signature signature : signatures) {
      for (String name : Analyzers.splitWords(literals(signature), Character::isLetterOrDigit)) {
        if (EXCEPTION_ENDINGS.stream().anyMatch(end -> name.endsWith(end) && !name.equals(end))) {
          weights.merge(name.toLowerCase(Locale.ROOT), Part.TITLE.weight(), Double::sum);
        }
      }
    }
  }

  private void addJoined(Part part, String text) {
    for (String joined : Analyzers.listTerms(Analyzers.joined(), text)) {
      if (joined.chars().allMatch(Character::isLetter)) {
        weights.merge(joined, part.weight(), Double::sum);
      }
    }
  }

  private WeightedTokens toTokens() {
    Map<String, Integer> whole = new HashMap<>();
    weights.forEach(
        (term, weight) -> whole.put(term, Math.max(1, (int) Math.round(weight * UNIT))));
    return new WeightedTokens(whole);
  }

  private static String literals(Signature signature) {
    return signature.parts().stream()
        .flatMap(part -> part.requiredLiterals().stream())
        .flatMap(Set::stream)
        .collect(Collectors.joining(" "));
  }
}
