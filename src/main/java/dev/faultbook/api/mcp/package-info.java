/**
 * The entry point for assistants: the Model Context Protocol, over HTTP at {@code /mcp} and over
 * standard input and output.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>The protocol of tools and resources is a dozen methods of JSON-RPC, answered here in one
 *       class for both ways. The official library is the client of the tests. As a server it would
 *       bring seven jars, end the session at the first line that is no JSON, drop answers when the
 *       input ends, and write an exception with its stack trace as the answer to a damaged body.
 *   <li>Nothing is kept between two messages, so there are no sessions, and a call has one answer:
 *       JSON, never a stream of events. {@code GET} answers 405, as the specification allows.
 *   <li>The descriptions of tools are data, {@code answers.json}; they are for models, in English.
 *   <li>An answer is text of bounded length that begins with how sure it is, the pages with their
 *       lines of the log, and their sources: what a model has to repeat is not cut off.
 *   <li>A path is resolved with all its links before it is compared with the allowed folder. What
 *       is not there and what is not allowed get the same answer.
 *   <li>Over HTTP the tools answer programs on this machine only, unless the setting says
 *       otherwise: an assistant elsewhere needs a decision of the operator.
 * </ul>
 */
@NullMarked
package dev.faultbook.api.mcp;

import org.jspecify.annotations.NullMarked;
