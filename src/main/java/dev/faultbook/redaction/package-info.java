/**
 * Removes secrets and personal data from a log before it is stored.
 *
 * <p>Each kind of secret has a finder of its own. All of them run in linear time and without
 * regular expressions. Redacting keeps the number of lines, so that line numbers stay valid, and
 * redacting twice changes nothing.
 */
@NullMarked
package dev.faultbook.redaction;

import org.jspecify.annotations.NullMarked;
