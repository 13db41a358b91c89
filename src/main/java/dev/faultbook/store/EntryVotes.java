package dev.faultbook.store;

/**
 * Users' feedback on an entry's page.
 *
 * @param entry id of the entry
 * @param helped votes that its remedy helped
 * @param failed votes that it did not
 */
public record EntryVotes(String entry, long helped, long failed) {}
