package dev.faultbook.content;

import dev.faultbook.signature.LinePattern;
import java.util.Optional;

/**
 * How a fact is read from a line.
 *
 * @param fact name of the fact; {@code env.*} takes the rest of the name from the capture {@code
 *     name}
 * @param pattern captures the fact as {@code value}; the first line of a section where there is one
 * @param group the rule's place in its file: where several rules of one fact match a line, the
 *     first decides
 * @param section the section that the line begins
 */
public record FactRule(
    String fact, LinePattern pattern, int group, Optional<FactSection> section) {}
