package dev.faultbook.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.faultbook.TestContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CatalogueTests {

  private static Map<String, byte[]> complete(String id, String further) {
    Map<String, byte[]> files =
        new TreeMap<>(TestContent.entry(id, "cause", "- 'message of " + id + "'", further));
    for (String log : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/" + id + "/logs/" + log, "text\n".getBytes(UTF_8));
    }
    return files;
  }

  private static ContentFiles folder(String... ids) {
    Map<String, byte[]> files = new TreeMap<>();
    for (String id : ids) {
      files.putAll(complete(id, ""));
    }
    return TestContent.folder(files);
  }

  @Test
  void aNewEditionIsAnnouncedAndThenInForce() {
    Catalogue catalogue = new Catalogue(folder("one"));
    List<Long> heard = new ArrayList<>();
    catalogue.onEdition(
        edition -> {
          heard.add(edition.number());
          // The old edition stays current until every listener has prepared for the new one.
          assertThat(catalogue.current().number()).isEqualTo(Math.max(1, edition.number() - 1));
        });
    catalogue.publish(folder("one", "two"));
    assertThat(heard).containsExactly(1L, 2L);
    assertThat(catalogue.current().entries()).hasSize(2);
  }

  @Test
  void aBadEditionIsRefusedAndTheOldOneStays() {
    Catalogue catalogue = new Catalogue(folder("one"));
    Map<String, byte[]> bad = complete("two", "");
    bad.remove("entries/two/en.md");
    assertThatThrownBy(() -> catalogue.publish(TestContent.folder(bad)))
        .isInstanceOf(BadEditionException.class)
        .hasMessageContaining("entries/two/en.md: The page is missing");
    assertThat(catalogue.current().number()).isEqualTo(1);
  }

  @Test
  void aStartWithBadContentNamesItsFaults() {
    Map<String, byte[]> bad = complete("two", "");
    bad.remove("entries/two/en.md");
    BadEditionException refused =
        catchThrowableOfType(
            BadEditionException.class, () -> new Catalogue(TestContent.folder(bad)));
    assertThat(new BadEditionAnalyzer().analyze(refused, refused).getDescription())
        .contains("entries/two/en.md: The page is missing");
  }

  @Test
  void explainingReachesThroughOthers() {
    Map<String, byte[]> files = complete("first", "explains: [second]\n");
    files.putAll(complete("second", "explains: [third, first]\n"));
    files.putAll(complete("third", ""));
    Edition edition = new Catalogue(TestContent.folder(files)).current();
    assertThat(edition.explainedBy("first")).containsExactlyInAnyOrder("second", "third");
    assertThat(edition.explainedBy("third")).isEmpty();
    assertThat(edition.explainedBy("unknown")).isEmpty();
  }
}
