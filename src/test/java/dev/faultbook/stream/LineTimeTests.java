package dev.faultbook.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.LogTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineTimeTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2025-11-21T07:40:01.250Z starting                        | 2025-11-21T07:40:01.250Z
          [4711] 2025-11-21 07:40:01,250 starting                  | 2025-11-21T07:40:01.250Z
          {"level":"info","ts":1763710801,"msg":"starting"}        | 2025-11-21T07:40:01Z
          {"level":"info","ts":1763710801.25,"msg":"starting"}     | 2025-11-21T07:40:01Z
          {"time": 1763710801250, "msg": "starting"}               | 2025-11-21T07:40:01.250Z
          {"timestamp":1763710801250999,"msg":"starting"}          | 2025-11-21T07:40:01.250Z
          {"msg":"starting","@timestamp":1763710801250999999}      | 2025-11-21T07:40:01.250Z
          {"t":{"$date":"2025-11-21T07:40:01.250Z"},"c":"NETWORK"} | 2025-11-21T07:40:01.250Z
          level=info ts=2025-11-21T07:40:01.250Z msg=starting      | 2025-11-21T07:40:01.250Z
          level=info time="2025-11-21T07:40:01Z" msg=starting      | 2025-11-21T07:40:01Z
          训练 ts=1763710801                                         | 2025-11-21T07:40:01Z
          """)
  void aTimeIsReadFromThePrefixOrAField(String line, Instant expected) {
    assertThat(findTime(line)).isEqualTo(new LogTime(LogTime.Scale.DATE, expected.toEpochMilli()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          starting
          {"level":"info","ts":176371080}
          {"level":"info","ts":"now"}
          {"level":"info","ts":
          [4711]
          attempts=1763710801000000000000
          """)
  void otherNumbersAreNoTimes(String line) {
    assertThat(findTime(line)).isNull();
  }

  /** A leap second is the second after it, in a zone of any offset. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2016-12-31T23:59:60Z x          | 2017-01-01T00:00:00Z
          [Sat Dec 31 23:59:60 2016] x    | 2017-01-01T00:00:00Z
          2017-01-01 05:29:60.5 x         | 2017-01-01T05:30:00.500Z
          """)
  void aLeapSecondIsTheNextSecond(String line, Instant expected) {
    assertThat(findTime(line)).isEqualTo(new LogTime(LogTime.Scale.DATE, expected.toEpochMilli()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Dec 31 24:00:00 n1 kernel: x",
        "Dec 31 44:52:39 n1 kernel: x",
        "Dec 31 23:60:00 n1 kernel: x",
        "Dec 31 23:58:60 n1 kernel: x",
        "Dec 31 23:59:61 n1 kernel: x",
        "E1231 24:00:00.000000 7 a.cpp:1] x",
        "44:52:39,123 x",
        "12-31 44:52:39 x",
        "2025-12-31T24:00:00Z x",
        "2025-02-29T12:00:00Z x",
        "[Wed Dec 31 99:99:99 2025] x",
      })
  void anImpossibleTimeIsNoTime(String line) {
    assertThat(findTime(line)).isNull();
  }

  @Test
  void aFieldBehindFourKibibytesIsNotRead() {
    assertThat(findTime("x".repeat(4090) + " ts=1763710801")).isNull();
  }

  private static LogTime findTime(String line) {
    byte[] bytes = ("before\n" + line).getBytes(StandardCharsets.UTF_8);
    return LineTime.findTime(bytes, "before\n".length(), bytes.length);
  }
}
