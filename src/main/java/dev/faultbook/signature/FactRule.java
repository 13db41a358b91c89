package dev.faultbook.signature;

import java.util.Optional;

/**
 * A rule that reads a fact from a line.
 *
 * @param fact name of the fact; {@code env.*} takes the rest of the name from the capture {@code
 *     name}
 * @param pattern captures the fact as {@code value}; for a section, matches its first line
 * @param group position of the rule in its file: if several rules of one fact match a line, the
 *     first one applies
 * @param section the section that the line begins, if any
 */
public record FactRule(
    String fact, LinePattern pattern, int group, Optional<FactSection> section) {}
