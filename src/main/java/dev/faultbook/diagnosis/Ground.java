package dev.faultbook.diagnosis;

import dev.faultbook.compatibility.Statement;
import dev.faultbook.language.LocalizedText;
import java.util.List;

/** What speaks for or against an entry besides the lines that match it. */
public sealed interface Ground {
  /**
   * A condition of the entry holds.
   *
   * @param because what the entry says of it
   */
  record Stated(LocalizedText because) implements Ground {}

  /**
   * The compatibility tables decide.
   *
   * @param statements what they say of the set-up
   */
  record Tables(List<Statement> statements) implements Ground {
    public Tables {
      statements = List.copyOf(statements);
    }
  }
}
