package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Language;
import dev.faultbook.log.LogSource;
import dev.faultbook.report.LinePlaces.Mention;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinePlacesTests {
  private static final LinePlaces ONE_FILE = new LinePlaces(List.of(), Language.EN);

  private static final LinePlaces FILES =
      new LinePlaces(
          List.of(
              new LogSource("rank0.log", 1, 40, 400),
              new LogSource("rank3.log", 41, 50, 500),
              new LogSource("", 91, 9, 90)),
          Language.ZH);

  @Test
  void aSentenceIsDividedAtTheLinesThatItNames() {
    assertThat(ONE_FILE.divideAtLines("It shows first (line 2732), not on line 3."))
        .containsExactly(
            new Mention("It shows first (", 0),
            new Mention("line 2732", 2732),
            new Mention("), not on ", 0),
            new Mention("line 3", 3),
            new Mention(".", 0));
    assertThat(new LinePlaces(List.of(), Language.ZH).divideAtLines("最先出现（第 7 行）。"))
        .containsExactly(new Mention("最先出现（", 0), new Mention("第 7 行", 7), new Mention("）。", 0));
  }

  @Test
  void aNameWithDigitsIsPartOfTheMention() {
    assertThat(FILES.divideAtLines("见 rank3.log:32 和粘贴的文本:2"))
        .containsExactly(
            new Mention("见 ", 0),
            new Mention("rank3.log:32", 72),
            new Mention(" 和", 0),
            new Mention("粘贴的文本:2", 92));
  }

  @Test
  void whatDescribeWritesIsFoundAgain() {
    for (LinePlaces places : List.of(ONE_FILE, FILES)) {
      for (long line : new long[] {1, 40, 41, 90, 91, 1_234_567}) {
        assertThat(places.divideAtLines(places.describe(line)))
            .containsExactly(new Mention(places.describe(line), line));
      }
    }
  }

  @Test
  void wordsAndOtherNumbersNameNoLine() {
    for (String words :
        List.of("The line itself", "baseline 12", "line x", "12 lines", "line 12345678901234")) {
      assertThat(ONE_FILE.divideAtLines(words)).noneMatch(piece -> piece.line() == 12);
    }
    assertThat(ONE_FILE.divideAtLines("")).isEmpty();
    assertThat(ONE_FILE.divideAtLines("baseline 12"))
        .containsExactly(new Mention("baseline 12", 0));
  }
}
