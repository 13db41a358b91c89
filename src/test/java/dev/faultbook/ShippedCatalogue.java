package dev.faultbook;

import dev.faultbook.content.Catalogue;
import dev.faultbook.content.ContentReader;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.search.KnowledgeIndex;

/**
 * The shipped content, read and indexed once for all tests, because that takes seconds. Tests must
 * not publish another edition to this catalogue.
 */
public final class ShippedCatalogue {
  private ShippedCatalogue() {}

  /** The holder classes load each part on first use, because most tests need only some of them. */
  private static final class Reading {
    static final ContentReader.Result RESULT = ContentReader.readContent(TestContent.shipped());
  }

  private static final class Indexing {
    static final Catalogue CATALOGUE = new Catalogue(Reading.RESULT.content());
    static final KnowledgeIndex INDEX = new KnowledgeIndex(CATALOGUE);
    static final Diagnoser DIAGNOSER = new Diagnoser(INDEX);
  }

  /** The shipped content and the faults found in it. */
  public static ContentReader.Result read() {
    return Reading.RESULT;
  }

  /** The catalogue of the shipped content. */
  public static Catalogue catalogue() {
    return Indexing.CATALOGUE;
  }

  /** The index of the catalogue. */
  public static KnowledgeIndex index() {
    return Indexing.INDEX;
  }

  /** A diagnoser that uses the whole catalogue. */
  public static Diagnoser diagnoser() {
    return Indexing.DIAGNOSER;
  }
}
