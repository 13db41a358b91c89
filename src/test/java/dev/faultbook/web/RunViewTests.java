package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Verifies that the drawing of a run and its words say what the log says, and nothing else. */
class RunViewTests {
  private static final int LAST = 400;

  private static String log(int nanFrom, boolean fails) {
    StringBuilder log = new StringBuilder();
    for (int step = 10; step <= LAST; step += 10) {
      boolean nan = step >= nanFrom;
      double norm = step == nanFrom - 10 ? 812 : 1.2;
      log.append("2026-11-20 08:%02d:%02d INFO ".formatted(step / 60, step % 60))
          .append("step ")
          .append(step)
          .append("/1000 loss ")
          .append(nan ? "nan" : String.valueOf(3 - step / 400.0))
          .append(" grad_norm ")
          .append(nan ? "nan" : String.valueOf(norm))
          .append(" tokens/s 17500\n");
      if (step == 200) {
        log.append("2026-11-20 08:03:20 INFO saved checkpoint to /mnt/ckpt/step_200 at step 200\n");
      }
    }
    if (fails) {
      log.append("2026-11-20 08:40:00 ERROR giving up\nTraceback (most recent call last):\n")
          .append("  File \"/work/train.py\", line 98, in step\n    y = batch['labels_v2']\n")
          .append("KeyError: 'labels_v2'\n");
    }
    return log.toString();
  }

  private static Report report(String log) {
    return Report.fromDiagnosis(
        ShippedCatalogue.diagnoser().diagnose(log.getBytes(UTF_8)),
        Language.EN,
        new Report.Detail(10, true));
  }

  private static RunView view(Report report) {
    return Objects.requireNonNull(RunView.of(report.run(), report.log().lines()));
  }

  @Test
  void theStripShowsProgressCheckpointSilenceAndFailure() {
    RunView run = view(report(log(5000, true)));
    assertThat(run.marks())
        .extracting(RunView.Mark::kind)
        .containsExactly("checkpoint", "progress", "failure");
    assertThat(run.gap()).isNotNull();
    RunView.Steps steps = Objects.requireNonNull(run.steps());
    assertThat(steps.reached()).isEqualTo("40.00%");
    assertThat(steps.saved()).isEqualTo("20.00%");
    assertThat(steps.lost()).isEqualTo("20.00%");
  }

  @Test
  void aValueThatCeasesToBeANumberIsMarkedWithTheOneBefore() {
    Report report = report(log(350, true));
    RunCurve norm = view(report).curves().get(1);
    assertThat(norm.name()).isEqualTo("grad_norm");
    assertThat(norm.marks()).extracting(RunCurve.Point::value).containsExactly("812", "NaN");
    assertThat(norm.marks()).extracting(RunCurve.Point::step).containsExactly("340", "350");
    assertThat(ReportWriter.toText(report, Language.EN, ""))
        .contains("loss is not a number from step 350 on", "gradient norm was 812 at step 340");
  }

  @Test
  void theAdviceSaysFromWhereToResumeAndWhatIsLost() {
    String text = ReportWriter.toText(report(log(5000, true)), Language.EN, "");
    assertThat(text.replaceAll("\\s+", " "))
        .contains("Resume from the last complete checkpoint, step 200 (/mnt/ckpt/step_200)")
        .contains("200 steps, 3 min to repeat.");
    String without = log(5000, true).replace("saved checkpoint to", "sample of");
    assertThat(ReportWriter.toText(report(without), Language.EN, "").replaceAll("\\s+", " "))
        .contains("The log shows no complete checkpoint");
    assertThat(ReportWriter.toText(report(log(5000, false)), Language.EN, ""))
        .doesNotContain("Resume from");
  }

  @Test
  void nothingIsDrawnOfALogThatTellsNothing() {
    Report report = report("Killed\n");
    assertThat(RunView.of(report.run(), report.log().lines())).isNull();
    assertThat(RunView.of(null, 10)).isNull();
  }
}
