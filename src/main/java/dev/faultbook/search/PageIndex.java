package dev.faultbook.search;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.language.Language;
import dev.faultbook.signature.LinePattern;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.highlight.Highlighter;
import org.apache.lucene.search.highlight.InvalidTokenOffsetsException;
import org.apache.lucene.search.highlight.QueryScorer;
import org.apache.lucene.search.highlight.SimpleHTMLEncoder;
import org.apache.lucene.search.highlight.SimpleHTMLFormatter;
import org.apache.lucene.search.highlight.SimpleSpanFragmenter;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Full-text search over the pages of an edition. Safe for use by several threads. */
public final class PageIndex {
  /** What ends a sentence or a part of one, and blanks. */
  private static final String LOOSE = " \t\n,.;:!?)，。；：！？、）";

  private static final String ID = "id";
  private static final String LANGUAGE = "language";
  private static final String STORED = "stored";
  private static final int MOST_WORDS = 48;
  private static final int FUZZY_FROM = 5;
  private static final int SNIPPET = 200;

  /** A page with less of the best one's score shares a common word with the question, no more. */
  private static final float FAR_BEHIND = 0.12f;

  /** Of the question's words, the share that the pages must know for it to be about them at all. */
  private static final double KNOWN = 1 / 3.0;

  /** Fields and what a word in them counts for. */
  private static final Map<String, Float> PROSE =
      Map.of("title", 5f, "keywords", 4f, "summary", 2.5f, "signature", 3f, "body", 1f);

  private static final Map<String, Float> CODE =
      Map.of("code.title", 5f, "code.keywords", 5f, "code.signature", 4f);

  /** Fields that tell what a page is about. */
  private static final List<String> SUBJECT = List.of("title", "keywords", "summary", "signature");

  private final Analyzer prose = Analyzers.prose();
  private final Analyzer code = Analyzers.code();
  private final IndexSearcher searcher;

