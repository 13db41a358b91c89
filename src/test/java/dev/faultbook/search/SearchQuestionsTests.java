package dev.faultbook.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies the first result of a hundred queries as users type them: class names, packages, codes,
 * symptoms and misspelled words, in English, in Chinese and mixed. They were written before the
 * search was first tried with them.
 */
class SearchQuestionsTests {
  private static final Knowledge SHIPPED = ShippedCatalogue.knowledge();
  private static final CombinedSearch SEARCH =
      new CombinedSearch(SHIPPED.pages(), new CodeSearch(SHIPPED.codes()));

  private static String first(String question, Language language) {
    List<SearchHit> hits = SEARCH.findHits(question, language, 10).hits();
    assertThat(hits).as(question).isNotEmpty();
    return switch (hits.getFirst()) {
      case PageHit page -> page.entry();
      case SearchHit.Coded coded -> coded.code().family() + " " + coded.code().code();
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/search/questions.en.csv", delimiter = '|', quoteCharacter = '~')
  void anEnglishQuestionFindsItsPageFirst(String question, String entry) {
    assertThat(first(question, Language.EN)).isEqualTo(entry);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/search/questions.zh.csv", delimiter = '|', quoteCharacter = '~')
  void aChineseQuestionFindsItsPageFirst(String question, String entry) {
    assertThat(first(question, Language.ZH)).isEqualTo(entry);
  }

  /** {@code not found} is NVML's text for its error 6, but many other programs print it too. */
  @Test
  void aMessageOfACodeAmongOtherWordsStandsBelowThePage() {
    assertThat(first("GLIBCXX_3.4.29 not found", Language.EN)).isEqualTo("glibcxx-too-old");
    assertThat(first("index out of range in self", Language.EN)).isEqualTo("token-id-out-of-range");
    assertThat(first("xid 99", Language.EN)).isEqualTo("xid 99");
  }

  @ParameterizedTest
  @CsvSource({
    "掉卡, gpu-fell-off-bus",
    "链路断开, network-link-down",
    "降频, gpu-thermal-slowdown",
    "内存行重映射, row-remap-pending",
    "机器检查错误, machine-check"
  })
  void theWordsThatOperatorsHaveForHardwareFindTheirPages(String words, String entry) {
    assertThat(first(words, Language.ZH)).isEqualTo(entry);
  }
}
