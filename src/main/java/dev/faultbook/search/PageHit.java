package dev.faultbook.search;

/**
 * A page in the results of a search.
 *
 * @param entry id of its entry
 * @param score higher is more relevant; comparable within one search only
 * @param snippet HTML: the best passage of the page, escaped, with {@code <mark>} around matches
 */
public record PageHit(String entry, double score, String snippet) implements SearchHit {}
