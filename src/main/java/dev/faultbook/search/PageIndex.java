package dev.faultbook.search;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
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

/** Full-text search over the pages of entries. Thread-safe. */
public final class PageIndex {
  /** A page with less than this part of the best score only shares a common word with the query. */
  private static final float FAR_BEHIND = 0.12f;

  private final Analyzer prose = Analyzers.proseAnalyzer();
  private final Analyzer code = Analyzers.codeAnalyzer();
  private final IndexSearcher searcher;
  private final Snippets snippets;

  /** Builds the index of the pages of entries. */
  public PageIndex(List<Entry> entries) {
    this(buildIndex(entries));
  }

  private PageIndex(Directory directory) {
    try {
      searcher = new IndexSearcher(DirectoryReader.open(directory));
      snippets = new Snippets(searcher, fieldAnalyzer());
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
  }

  /**
   * Opens an index that was built in advance.
   *
   * @param files the result of {@link #buildFiles}
   */
  public static PageIndex ofFiles(Map<String, byte[]> files) {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    files.forEach((name, bytes) -> writeFile(directory, name, bytes));
    return new PageIndex(directory);
  }

  /**
   * Builds the index of the pages of entries.
   *
   * @return its files by name
   */
  public static Map<String, byte[]> buildFiles(List<Entry> entries) {
    Map<String, byte[]> files = new TreeMap<>();
    try (Directory directory = buildIndex(entries)) {
      for (String name : directory.listAll()) {
        try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
          byte[] bytes = new byte[Math.toIntExact(in.length())];
          in.readBytes(bytes, 0, bytes.length);
          files.put(name, bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
    return files;
  }

  private static void writeFile(Directory directory, String name, byte[] bytes) {
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
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

  private static Directory buildIndex(List<Entry> entries) {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(fieldAnalyzer()))) {
      // Analysis is most of the work, and a writer accepts documents from several threads.
      entries.parallelStream().forEach(entry -> addEntry(writer, entry));
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
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
   * The pages most similar to a message that no signature matches, best first. The query is not
   * corrected, because programs do not misspell their messages, and excludes stock wording, which
   * is unrelated to the subject.
   *
   * @param message message of a program, as printed
   * @param language language of the pages
   * @param limit most results
   */
  public List<PageHit> searchSimilar(String message, Language language, int limit) {
    String distinctive = StockWording.remove(message);
    try {
      PageQuestion question = new PageQuestion(distinctive, searcher, prose, code);
      if (!question.isKnown()) {
        return List.of();
      }
      Query query = question.toQuery();
      ScoreDoc[] found = findDocuments(query, language);
      return toHits(query, Arrays.copyOf(found, Math.min(found.length, limit)));
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
  }

  /**
   * Searches pages, and corrects misspelled words in the query.
   *
   * @param text words, the beginning of a word, an error number, or a whole error message
   * @param language language of the pages; words of the other language match titles and keywords
   *     only
   * @param limit most results
   * @return the most relevant pages, their total number, and a corrected query
   */
  public SearchHits<PageHit> find(String text, Language language, int limit) {
    try {
      PageQuestion question = new PageQuestion(text, searcher, prose, code);
      Optional<String> corrected = question.correctText(text);
      Optional<PageQuestion> meant =
          corrected.isPresent()
              ? Optional.of(new PageQuestion(corrected.get(), searcher, prose, code))
              : Optional.empty();
      if (!question.isKnown() && (meant.isEmpty() || !meant.get().isKnown())) {
        return new SearchHits<>(List.of(), 0, Optional.empty());
      }
      BooleanQuery.Builder both = new BooleanQuery.Builder();
      both.add(question.toQuery(), BooleanClause.Occur.SHOULD);
      if (meant.isPresent()) {
        both.add(meant.get().toQuery(), BooleanClause.Occur.SHOULD);
      }
      Query query = both.build();
      ScoreDoc[] found = findDocuments(query, language);
      ScoreDoc[] shown = Arrays.copyOf(found, Math.min(found.length, Math.max(1, limit)));
      return new SearchHits<>(toHits(query, shown), found.length, corrected);
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
  }

  private ScoreDoc[] findDocuments(Query query, Language language) throws IOException {
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

  private List<PageHit> toHits(Query query, ScoreDoc[] shown) throws IOException {
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
