package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;

/**
 * An entry whose lines are in the log, but which the log's facts rule out.
 *
 * @param entry the entry
 * @param because what speaks against it
 */
public record RuledOut(Entry entry, Ground because) {}
