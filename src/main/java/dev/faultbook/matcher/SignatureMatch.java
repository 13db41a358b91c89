package dev.faultbook.matcher;

import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.util.List;
import java.util.Map;

/**
 * A signature that matches the log.
 *
 * @param entry id of the entry that holds the signature
 * @param signature its signature
 * @param number index of the signature in the entry
 * @param lines the lines of the match, in the order of the signature's parts
 * @param captures all captures of the lines
 */
public record SignatureMatch(
    String entry,
    Signature signature,
    int number,
    List<MatchedLine> lines,
    Map<String, String> captures) {
  public SignatureMatch {
    lines = List.copyOf(lines);
    captures = Map.copyOf(captures);
  }
}
