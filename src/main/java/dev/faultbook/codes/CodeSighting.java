package dev.faultbook.codes;

import java.util.Optional;

/**
 * A code that a log holds.
 *
 * @param code the row
 * @param former the row that the same number meant in old releases; empty for a code whose number
 *     never changed, or that was printed by name
 * @param special what the rest of the line makes of it
 * @param line number of the first line that holds it, from 1
 * @param count number of lines that hold it
 */
public record CodeSighting(
    Code code, Optional<Code> former, Optional<CodeCase> special, long line, long count) {

  /** The action of the line, else of the row. */
  public CodeAction action() {
    return special.map(CodeCase::action).orElse(code.advice().action());
  }

  /** The same number as old releases meant it. */
  public CodeSighting asFormer() {
    return former
        .map(old -> new CodeSighting(old, Optional.empty(), Optional.empty(), line, count))
        .orElse(this);
  }

  CodeSighting countAgain() {
    return new CodeSighting(code, former, special, line, count + 1);
  }
}
