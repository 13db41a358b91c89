package dev.faultbook.search;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.catalogue.Edition;
import dev.faultbook.codes.CodeScanner;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.language.Language;
import dev.faultbook.matcher.SignatureIndex;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of the edition in force. The package's door; safe for use by several threads.
 *
 * <p>The index of pages is built when it is first asked for: most diagnoses on the command line
 * need none. Once it is in use, that of a new edition is built before the edition is put in force,
 * so that no question has to wait for it.
 */
public final class KnowledgeIndex {
  private volatile @Nullable State state;

  /** Follows the catalogue. */
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

  /** The indexes in force. Keep the result for the length of one piece of work. */
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

    /** Where signatures can match. */
    public SignatureIndex signatures() {
      return signatures;
    }

    /** The search over pages; the first call builds it. */
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

    /** What finds the codes in a log. */
    public CodeScanner codeScanner() {
      return codeScanner;
    }

    /**
     * The pages and codes nearest to a question, how many there are, and what it may have meant.
     *
     * @param text words, a code, a variable, or a whole error message
     * @param language of the pages
     * @param limit most hits
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
