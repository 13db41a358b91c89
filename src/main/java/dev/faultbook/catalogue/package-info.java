/**
 * The published entries.
 *
 * <p>An edition is a whole: entries, links and fact rules that were checked together. A new edition
 * replaces the old one atomically and is announced; an edition with errors is refused and the old
 * one stays, so that an author's mistake never takes the service down. Callers keep one edition for
 * the whole of an operation, so that an answer never mixes two.
 */
@NullMarked
package dev.faultbook.catalogue;

import org.jspecify.annotations.NullMarked;
