package dev.faultbook.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests for {@link Series}. */
class SeriesTests {
  /** Every second value is a spike, so thinning out by suddenness alone would drop nothing. */
  @Test
  void keepsFewPointsOfValuesThatAlwaysJump() {
    Series series = new Series();
    for (int i = 0; i < 100_000; i++) {
      series.addPoint(i, i % 2 == 0 ? 1 : 1000, i);
    }
    assertThat(series.points()).hasSizeBetween(Series.MAX_POINTS / 4, Series.MAX_POINTS);
  }

  @Test
  void keepsTheLatestValuesWhereItIsTold() {
    for (int values : new int[] {1, 4, 150, 199, 200, 12_345}) {
      Series series = new Series();
      for (int i = 0; i < values; i++) {
        series.addPoint(i, 1 + i % 7 / 10.0, i);
      }
      series.keepLatest();
      assertThat(series.points())
          .hasSizeLessThanOrEqualTo(Series.MAX_POINTS)
          .isSortedAccordingTo(Comparator.comparingLong(Series.Point::line))
          .extracting(Series.Point::line)
          .doesNotHaveDuplicates()
          .endsWith(
              LongStream.range(Math.max(0, values - Series.LATEST), values)
                  .boxed()
                  .toArray(Long[]::new));
    }
  }
}
