package dev.faultbook.search;

/**
 * A page that a search found.
 *
 * @param entry id of its entry
 * @param score higher is nearer; comparable within one search only
 * @param snippet HTML: the best place of the page, escaped, with {@code <mark>} around what was
 *     asked
 */
public record PageHit(String entry, double score, String snippet) {}
