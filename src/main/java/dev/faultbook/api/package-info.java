/**
 * The REST entry point: JSON under {@code /api/v1}, described by OpenAPI at {@code /v3/api-docs}.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>The body is taken as a log whatever its content type is, because {@code curl --data-binary}
 *       labels every body as a form. So this package never asks the servlet container for a
 *       parameter: it would parse the body as a form. Parameters are read from the query string.
 *   <li>Multipart bodies are read from the stream, because the container would write a large part
 *       to a temporary file, and nothing of a log is stored unless the user requests it.
 *   <li>A log is received completely, compressed in memory, before it is diagnosed, so that slow
 *       clients keep nobody waiting.
 *   <li>Requests that store or delete are rejected if a page of another site sent them: a browser
 *       sends a {@code text/plain} body to any host without a preflight request. Programs send no
 *       origin and are accepted.
 *   <li>Every error is {@code application/problem+json}, produced by one resolver for all paths
 *       below {@code /api} and {@code /chat}, including unknown ones. No message quotes a log.
 * </ul>
 */
@NullMarked
package dev.faultbook.api;

import org.jspecify.annotations.NullMarked;
