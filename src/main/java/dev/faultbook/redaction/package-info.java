/**
 * Removes secrets and personal data from a log before it is stored.
 *
 * <p>What goes is a closed list of kinds, most of them rows of {@code redaction.yaml}. All of it
 * runs in linear time. Redacting keeps the number of lines, so that line numbers stay valid, and
 * redacting twice changes nothing.
 */
@NullMarked
package dev.faultbook.redaction;

import org.jspecify.annotations.NullMarked;
