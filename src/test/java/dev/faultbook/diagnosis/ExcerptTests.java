package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.log.LogFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies that an excerpt is short and has the diagnosis of the whole log. */
class ExcerptTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  /** Number of the lines around an example log. */
  private static final int BEFORE = 900;

  private static final int EXAMPLES = 200;

  /** What programs print while nothing happens. */
  private enum Ordinary {
    RANKS("[rank%4$d]: 2026-11-20 %2$s [INFO] trainer: step %1$d loss %3$.4f"),
    BAR(" %5$2d%%|███▋    | %1$d/90000 [01:12<9:12:07,  %3$.2fit/s]"),
    SLURM(
        "%4$d: [2026-11-20 %2$s] [INFO] iteration %1$d/ 90000 | lm loss: %3$.4E | loss scale: 1.0"),
    JSON(
        "{\"log\":\"INFO epoch=0 batch=%1$d loss=%3$.4f\\n\",\"time\":\"2026-11-20T%2$s.000020Z\"}"),
    PLAIN("2026-11-20 %2$s batch %1$d is done in %3$.3f s");

    private final String format;

    Ordinary(String format) {
      this.format = format;
    }

    void addLines(StringBuilder log, int from, int to) {
      Random random = new Random(from);
      for (int step = from; step < to; step++) {
        String clock = "%02d:%02d:%02d".formatted(step / 3600, step / 60 % 60, step % 60);
        double loss = 2 + random.nextDouble();
        log.append(String.format(Locale.ROOT, format, step, clock, loss, step % 4, step / 900));
        log.append('\n');
      }
    }
  }

  private static byte[] excerptOf(LogFiles log, Diagnosis whole) throws IOException {
    return Excerpt.of(log, whole).readText();
  }

  @ParameterizedTest
  @EnumSource
  void theExcerptOfAnExampleAmongOrdinaryLinesHasItsDiagnosis(Ordinary ordinary)
      throws IOException {
    List<String> others = new ArrayList<>();
    List<ExampleLog> logs =
        ShippedCatalogue.knowledge().entries().stream()
            .flatMap(entry -> entry.logs().stream())
            .toList();
    int parts = Ordinary.values().length * logs.size() / EXAMPLES;
    for (int i = ordinary.ordinal(); i < logs.size(); i += parts) {
      StringBuilder log = new StringBuilder();
      ordinary.addLines(log, 1, BEFORE);
      log.append(new String(logs.get(i).bytes(), UTF_8)).append('\n');
      ordinary.addLines(log, BEFORE, BEFORE + i % 3 * 200);
      LogFiles file = TestLogs.hold(log.toString());
      Diagnosis whole = DIAGNOSER.diagnose(file);
      byte[] excerpt = excerptOf(file, whole);
      List<String> answer = Excerpt.answerOf(DIAGNOSER.diagnose(excerpt));
      if (!answer.equals(Excerpt.answerOf(whole)) || excerpt.length > log.length() * 2 / 3) {
        others.add(
            logs.get(i).name()
                + " "
                + excerpt.length
                + "/"
                + log.length()
                + Excerpt.answerOf(whole)
                + answer);
      }
    }
    assertThat(others).isEmpty();
  }

  @Test
  void anExcerptMarksItsGapsAndKeepsTheNamesOfFiles() throws IOException {
    StringBuilder log = new StringBuilder();
    Ordinary.RANKS.addLines(log, 1, 5_000);
    LogFiles files = TestLogs.holdTexts(Map.of("a.log", log.toString(), "b.log", "step 3"));
    String excerpt = new String(excerptOf(files, DIAGNOSER.diagnose(files)), UTF_8);
    assertThat(excerpt)
        .startsWith("==> a.log <==\n[rank1]: 2026-11-20 00:00:01 [INFO] trainer: step 1 ")
        .containsPattern("\\[… 4,\\d{3} lines left out, up to line 4,\\d{3} …]\n\\[rank")
        .endsWith("\n==> b.log <==\nstep 3");
  }

  /** The size of the excerpt does not grow with the log. */
  @Test
  void moreOrdinaryLinesMakeNoLongerExcerpt() throws IOException {
    List<Integer> sizes = new ArrayList<>();
    for (int steps : new int[] {20_000, 60_000}) {
      StringBuilder log = new StringBuilder();
      for (Ordinary ordinary : Ordinary.values()) {
        ordinary.addLines(log, 10_000, 10_000 + steps / 5);
      }
      LogFiles file = TestLogs.hold(log.toString());
      sizes.add(excerptOf(file, DIAGNOSER.diagnose(file)).length);
    }
    assertThat(sizes.getLast()).isLessThan(sizes.getFirst() * 11 / 10).isLessThan(50_000);
  }
}
