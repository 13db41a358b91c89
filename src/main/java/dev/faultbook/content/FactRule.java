package dev.faultbook.content;

import dev.faultbook.signature.LinePattern;

/**
 * How a fact is read from a line.
 *
 * @param fact name of the fact; {@code env.*} takes the rest of the name from the capture {@code
 *     name}
 * @param pattern captures the fact as {@code value}
 * @param group the rule's place in its file: where several rules of one fact match a line, the
 *     first decides
 */
public record FactRule(String fact, LinePattern pattern, int group) {}
