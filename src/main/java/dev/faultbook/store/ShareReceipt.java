package dev.faultbook.store;

import java.time.Instant;

/**
 * Returned once to the user who saves a diagnosis.
 *
 * @param id unguessable, URL-safe
 * @param deleteToken deletes the diagnosis; it is not stored and cannot be recovered
 * @param expires when the diagnosis expires
 */
public record ShareReceipt(String id, String deleteToken, Instant expires) {}
