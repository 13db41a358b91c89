package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StrikeOutsTests {

  private static RedactedText strike(String text, String... words) {
    return Redactor.shared().redact(text, new StrikeOuts(List.of(words)));
  }

  @Test
  void aWordGoesWhereverItOccurs() {
    RedactedText redacted = strike("falcon-7 of Falcon\n失败 xfalcony\n", "falcon", "orion");
    assertThat(redacted.text()).isEqualTo("<removed>-7 of <removed>\n失败 x<removed>y\n");
    assertThat(redacted.counts()).containsOnlyKeys("removed").containsEntry("removed", 1);
  }

  @Test
  void theLongestOfTwoWordsWinsAndMarksOfPatternsAreLetters() {
    assertThat(strike("a falcon.* falcon b", "falcon", "falcon.*").text())
        .isEqualTo("a <removed> <removed> b");
    assertThat(strike("张三在 rank 0", "张三").text()).isEqualTo("<removed>在 rank 0");
  }

  @Test
  void aPlaceholderStaysWhole() {
    RedactedText redacted = strike("password=hunter2x secret <secret-1>", "secret", "removed");
    assertThat(redacted.text()).isEqualTo("password=<secret-2> <removed> <secret-1>");
    assertThat(strike("ssh jdoe@gpu7 x", "<user-1>@gpu7").text()).isEqualTo("ssh <removed> x");
  }

  @Test
  void aWordThatNamesASecretTakesNotItsProtection() {
    assertThat(strike("password=hunter2x", "password").text()).isEqualTo("<removed>=<secret-1>");
  }

  @Test
  void strikingTwiceChangesNothing() {
    String once = strike("falcon removed falcon", "falcon", "removed").text();
    assertThat(strike(once, "falcon", "removed").text()).isEqualTo(once);
  }

  @Test
  void theNameOfAFileLosesTheWordToo() {
    StrikeOuts words = new StrikeOuts(List.of("falcon"));
    assertThat(Redactor.shared().redactFileName("falcon/rank0.log", words))
        .isEqualTo("<removed>/rank0.log");
  }

  @Test
  void wordsAreTypedOneALineOrWithCommas() {
    assertThat(StrikeOuts.parse(" falcon, orion\r\n张三，项目七\n\n").words())
        .containsExactly("falcon", "orion", "张三", "项目七");
  }

  @Test
  void limitsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StrikeOuts(List.of("ab")))
        .withMessageContaining("3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StrikeOuts(List.of("a".repeat(201))))
        .withMessageContaining("200");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new StrikeOuts(IntStream.range(0, 101).mapToObj(i -> "word" + i).toList()))
        .withMessageContaining("100");
    assertThat(new StrikeOuts(Collections.nCopies(300, "same")).words()).hasSize(1);
  }
}
