package dev.faultbook.codes;

import java.util.List;

/** Recognizes the format in which one piece of software prints its codes. Stateless. */
interface CodeNotation {
  /** Lower-case words of at least five bytes, one of which occurs in every line of this format. */
  List<String> triggerWords();

  /** Whether a line of this format can begin with a byte; leading blanks are ignored. */
  default boolean canBegin(byte first) {
    return true;
  }

  /** Reads a line that contains one of the trigger words. */
  void readLine(CodeLine line, CodeReader sink);
}
