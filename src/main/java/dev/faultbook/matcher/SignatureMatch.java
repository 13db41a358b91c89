package dev.faultbook.matcher;

import dev.faultbook.content.Entry;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.Map;

/**
 * A signature that the log bears out.
 *
 * @param entry the entry
 * @param signature its signature
 * @param number the signature's place in the entry
 * @param lines the lines that make up the match, in the order of the signature's parts
 * @param captures all captures of the lines
 */
public record SignatureMatch(
    Entry entry,
    Signature signature,
    int number,
    List<MatchedLine> lines,
    Map<String, String> captures) {
  /** The collections cannot be changed. */
  public SignatureMatch {
    lines = List.copyOf(lines);
    captures = Map.copyOf(captures);
  }
}
