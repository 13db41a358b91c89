package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestContent;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all signatures on the whole corpus: the first finding of each log is its own entry, and no
 * other.
 */
class CorpusTests {
  private static final KnowledgeReader.Result CONTENT = ShippedCatalogue.read();
  private static final ExampleCheck CHECK =
      new ExampleCheck(ShippedCatalogue.knowledge(), ShippedCatalogue.diagnoser());

  @Test
  void theContentHasNoFaults() {
    assertThat(CONTENT.errors()).isEmpty();
    assertThat(CONTENT.knowledge().entries()).flatMap(ExampleCheck::checkSignatures).isEmpty();
  }

  @Test
  void aSignatureThatIsSearchedForByAnOrdinaryWordIsAnError() {
    String signatures =
        """
        - "'grad_norm': {value:word}, 'learning"
        - "'grad_norm': nan,"
        - all: ["via P2P/", "NVRM: Xid"]
        """;
    Entry entry = TestContent.withSignatures(signatures).entries().getFirst();
    assertThat(ExampleCheck.checkSignatures(entry))
        .extracting(Object::toString)
        .singleElement()
        .asString()
        .matches(
            "entries/test-entry/entry.yaml: is searched for by '.*', which ordinary lines hold; give"
                + " it a rarer word: 'grad_norm': \\{value:word}, 'learning");
  }

  static Stream<Arguments> logs() {
    return CONTENT.knowledge().entries().stream()
        .flatMap(
            entry ->
                entry.logs().stream().map(log -> Arguments.of(entry.id(), log.name(), entry, log)));
  }

  @ParameterizedTest(name = "{0}/{1}")
  @MethodSource("logs")
  void isAnsweredAsItsNameSays(String id, String name, Entry entry, ExampleLog log) {
    assertThat(CHECK.checkLog(entry, log)).isEmpty();
  }
}
