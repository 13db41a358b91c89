package dev.faultbook.web;

import dev.faultbook.content.Catalogue;
import dev.faultbook.server.Bulkhead;
import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.StoreUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Serves shared diagnoses, as pages and through the API, from a cache, and limits the number that
 * are rendered concurrently, in all and per client. Rendering the diagnosis of a large log takes a
 * second of processor time, and anyone with the link can request it.
 *
 * <p>Each request checks in the database that the diagnosis still exists.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class SharedAnswers extends OncePerRequestFilter {
  private static final String PAGE = "/d/";
  private static final String CALL = "/api/v1/diagnoses/";

  /** Most bytes of all cached answers. */
  private static final long MOST_BYTES = 16L * 1024 * 1024;

  /** Most bytes of a cached answer; longer ones are rendered each time. */
  private static final int LONGEST = 4 * 1024 * 1024;

  private final Catalogue catalogue;

  /** Resolved on use, because filters are created before the database is started. */
  private final ObjectProvider<DiagnosisStore> archive;

  private final Bulkhead bulkhead;
  private final AnswerMemory memory;
  private final KeptAnswers<AnswerKey> answers = new KeptAnswers<>(MOST_BYTES);

  SharedAnswers(
      Catalogue catalogue,
      ObjectProvider<DiagnosisStore> archive,
      Bulkhead readingBulkhead,
      AnswerMemory memory) {
    this.catalogue = catalogue;
    this.archive = archive;
    this.bulkhead = readingBulkhead;
    this.memory = memory;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String method = request.getMethod();
    return !method.equals("GET") && !method.equals("HEAD") || idIn(request).isEmpty();
  }

  /** The diagnosis id in the request path; empty if the path is not that of a diagnosis. */
  private static String idIn(HttpServletRequest request) {
    String path = request.getRequestURI();
    for (String prefix : new String[] {PAGE, CALL}) {
      if (path.startsWith(prefix) && path.indexOf('/', prefix.length()) < 0) {
        return path.substring(prefix.length());
      }
    }
    return "";
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    AnswerKey key = isKept(request) ? keyOf(request) : null;
    KeptAnswers.Answer kept = key == null ? null : answers.find(key);
    if (kept != null && isThere(idIn(request))) {
      kept.writeHeaders(response);
      LanguageResolver.keepChoice(request, response);
      kept.writeBody(request, response);
      return;
    }
    ContentCachingResponseWrapper written =
        AnswerLimit.writeWithin(bulkhead, request, response, chain);
    if (written == null) {
      return;
    }
    keepAnswer(key, written);
    memory.send(written, request, response);
  }

  private void keepAnswer(@Nullable AnswerKey key, ContentCachingResponseWrapper written) {
    int size = written.getContentSize();
    if (key != null
        && written.getStatus() == HttpServletResponse.SC_OK
        && size > 0
        && size <= LONGEST) {
      answers.keep(key, KeptAnswers.Answer.of(written));
    }
  }

  /**
   * Whether the diagnosis exists. False also while the database is unreachable: the request is then
   * handled without the cache, which reports the error.
   */
  private boolean isThere(String id) {
    try {
      return archive.getObject().isKept(id);
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  /**
   * Whether the answer may be cached. The page of the user who saved the diagnosis differs and is
   * not cached.
   */
  private static boolean isKept(HttpServletRequest request) {
    return LanguageResolver.readCookie(request, SavedPage.COOKIE).isEmpty()
        && AnswerKey.hasShortQuery(request)
        && AnswerKey.isShort(request.getHeader("Accept"));
  }

  private AnswerKey keyOf(HttpServletRequest request) {
    return AnswerKey.of(request, catalogue.current().number(), request.getHeader("Accept"));
  }

  /** The number of bytes of the cached answers. */
  long keptBytes() {
    return answers.bytes();
  }
}
