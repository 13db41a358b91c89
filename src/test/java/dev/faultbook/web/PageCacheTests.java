package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.faultbook.TestContent;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Verifies that a cached page is never served to a reader who needs a different one, and that the
 * cache stays within its memory limit.
 */
class PageCacheTests {
  private final PageCache cache =
      new PageCache(TestContent.withSignatures("- 'a message'"), new AnswerMemory(1L << 30));

  private MockHttpServletResponse get(MockHttpServletRequest request, FilterChain chain)
      throws ServletException, IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    cache.doFilter(request, response, chain);
    return response;
  }

  private static MockHttpServletRequest request(String path, String query) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
    request.setQueryString(query);
    return request;
  }

  private static FilterChain page(String body) {
    return (request, response) -> {
      response.setContentType(MediaType.TEXT_HTML_VALUE);
      response.getOutputStream().write(body.getBytes(UTF_8));
    };
  }

  /** Regression: the list of entries under 512 addresses took 100 MB. */
  @Test
  void aPageUnderManyAddressesTakesNoMoreThanItsShare() throws Exception {
    Random random = new Random(3);
    StringBuilder list = new StringBuilder();
    while (list.length() < 300_000) {
      list.append((char) ('a' + random.nextInt(26)));
    }
    for (int i = 0; i < 300; i++) {
      MockHttpServletRequest request = request("/entries", "lang=x" + i);
      request.setServerPort(1000 + i);
      get(request, page(list.toString()));
      assertThat(cache.keptBytes()).isLessThanOrEqualTo(32L << 20);
    }
    assertThat(cache.keptBytes()).isGreaterThan(30L << 20);
  }

  @Test
  void readersOfAnotherLanguageServerSchemeOrQueryGetTheirOwnPage() throws Exception {
    assertThat(get(request("/entries", "lang=en"), page("one")).getContentAsString())
        .isEqualTo("one");
    assertThat(get(request("/entries", "lang=en"), page("other")).getContentAsString())
        .isEqualTo("one");
    MockHttpServletRequest chinese = request("/entries", null);
    chinese.addHeader("Accept-Language", "zh");
    MockHttpServletRequest server = request("/entries", "lang=en");
    server.setServerName("faults.example");
    MockHttpServletRequest port = request("/entries", "lang=en");
    port.setServerPort(8443);
    MockHttpServletRequest scheme = request("/entries", "lang=en");
    scheme.setScheme("https");
    for (MockHttpServletRequest other :
        new MockHttpServletRequest[] {
          chinese,
          server,
          port,
          scheme,
          request("/entries", "lang=zh"),
          request("/entries", "kind=cause"),
          request("/search", "q=a")
        }) {
      assertThat(get(other, page("own")).getContentAsString()).isEqualTo("own");
    }
  }

  /** Regression: a client that asked for JSON got the HTML page cached for a browser. */
  @Test
  void whoWantsNoHtmlGetsNoPageFromMemory() throws Exception {
    assertThat(get(request("/entries", null), page("one")).getContentAsString()).isEqualTo("one");
    MockHttpServletRequest json = request("/entries", null);
    json.addHeader("Accept", "application/json");
    assertThat(get(json, page("asked")).getContentAsString()).isEqualTo("asked");
    for (String accept : new String[] {"text/html,*/*;q=0.8", "*/*", "text/*"}) {
      MockHttpServletRequest browser = request("/entries", null);
      browser.addHeader("Accept", accept);
      assertThat(get(browser, page("new")).getContentAsString()).isEqualTo("one");
    }
  }

  @Test
  void aPageThatALinkFillsOrThatIsNoPageIsNotKept() throws Exception {
    for (String query : new String[] {"v.size=4", "lang=en&v.size=4"}) {
      assertThat(get(request("/entries/x", query), page("one")).getContentAsString())
          .isEqualTo("one");
      assertThat(get(request("/entries/x", query), page("two")).getContentAsString())
          .isEqualTo("two");
    }
    for (String unknown : new String[] {"kind=none", "component=x&kind=cause"}) {
      assertThat(get(request("/entries", unknown), page("one")).getContentAsString())
          .isEqualTo("one");
      assertThat(get(request("/entries", unknown), page("two")).getContentAsString())
          .isEqualTo("two");
    }
    FilterChain refused =
        (request, response) -> {
          ((jakarta.servlet.http.HttpServletResponse) response).setStatus(404);
          response.setContentType(MediaType.TEXT_HTML_VALUE);
        };
    get(request("/entries/none", null), refused);
    assertThat(get(request("/entries/none", null), page("now")).getContentAsString())
        .isEqualTo("now");
  }

  /** Regression: every unknown parameter made the list of entries be rendered anew. */
  @Test
  void aPageIsTheSameWhateverParametersItDoesNotKnow() throws Exception {
    for (String[] page :
        new String[][] {
          {
            "/entries",
            "kind=cause",
            "x=1&kind=cause",
            "kind=cause&kind=symptom",
            "KIND=x&kind=cause"
          },
          {
            "/entries",
            "lang=zh",
            "lang=ZH",
            "a&lang=zh-CN&lang=en&=1",
            "b=%zz&lang=zh",
            "lang=zh&kind="
          },
          {"/", "sample=1", "sample=2", "q=1&sample=yes"},
          {"/search", "q=a", "q=a&days=3", "v.x=1&q=a&q=b"},
          {"/entries/x", null, "x=1", "q=2&kind=cause", "lang=xx", "token=1"},
          {"/codes", null, "q=1"},
          {"/codes/xid", null, "kind=cause"},
          {"/codes/xid/79", null, "x"},
          {"/hang", null, "x=1"},
          {"/collect", null, "x=1"},
          {"/compare", null, "x=1"},
          {"/compatibility", null, "x=1"}
        }) {
      get(request(page[0], page[1]), page(page[0] + page[1]));
      for (int i = 2; i < page.length; i++) {
        assertThat(get(request(page[0], page[i]), page("rendered again")).getContentAsString())
            .as(page[i])
            .isEqualTo(page[0] + page[1]);
      }
    }
  }

  /** The next reader would find the parameters of the first one in the links of the page. */
  @Test
  void linksOfAPageHoldNoUnknownParameters() {
    MockHttpServletRequest request =
        request("/entries/x", "evil=1&v.size=4&lang=en&lang=zh&thanks=%3Cb%3E");
    assertThat(QueryString.readAll(request))
        .containsExactly(entry("lang", "en"), entry("thanks", "1"), entry("v.size", "4"));
    MockHttpServletRequest many = request("/entries/x", null);
    many.setQueryString(
        IntStream.range(0, 4000).mapToObj(i -> "v.n" + i + "=1").collect(Collectors.joining("&")));
    assertThat(QueryString.readAll(many)).hasSizeLessThan(100);
  }

  /** Another spelling of the path would stand in the links of the next reader's page. */
  @Test
  void anotherSpellingOfThePathIsNotKept() throws Exception {
    for (String path : new String[] {"/entries;a=1", "/%65ntries"}) {
      get(request(path, null), page("one"));
      assertThat(get(request(path, null), page("two")).getContentAsString()).isEqualTo("two");
    }
    assertThat(cache.keptBytes()).isZero();
  }

  @Test
  void headIsAnsweredFromMemory() throws Exception {
    get(request("/entries", null), page("one"));
    MockHttpServletRequest head = request("/entries", null);
    head.setMethod("HEAD");
    MockHttpServletResponse answer = get(head, page("rendered again"));
    assertThat(answer.getContentAsString()).isEmpty();
    assertThat(answer.getContentLength()).isEqualTo(3);
  }
}
