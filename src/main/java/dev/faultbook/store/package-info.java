/**
 * What users chose to share (diagnoses, feedback, counts), and what curators publish. Only this
 * package accesses the database.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>Rows are internal. Records cross the package's boundary, JPA entities never do, so that no
 *       caller can keep a lazy row or write by accident.
 *   <li>Diagnosing needs no database. Nothing here connects while the application starts, except
 *       one attempt to migrate the schema. If that fails, the next use tries again, and until then
 *       every call throws {@link dev.faultbook.store.StoreUnavailableException}.
 *   <li>{@link dev.faultbook.store.DiagnosisStore#save} takes a redacted log only.
 *   <li>An id is 128 random bits, because everyone who knows the address may read the diagnosis. Of
 *       the token that deletes it only the SHA-256 is kept.
 *   <li>Reports are stored as text, not as jsonb: an answer is returned byte for byte.
 * </ul>
 *
 * <p>The embedded PostgreSQL requires a password although it listens on the loopback address alone,
 * because a training node has many users.
 */
@NullMarked
package dev.faultbook.store;

import org.jspecify.annotations.NullMarked;
