package dev.faultbook.codes;

import java.util.Optional;

/**
 * A code found in a log.
 *
 * @param code the row
 * @param former the row that the same number had in old releases; empty for a code whose number
 *     never changed, or that was printed by name
 * @param special the case identified by the rest of the line
 * @param line number of the first line that contains it, from 1
 * @param count number of lines that contain it
 */
public record CodeSighting(
    Code code, Optional<Code> former, Optional<CodeCase> special, long line, long count) {

  /** The action of the case, otherwise of the row. */
  public CodeAction action() {
    return special.map(CodeCase::action).orElse(code.advice().action());
  }

  /** The sighting with the meaning of the number in old releases. */
  public CodeSighting asFormer() {
    return former
        .map(old -> new CodeSighting(old, Optional.empty(), Optional.empty(), line, count))
        .orElse(this);
  }

  CodeSighting countAgain() {
    return new CodeSighting(code, former, special, line, count + 1);
  }
}
