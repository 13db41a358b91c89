package dev.faultbook.search;

import dev.faultbook.content.Content;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.SearchWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** Full-text search over the pages of entries. Thread-safe. */
public final class PageIndex {
  /** A page with less than this part of the best score only shares a common word with the query. */
  private static final float FAR_BEHIND = 0.12f;

  /** How much further occurrences of a word count: as a weight of {@link PageDocument#UNIT}. */
  private static final float SATURATION = 8;

  private final Analyzers analyzers;
  private final IndexSearcher searcher;
  private final PageWords words;
  private final Snippets snippets;

  /** The words of each subject that no page is about. */
  private final List<Set<String>> uncovered;

  /** Builds the index of the pages of entries. */
  public PageIndex(Content content) {
    this(content.searchWords(), buildIndex(content));
  }

  private PageIndex(SearchWords same, Directory directory) {
    analyzers = new Analyzers(same);
    uncovered = same.uncovered().stream().map(text -> analyzers.analyze(text).words()).toList();
    try {
      searcher = new IndexSearcher(DirectoryReader.open(directory));
      searcher.setSimilarity(new BM25Similarity(SATURATION * PageDocument.UNIT, 0));
      words = new PageWords(searcher.getIndexReader());
      snippets = new Snippets(analyzers.prose());
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
  }

  /**
   * Opens an index that was built in advance.
   *
   * @param content what it was built of; only its words are read
   * @param files the result of {@link #buildFiles}
   */
  public static PageIndex ofFiles(Content content, Map<String, byte[]> files) {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    files.forEach((name, bytes) -> writeFile(directory, name, bytes));
    return new PageIndex(content.searchWords(), directory);
  }

  /**
   * Builds the index of the pages of entries.
   *
   * @return its files by name
   */
  public static Map<String, byte[]> buildFiles(Content content) {
    Map<String, byte[]> files = new TreeMap<>();
    try (Directory directory = buildIndex(content)) {
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

  private static Directory buildIndex(Content content) {
    Analyzers analyzers = new Analyzers(content.searchWords());
    Analyzer fields =
        new PerFieldAnalyzerWrapper(
            analyzers.prose(),
            Map.of(
                PageDocument.JOINED, Analyzers.joined(),
                PageDocument.SPELLING, Analyzers.written()));
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(fields))) {
      // Analysis is most of the work, and a writer accepts documents from several threads.
      content.entries().parallelStream().forEach(entry -> addEntry(writer, entry, analyzers));
      writer.forceMerge(1);
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
    return directory;
  }

  private static void addEntry(IndexWriter writer, Entry entry, Analyzers analyzers) {
    try {
      for (Language language : Language.values()) {
        writer.addDocument(PageDocument.of(entry, language, analyzers));
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
      PageQuestion question = ask(distinctive, language);
      if (!question.isKnown() || uncovered.stream().anyMatch(question::hasAll)) {
        return List.of();
      }
      ScoreDoc[] found = findDocuments(question.toQuery(Set.of()));
      return toHits(question, Arrays.copyOf(found, Math.min(found.length, limit)));
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
      PageQuestion question = ask(text, language);
      Optional<Set<String>> subject = uncovered.stream().filter(question::hasAll).findFirst();
      if (subject.isPresent() && subject.get().size() > 1) {
        return new SearchHits<>(List.of(), 0, Optional.empty());
      }
      Optional<String> corrected = question.correctText();
      boolean known = question.isKnown();
      if (corrected.isPresent()) {
        PageQuestion meant = ask(corrected.get(), language);
        known |= meant.isKnown();
        question.addTerms(meant);
      }
      if (!known) {
        return new SearchHits<>(List.of(), 0, Optional.empty());
      }
      ScoreDoc[] found = findDocuments(question.toQuery(subject.orElse(Set.of())));
      ScoreDoc[] shown = Arrays.copyOf(found, Math.min(found.length, Math.max(1, limit)));
      return new SearchHits<>(toHits(question, shown), found.length, corrected);
    } catch (IOException e) {
      throw new UncheckedIOException("Unexpected I/O error on an in-memory index", e);
    }
  }

  private PageQuestion ask(String text, Language language) throws IOException {
    return new PageQuestion(text, PageDocument.wordsIn(language), words, analyzers);
  }

  private ScoreDoc[] findDocuments(Query query) throws IOException {
    ScoreDoc[] all =
        searcher.search(query, Math.max(1, searcher.getIndexReader().maxDoc())).scoreDocs;
    int near = 0;
    while (near < all.length && all[near].score >= all[0].score * FAR_BEHIND) {
      near++;
    }
    return Arrays.copyOf(all, near);
  }

  private List<PageHit> toHits(PageQuestion question, ScoreDoc[] shown) throws IOException {
    List<PageHit> hits = new ArrayList<>();
    for (ScoreDoc page : shown) {
      List<String> sentences = read(PageDocument.SENTENCES, page.doc).lines().toList();
      hits.add(
          new PageHit(
              read(PageDocument.ID, page.doc),
              page.score,
              snippets.of(question.terms(), sentences)));
    }
    return hits;
  }

  private String read(String field, int document) throws IOException {
    BinaryDocValues values = MultiDocValues.getBinaryValues(searcher.getIndexReader(), field);
    return values.advanceExact(document) ? values.binaryValue().utf8ToString() : "";
  }
}
