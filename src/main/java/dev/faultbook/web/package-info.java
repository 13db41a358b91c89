/**
 * The entry point for browsers: pages rendered on the server that work without JavaScript.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>One field for logs and questions. A single line that matches no signature counts as a
 *       question, everything else as a log. So the user does not have to choose.
 *   <li>The result page contains the log, compressed, after the answer, exactly as it was
 *       diagnosed: several files and archives are one text there, so line numbers agree. Sharing
 *       it, or switching the language, sends it again; the server stores nothing in between. A log
 *       larger than 8 MiB compressed is left out; the script that uploaded it then reads it from
 *       the file, if the number of lines still agrees.
 *   <li>As readable text only the lines around evidence are sent: a page of 100,000 lines is
 *       useless. A worker unpacks the rest on demand, and only visible lines are in the page, so
 *       that scrolling stays smooth for any length of log.
 *   <li>Sharing first shows what redaction removes, on a page of its own, because consent requires
 *       knowledge.
 *   <li>The timeline of the ranks is a table with a lane per row, placed in percent: each drawing
 *       has its text in the same row, and it fits a phone.
 *   <li>The token that deletes a shared diagnosis is stored in a cookie of the browser that shared
 *       it, limited to that page, because the server does not know it.
 *   <li>Pages contain no inline styles or scripts, so that the Content-Security-Policy can forbid
 *       them. Content of a log is always text.
 *   <li>{@code POST /} answers clients that do not ask for HTML with a report for terminals: {@code
 *       curl --data-binary @train.log HOST} is the shortest way to a diagnosis.
 *   <li>Relations between entries are lists of links that the style sheet draws as boxes and
 *       arrows, beside or below one another as the screen allows.
 *   <li>A vote on an entry and a log to share are accepted only from our own pages: otherwise any
 *       site could make its users' browsers store content here. Over plain HTTP only {@code Origin}
 *       states the sender, and with {@code Referrer-Policy: no-referrer} a browser omits it; so the
 *       pages with these forms send {@code same-origin}.
 *   <li>The curators' desk is behind HTTP Basic, which an interceptor checks for every address
 *       below it: a framework for sign-in would cost a part of every start, for one page and one
 *       password.
 *   <li>A result in the other language has {@code again=1} in its address, so that the same log is
 *       counted once.
 * </ul>
 */
@NullMarked
package dev.faultbook.web;

import org.jspecify.annotations.NullMarked;
