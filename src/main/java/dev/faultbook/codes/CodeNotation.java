package dev.faultbook.codes;

import java.util.List;

/** Recognises the form in which one piece of software prints its codes. Instances hold no state. */
interface CodeNotation {
  /** Words in lower case, of five bytes or more, of which each line of this form holds one. */
  List<String> triggerWords();

  /** Whether a line of this form can begin with a byte; its blanks are not counted. */
  default boolean canBegin(byte first) {
    return true;
  }

  /** Reads a line that holds one of the triggers. */
  void readLine(CodeLine line, CodeSink sink);
}
