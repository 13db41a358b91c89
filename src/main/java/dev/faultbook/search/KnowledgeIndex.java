package dev.faultbook.search;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.catalogue.Edition;
import dev.faultbook.matcher.SignatureIndex;

/**
 * The indexes of the edition in force. The package's door; safe for use by several threads.
 *
 * <p>A new edition's indexes are built before the edition is put in force, so that no question has
 * to wait for them.
 */
public final class KnowledgeIndex {
  private volatile State state;

  /** Follows the catalogue. */
  public KnowledgeIndex(Catalogue catalogue) {
    catalogue.onEdition(edition -> state = new State(edition));
  }

  /** The indexes in force. Keep the result for the length of one piece of work. */
  public State current() {
    return state;
  }

  /** The indexes of one edition. */
  public static final class State {
    private final Edition edition;
    private final SignatureIndex signatures;
    private final PageIndex pages;

    private State(Edition edition) {
      this.edition = edition;
      this.signatures = SignatureIndex.of(edition.entries(), edition.factRules());
      this.pages = new PageIndex(edition);
    }

    /** The edition that was indexed. */
    public Edition edition() {
      return edition;
    }

    /** Where signatures can match. */
    public SignatureIndex signatures() {
      return signatures;
    }

    /** The search over pages. */
    public PageIndex pages() {
      return pages;
    }
  }
}
