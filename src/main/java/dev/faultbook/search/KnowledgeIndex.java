package dev.faultbook.search;

import dev.faultbook.content.Catalogue;
import dev.faultbook.content.Edition;
import dev.faultbook.codes.CodeScanner;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.content.Language;
import dev.faultbook.matcher.SignatureIndex;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of the current edition. The entry point of the package; thread-safe.
 *
 * <p>The index of pages is built on first use: most diagnoses on the command line do not need it.
 * Once it is in use, that of a new edition is built before the edition is published, so that no
 * query has to wait for it.
 */
public final class KnowledgeIndex {
  private volatile @Nullable State state;

  /** An index that follows the catalogue. */
  public KnowledgeIndex(Catalogue catalogue) {
    catalogue.onEdition(this::followEdition);
  }

  private void followEdition(Edition edition) {
    State next = new State(edition);
    State before = state;
    if (before != null && before.hasPages()) {
      next.pages();
    }
    state = next;
  }

  /** The current indexes. Keep the result for the whole of an operation. */
  public State current() {
    return Objects.requireNonNull(state);
  }

  /** The indexes of one edition. */
  public static final class State {
    private final Edition edition;
    private final SignatureIndex signatures;
    private final CodeScanner codeScanner;
    private volatile @Nullable PageIndex pages;
    private volatile @Nullable CombinedSearch combined;

    private State(Edition edition) {
      this.edition = edition;
      this.signatures = SignatureIndex.ofEntries(edition.entries(), edition.factRules());
      this.codeScanner = new CodeScanner(edition.codes());
    }

    /** The edition that was indexed. */
    public Edition edition() {
      return edition;
    }

    /** The index of the signatures. */
    public SignatureIndex signatures() {
      return signatures;
    }

    /** The index of the pages; the first call builds it. */
    public PageIndex pages() {
      PageIndex built = pages;
      return built != null ? built : buildPages();
    }

    private synchronized PageIndex buildPages() {
      if (pages == null) {
        pages =
            edition
                .searchIndex()
                .map(files -> PageIndex.ofFiles(files.get()))
                .orElseGet(() -> new PageIndex(edition));
      }
      return pages;
    }

    private boolean hasPages() {
      return pages != null;
    }

    /** The scanner for codes in a log. */
    public CodeScanner codeScanner() {
      return codeScanner;
    }

    /**
     * Searches pages and codes.
     *
     * @param text words, a code, a variable, or a whole error message
     * @param language language of the pages
     * @param limit most results
     */
    public SearchHits search(String text, Language language, int limit) {
      CombinedSearch built = combined;
      return (built != null ? built : buildCombined()).findHits(text, language, limit);
    }

    private synchronized CombinedSearch buildCombined() {
      if (combined == null) {
        combined = new CombinedSearch(pages(), new CodeSearch(edition.codes()));
      }
      return combined;
    }
  }
}
