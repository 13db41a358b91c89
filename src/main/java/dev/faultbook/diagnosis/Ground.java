package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.LocalizedText;
import java.util.List;

/** Evidence for or against an entry besides the lines that match it. */
public sealed interface Ground {
  /**
   * A condition of the entry holds.
   *
   * @param because the entry's statement about it
   */
  record Stated(LocalizedText because) implements Ground {}

  /**
   * The verdict of the compatibility tables.
   *
   * @param statements what they state about the set-up
   */
  record Tables(List<Statement> statements) implements Ground {
    public Tables {
      statements = List.copyOf(statements);
    }
  }
}
