/**
 * The chat entry point: slash commands of Slack and Mattermost, robots of DingTalk, apps of Feishu.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>A route exists only while its secret is set. The handlers are always there, because the
 *       beans of the packaged server are decided when it is built; they answer 404.
 *   <li>The body is received as bytes, with the limits of an upload, and nothing of it is
 *       interpreted before the signature is verified: signatures cover the bytes as they were sent.
 *   <li>Every failed verification gets the same answer, so that no caller learns which part was
 *       wrong. That matters for Feishu, whose encryption has no authentication of its own.
 *   <li>Slack, Mattermost and DingTalk are answered in the response; replies to Feishu go to the
 *       address of the settings. The one address of a request that is called is Slack's {@code
 *       response_url} of a button, because Slack shows nothing of the response to who pressed it,
 *       and only on Slack's own server.
 *   <li>Over a socket that this server opened, answers go to the chat's own servers alone. Tokens
 *       are sent to these alone, too; a file of DingTalk lies where its API says, and is fetched
 *       without one.
 *   <li>The sockets are the JDK's {@link java.net.http.WebSocket}, with one loop that keeps them
 *       open: what each chat says on them is a page of documentation, the SDKs would bring HTTP
 *       clients, JSON libraries and Kotlin.
 *   <li>Feishu's frames are nine fields of two types, which {@link ProtoFields} reads; its SDK
 *       would be 25 MB of jars.
 *   <li>Feishu repeats an event until it is answered with 200. The diagnosis is made before that
 *       answer, so that a busy server is asked again; only the reply waits in a queue, and what has
 *       to be fetched first.
 *   <li>The answer is that of REST's short form, in the chat's dialect ({@link
 *       dev.faultbook.report.Dialect}), as a card of the chat ({@link
 *       dev.faultbook.api.chat.ChatCards}).
 *   <li>Buttons count in the table of the pages' feedback. Who pressed is kept in memory alone, to
 *       count each user once below an answer: after a restart, or on another instance, a second
 *       press counts again.
 * </ul>
 */
@NullMarked
package dev.faultbook.api.chat;

import org.jspecify.annotations.NullMarked;
