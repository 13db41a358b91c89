package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.LogTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the columns beside log lines and of the detection of similar lines. */
class LogViewerTests {
  @ParameterizedTest
  @CsvSource({
    "DATE, 1772359327120, 10:02:07.12",
    "TIME_OF_DAY, 36127000, 10:02:07",
    "TIME_OF_DAY, 5, 00:00:00.005",
    "TIME_OF_DAY, 86399999, 23:59:59.999",
    "TIME_OF_DAY, 3661020, 01:01:01.02",
    "DAY_OF_YEAR, -1000, 23:59:59",
    "UPTIME, 81500, 81.5",
    "UPTIME, 0, 0"
  })
  void aTimeIsWrittenWithoutItsDay(LogTime.Scale scale, long millis, String text) {
    assertThat(LineColumns.formatTime(new LogTime(scale, millis))).isEqualTo(text);
  }

  @Test
  void columnsArePackedAsTheirScriptReadsThem() throws IOException {
    PackedColumns columns = new PackedColumns();
    columns.addLine(0, null);
    columns.addLine(3, new LogTime(LogTime.Scale.TIME_OF_DAY, 300));
    columns.addLine(3, new LogTime(LogTime.Scale.TIME_OF_DAY, 299));
    columns.addLine(40, new LogTime(LogTime.Scale.UPTIME, 299));
    byte[] packed = Base64.getDecoder().decode(columns.toBase64());
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      // A lane is in the upper bits, the kind of timestamp in the lowest two; differences are
      // zigzag-encoded.
      assertThat(in.readAllBytes())
          .containsExactly(0, 13, (byte) (600 & 127 | 128), 600 >> 7, 13, 1, (byte) 162, 1, 0);
    }
  }

  @Test
  void aLogWithoutRanksAndTimesHasNoColumns() throws IOException {
    PackedColumns columns = new PackedColumns();
    columns.addLine(0, null);
    assertThat(columns.toBase64()).isEmpty();
  }

  @Test
  void linesThatDifferInNumbersAloneAreAlike() {
    assertThat(LogViewer.shapeOf("[rank3]:[E301 10:12:07.003] [Rank 3] Watchdog caught 0x7f3a"))
        .isEqualTo(
            LogViewer.shapeOf("[rank41]:[E301 10:12:09.113] [Rank 41] Watchdog caught 0x1b00"))
        .isNotEqualTo(
            LogViewer.shapeOf("[rank41]:[E301 10:12:09.113] [Rank 41] Watchdog ended 0x1b00"));
  }
}
