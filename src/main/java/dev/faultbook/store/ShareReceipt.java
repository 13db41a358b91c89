package dev.faultbook.store;

import java.time.Instant;

/**
 * What the one who saves a diagnosis gets, once.
 *
 * @param id unguessable, fit for a URL
 * @param deleteToken deletes the diagnosis; it is not stored and cannot be asked for again
 * @param expires when the diagnosis vanishes by itself
 */
public record ShareReceipt(String id, String deleteToken, Instant expires) {}
