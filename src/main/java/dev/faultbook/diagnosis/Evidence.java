package dev.faultbook.diagnosis;

import dev.faultbook.stream.MatchedLine;

/**
 * A line that supports a finding.
 *
 * @param line the line
 * @param signature the signature that it matches, as written in the entry
 */
public record Evidence(MatchedLine line, String signature) {}
