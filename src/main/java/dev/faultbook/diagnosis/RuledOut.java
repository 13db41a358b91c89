package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;

/**
 * An entry whose lines are in the log, but which the facts of the log exclude.
 *
 * @param entry the entry
 * @param because the reason against it
 */
public record RuledOut(Entry entry, Ground because) {}
