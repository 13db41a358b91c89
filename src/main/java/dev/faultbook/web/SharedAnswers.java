package dev.faultbook.web;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.http.ClientAddress;
import dev.faultbook.intake.Bulkhead;
import dev.faultbook.intake.TooBusyException;
import dev.faultbook.language.Language;
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
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Answers who reads a shared diagnosis, on its page and by the API: from memory, or within limits
 * of how many answers are made at a time, in all and for one client. A diagnosis of a large log
 * takes a second of a processor to show, and everybody who has the link can ask for it.
 *
 * <p>The database is asked each time whether the diagnosis is still there.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class SharedAnswers extends OncePerRequestFilter {
  private static final String PAGE = "/d/";
  private static final String CALL = "/api/v1/diagnoses/";
  private static final String REFUSED = SharedAnswers.class.getName() + ".refused";

  /** Most bytes of all answers that are kept, packed. */
  private static final long MOST_BYTES = 16L * 1024 * 1024;

  /** A longer answer is made each time. */
  private static final int LONGEST = 4 * 1024 * 1024;

  private static final int LONGEST_HEADER = 400;

  private final Catalogue catalogue;

  /** Asked for when it is needed: filters are made before the database is started. */
  private final ObjectProvider<DiagnosisStore> archive;

  private final Bulkhead bulkhead;
  private final KeptAnswers<Key> answers = new KeptAnswers<>(MOST_BYTES);

  SharedAnswers(
      Catalogue catalogue, ObjectProvider<DiagnosisStore> archive, Bulkhead readingBulkhead) {
    this.catalogue = catalogue;
    this.archive = archive;
    this.bulkhead = readingBulkhead;
  }

  /** What an answer depends on. */
  private record Key(
      long edition, Language language, String server, String path, String query, String accept) {}

  /** Refuses, where an answer can be made in the form that the client takes. */
  static final class Refusal implements HandlerInterceptor {
    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      if (request.getAttribute(REFUSED) instanceof TooBusyException refused) {
        throw refused;
      }
      return true;
    }
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String method = request.getMethod();
    return !method.equals("GET") && !method.equals("HEAD") || idIn(request).isEmpty();
  }

  /** The id that the address names; empty where it names no diagnosis. */
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
    Key key = isKept(request) ? keyOf(request) : null;
    KeptAnswers.Answer kept = key == null ? null : answers.find(key);
    if (kept != null && isThere(idIn(request))) {
      kept.writeHeaders(response);
      LanguageResolver.keepChoice(request, response);
      kept.writeBody(request, response);
      return;
    }
    ContentCachingResponseWrapper written = new ContentCachingResponseWrapper(response);
    try {
      // Written to memory: who reads slowly holds no permit.
      bulkhead.call(ClientAddress.of(request), 0, () -> writeAnswer(request, written, chain));
    } catch (TooBusyException refused) {
      request.setAttribute(REFUSED, refused);
      chain.doFilter(request, response);
      return;
    }
    keepAnswer(key, written);
    written.copyBodyToResponse();
  }

  private static boolean writeAnswer(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException {
    try {
      chain.doFilter(request, response);
      return true;
    } catch (IOException e) {
      throw new ServletException(e);
    }
  }

  private void keepAnswer(@Nullable Key key, ContentCachingResponseWrapper written) {
    int size = written.getContentSize();
    if (key != null
        && written.getStatus() == HttpServletResponse.SC_OK
        && size > 0
        && size <= LONGEST) {
      answers.keep(key, KeptAnswers.Answer.of(written));
    }
  }

  /** While the database is away, the answer says so. */
  private boolean isThere(String id) {
    try {
      return archive.getObject().isKept(id);
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  /** Who may delete the diagnosis gets a page of his own. */
  private static boolean isKept(HttpServletRequest request) {
    return LanguageResolver.readCookie(request, SavedPage.COOKIE).isEmpty()
        && textOf(request.getQueryString()).length() <= LONGEST_HEADER
        && textOf(request.getHeader("Accept")).length() <= LONGEST_HEADER;
  }

  private Key keyOf(HttpServletRequest request) {
    return new Key(
        catalogue.current().number(),
        LanguageResolver.resolveLanguage(request),
        request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort(),
        request.getRequestURI(),
        textOf(request.getQueryString()),
        textOf(request.getHeader("Accept")));
  }

  private static String textOf(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** How many bytes the kept answers have. */
  long keptBytes() {
    return answers.bytes();
  }
}
