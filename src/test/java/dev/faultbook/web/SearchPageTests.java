package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPageTests {

  @ParameterizedTest
  @ValueSource(
      strings = {"my training is stuck", "Job HANGS at step 3", "it hung.", "多机训练卡住，GPU 利用率 100%"})
  void aQuestionAboutAHangIsToldFromOthers(String question) {
    assertThat(SearchPage.asksAboutHang(question)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "exchange", "RuntimeError: shape changed", "out of memory", "显存不足"})
  void otherQuestionsAreNotAboutHangs(String question) {
    assertThat(SearchPage.asksAboutHang(question)).isFalse();
  }
}
