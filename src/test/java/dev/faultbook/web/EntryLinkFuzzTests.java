package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.CommandShape;
import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.report.Report;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.ui.ExtendedModelMap;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Fuzzes the query of links to entries: the page keeps the shape of its commands. */
class EntryLinkFuzzTests {
  private static final Knowledge KNOWLEDGE = ShippedCatalogue.knowledge();
  private static final List<Entry> ENTRIES =
      KNOWLEDGE.entries().stream().filter(e -> !e.captureTypes().isEmpty()).toList();
  private static final EntryPages PAGES = new EntryPages(Editions.of(KNOWLEDGE), null, null);

  @AfterAll
  static void resetRequest() {
    RequestContextHolder.resetRequestAttributes();
  }

  @FuzzTest
  void anyQueryLeavesTheCommandsInShape(FuzzedDataProvider data) {
    Entry entry = ENTRIES.get(data.consumeInt(0, ENTRIES.size() - 1));
    Language language = data.pickValue(Language.values());
    StringBuilder query = new StringBuilder("lang=").append(language.tag());
    for (String name : entry.captureTypes().keySet()) {
      String value = data.consumeString(40);
      query.append("&v.").append(name).append('=').append(encoded(value, data.consumeBoolean()));
    }
    query.append('&').append(data.consumeRemainingAsString());
    List<String> plain = commands(entry.id(), "lang=" + language.tag());
    List<String> filled = commands(entry.id(), query.toString());
    assertThat(filled).hasSameSizeAs(plain);
    for (int i = 0; i < filled.size(); i++) {
      assertThat(CommandShape.of(filled.get(i)))
          .as(filled.get(i))
          .isEqualTo(CommandShape.of(plain.get(i)));
    }
    assertThat(PAGES.markdown(entry.id(), request(query.toString())).getBody()).isNotBlank();
  }

  private static String encoded(String value, boolean encode) {
    return encode ? URLEncoder.encode(value, StandardCharsets.UTF_8) : value;
  }

  private static List<String> commands(String id, String query) {
    ExtendedModelMap model = new ExtendedModelMap();
    PAGES.entry(id, request(query), new MockHttpServletResponse(), model);
    return ((List<?>) model.get("fixes"))
        .stream().map(fix -> ((Report.Fix) fix).command()).toList();
  }

  private static MockHttpServletRequest request(String query) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
    request.setQueryString(query);
    RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    return request;
  }
}
