package dev.faultbook.matcher;

import dev.faultbook.log.LineSlice;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.signature.LineMatch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A match of a pattern in a line.
 *
 * @param match the match, in the bytes of {@code line}
 * @param line the line in the form that was matched
 * @param slice the line in the buffer of its chunk
 */
record LineHit(LineMatch match, UnwrappedLine line, LineSlice slice) {
  /** The line's number in the log, from 1. */
  long number() {
    return slice.number();
  }

  /** The texts that the pattern captured, by name. */
  Map<String, String> readCaptures() {
    Map<String, String> captures = new LinkedHashMap<>();
    match
        .captures()
        .forEach((name, span) -> captures.put(name, MatchedLines.captureText(line.bytes(), span)));
    return captures;
  }
}
