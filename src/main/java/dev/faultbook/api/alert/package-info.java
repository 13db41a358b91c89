/**
 * Alertmanager's entry point: an alert about a job is answered with the diagnosis of its log.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>The address exists only while the operator has named a Loki and a query.
 *   <li>No address of a message is ever called. The log comes from the operator's Loki, the answer
 *       goes to the caller and to the chats of the settings.
 *   <li>Labels enter the query only as plain names, so that no alert asks for other logs than the
 *       query means.
 * </ul>
 */
@NullMarked
package dev.faultbook.api.alert;

import org.jspecify.annotations.NullMarked;
