/**
 * The entries in force.
 *
 * <p>An edition is a whole: entries, links and fact rules that were checked together. A new edition
 * replaces the old one at once and is announced; one with faults is refused and the old one stays,
 * so that a curator's mistake never takes the service down. Who works with an edition keeps it for
 * the length of the work, so that an answer never mixes two.
 */
@NullMarked
package dev.faultbook.catalogue;

import org.jspecify.annotations.NullMarked;
