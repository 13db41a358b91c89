/**
 * The browser's door: pages rendered on the server that work without JavaScript.
 *
 * <p>Reasons for what is not obvious:
 *
 * <ul>
 *   <li>One field for logs and questions. A single line that no signature knows is taken as a
 *       question; whatever else is a log. So nobody has to choose.
 *   <li>The result page carries the pasted log packed inside it. Sharing it, or reading it in the
 *       other language, sends it again; the server keeps nothing in between.
 *   <li>Of the log only the lines around hits are sent back in readable form: a page of 100,000
 *       lines helps nobody.
 *   <li>The token that deletes a shared diagnosis is kept in a cookie of the browser that shared
 *       it, limited to that page, because the server does not know it.
 *   <li>No style or script stands inside a page, so that the Content-Security-Policy can forbid it.
 *       What a log says is always text.
 *   <li>{@code POST /} answers a report for terminals to whoever does not ask for HTML: {@code curl
 *       --data-binary @train.log HOST} is the shortest way to a diagnosis.
 *   <li>What causes what is drawn as links in an SVG, so that the drawing is read and walked like a
 *       list; the list below it has the relations that the drawing has no room for. It is laid out
 *       twice, and the style sheet shows the one that the screen is wide enough for: text that
 *       shrinks with a drawing cannot be read on a phone.
 *   <li>A vote on an entry is taken only from one of our own pages. Over plain HTTP {@code Origin}
 *       alone says so, and with {@code Referrer-Policy: no-referrer} a browser would leave it out;
 *       so an entry's page says {@code same-origin}.
 *   <li>A result in the other language carries {@code again=1} in its address: the same log is
 *       counted once.
 * </ul>
 */
package dev.faultbook.web;
