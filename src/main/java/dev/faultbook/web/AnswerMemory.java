package dev.faultbook.web;

import dev.faultbook.server.ClientAddress;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Limits the memory of answers that wait for their readers, in all and per client. A client that
 * reads slowly would otherwise fill the heap with them: the page of a log of 8 MB holds the log.
 */
@Component
final class AnswerMemory {
  private static final String RESERVED = AnswerMemory.class.getName() + ".reserved";

  private static final byte[] PROBLEM =
      """
      {"type":"about:blank","title":"Too Many Requests","status":429,\
      "detail":"Too many answers wait for their readers. Try again in a few seconds."}"""
          .getBytes(StandardCharsets.UTF_8);

  private final long most;
  private final Map<String, Long> byClient = new HashMap<>();
  private long held;

  /** An eighth of the heap, half of it for one client. */
  @Autowired
  AnswerMemory() {
    this(Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * @param most most bytes of all answers
   */
  AnswerMemory(long most) {
    this.most = most;
  }

  /** Sends an answer; 429 if too many answers wait for their readers. */
  void send(
      ContentCachingResponseWrapper written,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    long size = written.getContentSize();
    long before = reservedBy(request);
    if (size > before && !tryReserve(request, size - before)) {
      refuse(request, response);
      return;
    }
    try {
      written.copyBodyToResponse();
    } finally {
      release(request);
    }
  }

  /** Answers 429 in place of what was written so far. */
  static void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.reset();
    response.setIntHeader(ErrorPages.RETRY_AFTER, ErrorPages.RETRY_SECONDS);
    if (!RequestPaths.isCall(RequestPaths.pathOf(request))) {
      response.sendError(HttpStatus.TOO_MANY_REQUESTS.value());
      return;
    }
    response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-store");
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(PROBLEM);
  }

  /**
   * Reserves memory for a part of the answer to a request, until it is sent or {@link #release} is
   * called. False if there is not so much left.
   */
  boolean tryReserve(HttpServletRequest request, long bytes) {
    if (!tryTake(ClientAddress.of(request), bytes)) {
      return false;
    }
    request.setAttribute(RESERVED, reservedBy(request) + bytes);
    return true;
  }

  /** Releases what was reserved for the answer to a request. */
  void release(HttpServletRequest request) {
    long bytes = reservedBy(request);
    request.removeAttribute(RESERVED);
    giveBack(ClientAddress.of(request), bytes);
  }

  private static long reservedBy(HttpServletRequest request) {
    return request.getAttribute(RESERVED) instanceof Long bytes ? bytes : 0;
  }

  private synchronized boolean tryTake(String client, long bytes) {
    long ofClient = byClient.getOrDefault(client, 0L);
    if (held + bytes > most || ofClient + bytes > most / 2) {
      return false;
    }
    held += bytes;
    byClient.put(client, ofClient + bytes);
    return true;
  }

  private synchronized void giveBack(String client, long bytes) {
    held -= bytes;
    byClient.computeIfPresent(client, (name, all) -> all == bytes ? null : all - bytes);
  }

  /** The number of bytes that are reserved. */
  synchronized long heldBytes() {
    return held;
  }
}
