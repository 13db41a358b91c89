package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionPreviewTests {
  private final Redactor redactor = Redactor.shared();

  private RedactionPreview preview(String text) {
    return redactor.preview(text, StrikeOuts.NONE);
  }

  @Test
  void onlyLinesThatLoseSomethingAreShown() {
    RedactionPreview preview =
        preview("step 1\nfrom a@example.com to b@example.com\nstep 2\nhi c@example.com");
    assertThat(preview.counts()).isEqualTo(Map.of("email", 3));
    assertThat(preview.changed()).isEqualTo(2);
    assertThat(preview.lines()).extracting(RedactionPreview.Line::number).containsExactly(2L, 4L);
    RedactionPreview.Line line = preview.lines().getFirst();
    assertThat(line.text()).isEqualTo("from <email-1> to <email-2>");
    assertThat(line.spans()).containsExactly(new int[] {5, 14}, new int[] {18, 27});
  }

  @Test
  void coloursAndProgressBarsAreNoChange() {
    RedactionPreview preview =
        preview(
            "\u001b[31mred\u001b[0m\r\n10%\r\u001b[1m20%\u001b[0m\r30%\n\u001b]0;title\u0007x\n");
    assertThat(preview.changed()).isZero();
    assertThat(preview.lines()).isEmpty();
  }

  @Test
  void aPlaceholderThatTheLogHadAlreadyIsNoChange() {
    assertThat(preview("from <email-1>\n").changed()).isZero();
  }

  @Test
  void ofALongLineThePartAroundItsPlaceholderIsShown() {
    RedactionPreview.Line line =
        preview("x ".repeat(5000) + "a@example.com" + " y".repeat(5000)).lines().getFirst();
    assertThat(line.text()).hasSize(1000).contains("<email-1>");
    assertThat(line.text().substring(line.spans().getFirst()[0])).startsWith("<email-1> y");
  }

  @Test
  void manyLinesAreCountedAndTheFirstShown() {
    RedactionPreview preview = preview("mail a@example.com\n".repeat(1000));
    assertThat(preview.changed()).isEqualTo(1000);
    assertThat(preview.lines()).hasSize(200);
  }
}
