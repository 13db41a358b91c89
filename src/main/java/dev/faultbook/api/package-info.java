/**
 * The REST door: JSON under {@code /api/v1}, described by OpenAPI at {@code /v3/api-docs}.
 *
 * <p>Reasons for what is not obvious:
 *
 * <ul>
 *   <li>A log is taken as the body whatever its content type says, because {@code curl
 *       --data-binary} calls every body a form. So nothing here asks the servlet container for a
 *       parameter: it would read the body to look for one. Parameters are read from the query
 *       string.
 *   <li>Multipart bodies are read from the stream, because the container would write a large part
 *       to a temporary file, and nothing of a log is stored unless its sender asks for it.
 *   <li>A log is received completely, packed in memory, before it is diagnosed, so that slow
 *       senders hold no permit of the bulkhead.
 *   <li>What stores or deletes is refused when a page of another site sent it: a browser sends a
 *       {@code text/plain} body to any host without asking. Programs state no origin and are taken.
 *   <li>Every error is {@code application/problem+json}, given by one resolver for all paths below
 *       {@code /api}, unknown ones included. No message quotes a log.
 * </ul>
 */
@NullMarked
package dev.faultbook.api;

import org.jspecify.annotations.NullMarked;
