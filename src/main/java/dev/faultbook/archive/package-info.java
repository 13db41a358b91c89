/**
 * What users chose to keep: saved diagnoses, feedback, counts. This package alone owns the
 * database.
 *
 * <p>Reasons for what is not obvious:
 *
 * <ul>
 *   <li>Rows stay home. Records cross the package's edge, JPA entities never do, so that no door
 *       can hold a lazy row or write by accident.
 *   <li>Diagnosing needs no database. Nothing here connects while the application starts, but for
 *       one attempt to migrate the schema; if that fails it is made again on the next use, and
 *       until then every call ends in {@link dev.faultbook.archive.ArchiveUnavailableException}.
 *   <li>A log is redacted before it is stored ({@link dev.faultbook.archive.Redactor}), and {@link
 *       dev.faultbook.archive.Archive#save} does it once more: redacting twice changes nothing, and
 *       a door that forgets it stores no secret.
 *   <li>An id is 128 random bits, since who knows the address may read the diagnosis. Of the token
 *       that deletes it only the SHA-256 is kept.
 *   <li>Which entry led a diagnosis on which day is counted for every diagnosis, shared or not: two
 *       words of the catalogue's own, nothing of the log. The counts go to the database in batches,
 *       so that a diagnosis neither waits for it nor fails with it. {@code faultbook.counts=false}
 *       switches counting off.
 *   <li>Reports are kept as text, not as jsonb: what was answered is given back byte for byte.
 *   <li>The embedded PostgreSQL asks for a password although it listens on the loopback address
 *       alone: a training node has many users.
 * </ul>
 */
package dev.faultbook.archive;
