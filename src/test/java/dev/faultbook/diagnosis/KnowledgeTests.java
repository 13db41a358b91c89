package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.faultbook.TestContent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KnowledgeTests {

  private static Map<String, byte[]> complete(String id, String further) {
    Map<String, byte[]> files =
        new TreeMap<>(TestContent.entry(id, "cause", "- 'message of " + id + "'", further));
    for (String log : List.of("a.log", "b.log", "c.not.log", "d.not.log")) {
      files.put("entries/" + id + "/logs/" + log, "text\n".getBytes(UTF_8));
    }
    return files;
  }

  @Test
  void aStartWithBadContentNamesItsFaults() {
    Map<String, byte[]> bad = complete("two", "");
    bad.remove("entries/two/en.md");
    InvalidContentException refused =
        catchThrowableOfType(
            InvalidContentException.class,
            () -> KnowledgeReader.requireValid(TestContent.folder(bad)));
    assertThat(new InvalidContentException.Analyzer().analyze(refused, refused).getDescription())
        .contains("entries/two/en.md: The page is missing");
  }

  @Test
  void explainingReachesThroughOthers() {
    Map<String, byte[]> files = complete("first", "explains: [second]\n");
    files.putAll(complete("second", "explains: [third, first]\n"));
    files.putAll(complete("third", ""));
    Knowledge knowledge = TestContent.unchecked(files);
    assertThat(knowledge.explainedBy("first")).containsExactlyInAnyOrder("second", "third");
    assertThat(knowledge.explainedBy("third")).isEmpty();
    assertThat(knowledge.explainedBy("unknown")).isEmpty();
  }
}
