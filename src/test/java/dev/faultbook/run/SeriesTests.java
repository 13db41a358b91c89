package dev.faultbook.run;

import static org.assertj.core.api.Assertions.assertThat;

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
}
