package dev.faultbook.diagnosis;

import dev.faultbook.stream.MatchedLine;

/**
 * A line that bears out a finding.
 *
 * @param line the line
 * @param signature the signature that it matches, as the entry has it
 */
public record Evidence(MatchedLine line, String signature) {}
