package dev.faultbook.search;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.language.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** Full-text search over the pages of an edition. Safe for use by several threads. */
public final class PageIndex {
  /** A page with less of the best one's score shares a common word with the question, no more. */
  private static final float FAR_BEHIND = 0.12f;

  private final Analyzer prose = Analyzers.proseAnalyzer();
  private final Analyzer code = Analyzers.codeAnalyzer();
  private final IndexSearcher searcher;
  private final Snippets snippets;

  /** Builds the index of an edition's pages. */
  public PageIndex(Edition edition) {
    this(buildIndex(edition));
  }

  private PageIndex(Directory directory) {
    try {
      searcher = new IndexSearcher(DirectoryReader.open(directory));
      snippets = new Snippets(searcher, fieldAnalyzer());
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
  }

  /**
   * Opens an index that was built before.
   *
   * @param files what {@link #buildFiles} gave
   */
  public static PageIndex ofFiles(Map<String, byte[]> files) {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    files.forEach((name, bytes) -> writeFile(directory, name, bytes));
    return new PageIndex(directory);
  }

  /** The files of the index of an edition's pages, by name. */
  public static Map<String, byte[]> buildFiles(Edition edition) {
    Map<String, byte[]> files = new TreeMap<>();
    try (Directory directory = buildIndex(edition)) {
      for (String name : directory.listAll()) {
        try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
          byte[] bytes = new byte[Math.toIntExact(in.length())];
          in.readBytes(bytes, 0, bytes.length);
          files.put(name, bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
    return files;
  }

  private static void writeFile(Directory directory, String name, byte[] bytes) {
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be written", e);
    }
  }

  private static Analyzer fieldAnalyzer() {
    Map<String, Analyzer> special = new HashMap<>();
    Analyzer code = Analyzers.codeAnalyzer();
    PageQuestion.CODE.keySet().forEach(field -> special.put(field, code));
    special.put(PageDocument.JOINED, Analyzers.joined());
    special.put(PageDocument.SPELLING, Analyzers.written());
    return new PerFieldAnalyzerWrapper(Analyzers.proseAnalyzer(), special);
  }

  private static Directory buildIndex(Edition edition) {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(fieldAnalyzer()))) {
      // Analysing the text is most of the work, and a writer takes documents from several threads.
      List.copyOf(edition.entries()).parallelStream().forEach(entry -> addEntry(writer, entry));
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be written", e);
    }
    return directory;
  }

  private static void addEntry(IndexWriter writer, Entry entry) {
    try {
      for (Language language : Language.values()) {
        writer.addDocument(PageDocument.of(entry, language));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The pages nearest to a question, best first.
   *
   * @param text words, an error number, a variable, or a whole error message
   * @param language of the pages; words of the other language are found through titles and keywords
   * @param limit most hits
   */
  public List<PageHit> searchPages(String text, Language language, int limit) {
    return find(text, language, limit).hits();
  }

  /**
   * The pages nearest to a question, how many there are, and what the question may have meant.
   *
   * @param text words, the beginning of a word, an error number, or a whole error message
   * @param language of the pages; words of the other language are found through titles and keywords
   * @param limit most hits
   */
  public PageHits find(String text, Language language, int limit) {
    try {
      PageQuestion question = new PageQuestion(text, searcher, prose, code);
      Optional<String> corrected = question.corrected(text);
      Optional<PageQuestion> meant =
          corrected.isPresent()
              ? Optional.of(new PageQuestion(corrected.get(), searcher, prose, code))
              : Optional.empty();
      if (!question.isKnown() && (meant.isEmpty() || !meant.get().isKnown())) {
        return PageHits.NONE;
      }
      BooleanQuery.Builder both = new BooleanQuery.Builder();
      both.add(question.query(), BooleanClause.Occur.SHOULD);
      if (meant.isPresent()) {
        both.add(meant.get().query(), BooleanClause.Occur.SHOULD);
      }
      Query query = both.build();
      ScoreDoc[] found = found(query, language);
      ScoreDoc[] shown = Arrays.copyOf(found, Math.min(found.length, Math.max(1, limit)));
      return new PageHits(hits(query, shown), found.length, corrected);
    } catch (IOException e) {
      throw new UncheckedIOException("An index in memory cannot fail to be read", e);
    }
  }

  private ScoreDoc[] found(Query query, Language language) throws IOException {
    BooleanQuery filtered =
        new BooleanQuery.Builder()
            .add(query, BooleanClause.Occur.MUST)
            .add(
                new TermQuery(new Term(PageDocument.LANGUAGE, language.tag())),
                BooleanClause.Occur.FILTER)
            .build();
    ScoreDoc[] all =
        searcher.search(filtered, Math.max(1, searcher.getIndexReader().maxDoc())).scoreDocs;
    int near = 0;
    while (near < all.length && all[near].score >= all[0].score * FAR_BEHIND) {
      near++;
    }
    return Arrays.copyOf(all, near);
  }

  private List<PageHit> hits(Query query, ScoreDoc[] shown) throws IOException {
    int[] documents = Arrays.stream(shown).mapToInt(scored -> scored.doc).toArray();
    List<String> texts = snippets.of(query, documents);
    StoredFields stored = searcher.storedFields();
    List<PageHit> hits = new ArrayList<>();
    for (int i = 0; i < shown.length; i++) {
      String id = stored.document(shown[i].doc, Set.of(PageDocument.ID)).get(PageDocument.ID);
      hits.add(new PageHit(id, shown[i].score, texts.get(i)));
    }
    return hits;
  }
}
