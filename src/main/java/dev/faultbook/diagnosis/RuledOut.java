package dev.faultbook.diagnosis;

import dev.faultbook.content.Entry;
import dev.faultbook.language.LocalizedText;

/**
 * An entry whose lines are in the log, but which the log's facts rule out.
 *
 * @param entry the entry
 * @param because the fact
 */
public record RuledOut(Entry entry, LocalizedText because) {}
