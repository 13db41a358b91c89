/**
 * The browser's door: pages rendered on the server that work without JavaScript.
 *
 * <p>Reasons for what is not obvious:
 *
 * <ul>
 *   <li>One field for logs and questions. A single line that no signature knows is taken as a
 *       question; whatever else is a log. So nobody has to choose.
 *   <li>The result page carries the log packed inside it, behind the answer, exactly as it was
 *       diagnosed: several files and archives are one text there, so line numbers agree. Sharing
 *       it, or reading it in the other language, sends it again; the server keeps nothing in
 *       between. A log that packs to more than 8 MiB stays out; the script that uploaded it then
 *       reads it from the file, if its lines are as many as were diagnosed.
 *   <li>In readable form only the lines around hits are sent: a page of 100,000 lines helps nobody.
 *       A worker unpacks the rest on demand, and only the lines in sight are in the page, so that
 *       no frame is late however long the log is.
 *   <li>Sharing shows first what is taken out, on a page of its own: who cannot see it cannot agree
 *       to it.
 *   <li>The ranks are drawn in a table, a lane a row, placed in percent: what is drawn is said in
 *       the same row, and it fits a phone.
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
 *   <li>A vote on an entry and a log to share are taken only from one of our own pages: else any
 *       site could make its readers' browsers store what it likes. Over plain HTTP {@code Origin}
 *       alone says so, and with {@code Referrer-Policy: no-referrer} a browser would leave it out;
 *       so the pages that hold these forms say {@code same-origin}.
 *   <li>A result in the other language carries {@code again=1} in its address: the same log is
 *       counted once.
 * </ul>
 */
@NullMarked
package dev.faultbook.web;

import org.jspecify.annotations.NullMarked;