  /** Builds the index of an edition's pages. */
  public PageIndex(Edition edition) {
    Analyzer analyzer =
        new PerFieldAnalyzerWrapper(
            prose,
            CODE.keySet().stream().collect(Collectors.toUnmodifiableMap(name -> name, n -> code)));
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
        // Analysing the text is most of the work, and a writer takes documents from several
        // threads.
        List.copyOf(edition.entries()).parallelStream().forEach(entry -> add(writer, entry));
      }
      searcher = new IndexSearcher(DirectoryReader.open(directory));
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be written", e);
    }
  }

  /**
   * The pages nearest to a question, best first.
   *
   * @param text words, an error number, a variable, or a whole error message
   * @param language of the pages; words of the other language are found through titles and keywords
   * @param limit most hits
   */
  public List<PageHit> search(String text, Language language, int limit) {
    Set<String> words = words(prose, text);
    Set<String> names = words(code, text);
    names.removeAll(Analyzers.ASKING);
    if (words.isEmpty() && names.isEmpty() || !known(words, names)) {
      return List.of();
    }
    Query query = query(words, names);
    BooleanQuery filtered =
        new BooleanQuery.Builder()
            .add(query, BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term(LANGUAGE, language.tag())), BooleanClause.Occur.FILTER)
            .build();
    try {
      List<PageHit> hits = new ArrayList<>();
      ScoreDoc[] found = searcher.search(filtered, Math.max(1, limit)).scoreDocs;
      for (ScoreDoc scored : found) {
        if (scored.score < found[0].score * FAR_BEHIND) {
          break;
        }
        Document document = searcher.storedFields().document(scored.doc);
        hits.add(new PageHit(document.get(ID), scored.score, snippet(query, document.get(STORED))));
      }
      return hits;
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
  }

  /**
   * Whether enough of the question's words are what pages are about. A word that stands in a text
   * in passing, or that is near another one, counts less. Pairs of ideographs do not count: most of
   * them straddle two words.
   */
  private boolean known(Set<String> words, Set<String> names) {
    double known = 0;
    int asked = 0;
    try {
      for (String word : words) {
        if (word.codePoints().noneMatch(Character::isIdeographic)) {
          asked++;
          known += weight(word, names);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
    return asked == 0 || known > asked * KNOWN;
  }

  /** How far a word is known: 1 where it is, one half where it occurs in passing or nearly. */
  private double weight(String word, Set<String> names) throws IOException {
    if (stands(word, names)) {
      return 1;
    }
    return inPassing(word) || nearly(word) ? 0.5 : 0;
  }

  /** Whether a word of prose, or a name of which it is a part or that is a part of it, is known. */
  private boolean stands(String word, Set<String> names) throws IOException {
    for (String field : SUBJECT) {
      if (searcher.getIndexReader().docFreq(new Term(field, word)) > 0) {
        return true;
      }
    }
    for (String name : names) {
      for (String field : CODE.keySet()) {
        boolean same = name.contains(word) || word.contains(name);
        if (same && searcher.getIndexReader().docFreq(new Term(field, name)) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean inPassing(String word) throws IOException {
    return searcher.getIndexReader().docFreq(new Term("body", word)) > 0;
  }

  private boolean nearly(String word) throws IOException {
    if (!fuzzy(word)) {
      return false;
    }
    for (String field : SUBJECT) {
      if (searcher.count(new FuzzyQuery(new Term(field, word), 1, 1)) > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean fuzzy(String word) {
    return word.length() >= FUZZY_FROM && word.chars().allMatch(Character::isLetter);
  }

  private static void add(IndexWriter writer, Entry entry) {
    try {
      for (Language language : Language.values()) {
        writer.addDocument(document(entry, language));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Document document(Entry entry, Language language) {
    Page page = entry.page(language);
    // A page that stands in for a missing one is its own translation.
    String titles =
        entry.pages().values().stream()
            .filter(other -> other.language() != page.language())
            .map(Page::title)
            .collect(Collectors.joining(" \n"));
    String keywords = String.join(" \n", entry.keywords()) + " \n" + titles + " \n" + entry.id();
    String signatures =
        entry.signatures().stream()
            .flatMap(signature -> signature.parts().stream())
            .map(PageIndex::literals)
            .collect(Collectors.joining(" \n"));
    String body = plain(page);
    Document document = new Document();
    document.add(new StringField(ID, entry.id(), Field.Store.YES));
    document.add(new StringField(LANGUAGE, language.tag(), Field.Store.NO));
    String summary = PageTemplate.fill(page.summary(), TemplateValues.NONE);
    document.add(new StoredField(STORED, summary + "\n" + body));
    add(document, "title", page.title());
    add(document, "keywords", keywords);
    add(document, "signature", signatures);
    document.add(new TextField("body", body, Field.Store.NO));
    document.add(new TextField("summary", summary, Field.Store.NO));
    return document;
  }

  private static void add(Document document, String field, String text) {
    document.add(new TextField(field, text, Field.Store.NO));
    document.add(new TextField("code." + field, text, Field.Store.NO));
  }

  private static String literals(LinePattern pattern) {
    return pattern.requirements().stream().flatMap(Set::stream).collect(Collectors.joining(" "));
  }

  private static String plain(Page page) {
    StringBuilder text = new StringBuilder();
    for (Page.Section section : page.sections()) {
      MarkdownText.append(PageTemplate.fill(section.markdown(), TemplateValues.NONE), text);
      text.append('\n');
    }
    return text.toString();
  }

  private Query query(Set<String> words, Set<String> names) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (String word : words) {
      all.add(best(PROSE, word), BooleanClause.Occur.SHOULD);
    }
    for (String name : names) {
      all.add(best(CODE, name), BooleanClause.Occur.SHOULD);
    }
    // Words that stand together, as in an error message, say more than each on its own.
    for (String field : List.of("title", "keywords", "signature")) {
      if (words.size() > 1 && words.size() <= 12) {
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(3);
        words.forEach(word -> phrase.add(new Term(field, word)));
        all.add(new BoostQuery(phrase.build(), 8f), BooleanClause.Occur.SHOULD);
      }
    }
    return all.build();
  }

  private static Query best(Map<String, Float> fields, String word) {
    List<Query> choices = new ArrayList<>();
    fields.forEach(
        (field, boost) -> {
          choices.add(new BoostQuery(new TermQuery(new Term(field, word)), boost));
          if (fuzzy(word) && boost > 2) {
            choices.add(new BoostQuery(new FuzzyQuery(new Term(field, word), 1, 1), boost * 0.3f));
          }
        });
    return new DisjunctionMaxQuery(choices, 0.1f);
  }

  private static Set<String> words(Analyzer analyzer, String text) {
    Set<String> words = new LinkedHashSet<>();
    String start = text.substring(0, Math.min(text.length(), 4000));
    try (TokenStream stream = analyzer.tokenStream("q", new StringReader(start))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken() && words.size() < MOST_WORDS) {
        String word = term.toString();
        if (word.codePoints().anyMatch(Character::isLetterOrDigit)) {
          words.add(word);
        }
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("A text in memory cannot fail to be read", e);
    }
    return words;
  }

  /** Begins a snippet at a word and ends it at one, unless it has no blanks. */
  private static String cut(String snippet) {
    int from = 0;
    while (from < snippet.length() && LOOSE.indexOf(snippet.charAt(from)) >= 0) {
      from++;
    }
    String s = snippet.substring(from).strip();
    int blank = s.lastIndexOf(' ');
    return s.endsWith(".")
            || s.endsWith("。")
            || blank < s.length() - 30
            || s.indexOf('<', blank) >= 0
        ? s
        : s.substring(0, blank) + " …";
  }

  private String snippet(Query query, String text) {
    QueryScorer scorer = new QueryScorer(query, "body");
    Highlighter highlighter =
        new Highlighter(
            new SimpleHTMLFormatter("<mark>", "</mark>"), new SimpleHTMLEncoder(), scorer);
    highlighter.setTextFragmenter(new SimpleSpanFragmenter(scorer, SNIPPET));
    try {
      String best = highlighter.getBestFragment(prose, "body", text);
      if (best != null) {
        return cut(best);
      }
    } catch (IOException | InvalidTokenOffsetsException e) {
      throw new IllegalStateException("The page's own text cannot be highlighted", e);
    }
    return cut(
        new SimpleHTMLEncoder().encodeText(text.substring(0, Math.min(text.length(), SNIPPET))));
  }
}
