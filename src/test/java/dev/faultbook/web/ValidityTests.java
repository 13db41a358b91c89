package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import nu.validator.client.EmbeddedValidator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.xml.sax.SAXException;

/**
 * Verifies that every kind of page is valid HTML according to the checker behind
 * validator.w3.org/nu.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.curation.password=" + CuratePageTests.PASSWORD})
class ValidityTests {
  @LocalServerPort private int port;
  private TestClient client;

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  @ParameterizedTest
  @MethodSource("addresses")
  void aPageIsValid(String path) throws Exception {
    for (String lang : new String[] {"en", "zh"}) {
      HttpResponse<String> page =
          client.get(path, "Accept", "text/html,*/*;q=0.8", "Cookie", "lang=" + lang);
      assertThat(complaints(page.body())).describedAs(path + " " + lang).isEmpty();
    }
  }

  static Stream<String> addresses() {
    return PageKinds.addresses().values().stream();
  }

  @ParameterizedTest
  @MethodSource("logs")
  void aResultIsValid(String name) throws Exception {
    for (String lang : new String[] {"en", "zh"}) {
      String page = PageKinds.paste(client, PageKinds.logs().get(name), lang).body();
      assertThat(complaints(page)).describedAs(name + " " + lang).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aComparisonIsValid(String name) throws Exception {
    for (String lang : new String[] {"en", "zh"}) {
      String page = PageKinds.compare(client, PageKinds.pairs().get(name), lang).body();
      assertThat(page).contains("name=\"bad\"");
      assertThat(complaints(page)).describedAs(name + " " + lang).isEmpty();
    }
  }

  @Test
  void theDeskOfCuratorsIsValid() throws Exception {
    String log = new String(TestClient.log(), StandardCharsets.UTF_8);
    String broad = CuratePageTests.YAML.replace("flux of loader {n:int} collapsed", "NCCL WARN");
    String[] headers = {
      "Authorization",
      CuratePageTests.credentials(CuratePageTests.PASSWORD),
      "Accept",
      "text/html",
      "Content-Type",
      CuratePageTests.FORM
    };
    for (String lang : new String[] {"en", "zh"}) {
      assertThat(complaints(client.get("/curate?lang=" + lang, headers).body())).isEmpty();
      for (String action : new String[] {"show", "draft", "try", "download"}) {
        byte[] form = CuratePageTests.form(CuratePageTests.fields(action, "A", broad, log));
        HttpResponse<String> page = client.post("/curate?lang=" + lang, form, headers);
        assertThat(page.body()).contains("name=\"yaml\"");
        assertThat(complaints(page.body())).as(action + " " + lang).isEmpty();
      }
    }
  }

  static Stream<String> pairs() {
    return PageKinds.pairs().keySet().stream();
  }

  static Stream<String> logs() {
    return PageKinds.logs().keySet().stream();
  }

  @Test
  void theCheckerComplainsWhereItShould() throws Exception {
    assertThat(
            complaints(
                "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title><p id=a><p"
                    + " id=a>"))
        .contains("Duplicate ID");
  }

  /** Returns the messages of the checker; empty if the page is valid. */
  static String complaints(String page) throws IOException, SAXException {
    EmbeddedValidator checker = new EmbeddedValidator();
    checker.setOutputFormat(EmbeddedValidator.OutputFormat.GNU);
    // Every page declares its language, and detecting it takes seconds per page.
    checker.setNoLangDetect(true);
    return checker.validate(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }
}
