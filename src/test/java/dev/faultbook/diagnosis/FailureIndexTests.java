package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.signature.FailurePattern;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FailureIndexTests {
  private final FailureIndex index = ShippedCatalogue.knowledge().failureIndex();

  @Test
  void aMessageWithTheWordsOfASignatureIsNeverRejected() {
    List<Knowledge.StructuralSignature<FailurePattern>> all = index.signatures();
    assertThat(all).hasSizeGreaterThan(1000);
    assertThat(all)
        .allSatisfy(
            one ->
                assertThat(index.candidatesFor(List.of("", wordsOf(one.pattern())))).contains(one));
  }

  @Test
  void mostSignaturesAreRejectedForAMessageOfOthers() {
    assertThat(index.candidatesFor(List.of("the weighbridge said no")))
        .hasSizeLessThan(index.signatures().size() / 20);
  }

  /** One word of each choice. */
  private static String wordsOf(FailurePattern pattern) {
    return pattern.text().requiredLiterals().stream()
        .map(FailureIndexTests::anyOf)
        .collect(Collectors.joining(" "))
        .toLowerCase(Locale.ROOT);
  }

  private static String anyOf(Set<String> words) {
    return words.iterator().next();
  }
}
