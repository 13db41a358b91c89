package dev.faultbook.codes;

import java.util.List;

/** Recognises the form in which one piece of software prints its codes. Instances hold no state. */
interface CodeNotation {
  /** Words in lower case, of five bytes or more, of which each line of this form holds one. */
  List<String> triggers();

  /** Reads a line that holds one of the triggers. */
  void read(CodeLine line, CodeSink sink);
}
