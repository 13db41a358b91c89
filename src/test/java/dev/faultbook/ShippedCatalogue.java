package dev.faultbook;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;

/** The shipped content, read and indexed once for all tests, because that takes seconds. */
public final class ShippedCatalogue {
  private static final KnowledgeReader.Result RESULT =
      KnowledgeReader.readFiles(TestContent.shipped());
  private static final Diagnoser DIAGNOSER = new Diagnoser(RESULT.knowledge());

  private ShippedCatalogue() {}

  /** The shipped content and the errors found in it. */
  public static KnowledgeReader.Result read() {
    return RESULT;
  }

  /** The shipped content. */
  public static Knowledge knowledge() {
    return RESULT.knowledge();
  }

  /** A diagnoser that uses all of it. */
  public static Diagnoser diagnoser() {
    return DIAGNOSER;
  }
}
