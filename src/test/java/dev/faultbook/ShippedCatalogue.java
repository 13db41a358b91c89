package dev.faultbook;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.content.ContentReader;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.search.KnowledgeIndex;

/**
 * The content that ships, read and indexed once for all tests: that takes seconds. Nobody may
 * publish another edition into this catalogue.
 */
public final class ShippedCatalogue {
  private ShippedCatalogue() {}

  /** Each part on first use: few tests need all of them. */
  private static final class Reading {
    static final ContentReader.Result RESULT = ContentReader.readContent(TestContent.shipped());
  }

  private static final class Indexing {
    static final Catalogue CATALOGUE = new Catalogue(Reading.RESULT.content());
    static final KnowledgeIndex INDEX = new KnowledgeIndex(CATALOGUE);
    static final Diagnoser DIAGNOSER = new Diagnoser(INDEX);
  }

  /** The content with the findings of its checks. */
  public static ContentReader.Result read() {
    return Reading.RESULT;
  }

  /** The catalogue. */
  public static Catalogue catalogue() {
    return Indexing.CATALOGUE;
  }

  /** Its index. */
  public static KnowledgeIndex index() {
    return Indexing.INDEX;
  }

  /** A diagnoser that knows all of it. */
  public static Diagnoser diagnoser() {
    return Indexing.DIAGNOSER;
  }
}
