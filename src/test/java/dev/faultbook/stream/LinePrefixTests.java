package dev.faultbook.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.LogTime;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinePrefixTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01-02 07:00:00,123 INFO train.py:88 [rank3]: step 10         | 3",
        "[rank3]: Traceback (most recent call last):                       | 3",
        "[rank12]:[E1205 11:55:34.719711099 ProcessGroupNCCL.cpp:607] hello | 12",
        "[default5]:[rank5]: RuntimeError: x                               | 5",
        "3: RuntimeError: srun labels lines like this                      | 3",
        "' 3: srun pads the label to the width of the largest'             | 3",
        "[3]: a launcher of one's own                                      | 3",
        "[default3]: torchrun --tee                                        | 3",
        "[prterun-node1-77@1,9]<stdout>: Open MPI 5                        | 9",
        "[pod/trainer-0/pytorch] 2026-11-21T10:00:00.1Z [rank4]: kubectl   | 4",
        "[1,7]<stderr>: mpirun labels them like this                       | 7",
        "[3]<stderr>:horovodrun names no job                               | 3",
        "'[trainer3|11]:RuntimeError: a template of torchrun, with the rank' | 11",
        "2026-11-21T03:43:11.1Z stderr F [rank6]: containerd's own log     | 6",
        "[E ProcessGroupNCCL.cpp:475] [Rank 2] Watchdog caught a timeout   | 2",
        "[PG 0 (default_pg) Rank 6] Exception                              | 6",
        "2024-06-28T06:11:52.685300953Z [rank1]: docker time before a rank | 1",
      })
  void theRankIsRead(String line, int rank) {
    assertThat(LinePrefix.of(line).writer().rankOrLocal()).isEqualTo(rank);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RuntimeError: CUDA out of memory",
        "[notice] A new release of pip is available",
        "[12] a number in brackets without a colon",
        "[0]:",
        "[1]: \r",
        "Ranking the results of rank 3",
        "",
        "[",
        "(",
        "[rank",
        "[a|b]: no ranks",
        "[x]<stderr>: no number",
        "stdout F without a time",
      })
  void whatNamesNoRankHasNone(String line) {
    assertThat(LinePrefix.of(line).writer().rankOrLocal()).isNull();
  }

  @Test
  void ncclNamesTheHostAndTheProcess() {
    LinePrefix.Writer prefix = LinePrefix.of("node7:1234:1300 [3] NCCL WARN Cuda failure").writer();
    assertThat(prefix.node()).isEqualTo("node7");
    assertThat(prefix.process()).isEqualTo("node7:1234");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[node7:1234 :0:4240] Caught signal 7 (Bus error: nonexistent physical address)",
        "[node7:1234:0:4240] Caught signal 11 (Segmentation fault)",
      })
  void ucxNamesThemToo(String line) {
    LinePrefix.Writer prefix = LinePrefix.of(line).writer();
    assertThat(prefix.node()).isEqualTo("node7");
    assertThat(prefix.process()).isEqualTo("node7:1234");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[12:34:56:789] a clock", "[a:b :0:1] x", "[a:1 :0:] x", "[a:1] x"})
  void otherBracketsNameNoProcess(String line) {
    assertThat(LinePrefix.of(line).writer().process()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      value = {
        "Nov 21 07:40:01 gpu-04 kernel: NVRM: Xid    § gpu-04",
        "trainer-1  | epoch 3                        § trainer-1",
        "node7: srun and pdsh name the host          § node7",
        "10.0.0.7: pdsh was given an address         § 10.0.0.7",
        "[pod/trainer-0/pytorch] kubectl --prefix    § trainer-0",
        "(Worker pid=20770, ip=10.0.0.3) started     § 10.0.0.3",
      })
  void theNodeIsRead(String line, String node) {
    assertThat(LinePrefix.of(line).writer().node()).isEqualTo(node);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[pod//worker] started", "[pod/] started"})
  void aPodWithoutANameIsNoNode(String line) {
    assertThat(LinePrefix.of(line).writer().node()).isNull();
  }

  @Test
  void anEmptyAddressNamesNoNode() {
    assertThat(LinePrefix.of("(Worker pid=20770, ip=) started").writer().node()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-04-10 22:31:07,995 INFO start             | DATE        | 1712788267995",
        "[2024-04-10 22:31:07,995] [INFO] start         | DATE        | 1712788267995",
        "2024-04-10T22:31:07.995Z start                 | DATE        | 1712788267995",
        "ERROR 01-28 03:21:01 engine.py:387] x          | DAY_OF_YEAR | 2431261000",
        "[E128 03:21:01.5 ProcessGroupNCCL.cpp:1] x     | DAY_OF_YEAR | 2431261500",
        "Jan 28 03:21:01 gpu-04 kernel: x               | DAY_OF_YEAR | 2431261000",
        "[Thu Nov 21 07:40:01 2026] NVRM: Xid           | DATE        | 1795246801000",
        "18:11:06.680 [rank4]: x                        | TIME_OF_DAY | 65466680",
        "[2059991.491436] oom-kill:constraint           | UPTIME      | 2059991491",
      })
  void theTimeIsReadAsFarAsItIsStated(String line, LogTime.Scale scale, long millis) {
    LogTime time = LinePrefix.of(line).time();
    assertThat(time.scale()).isEqualTo(scale);
    assertThat(time.millis()).isEqualTo(millis);
  }

  /** A zone is told only where the line states one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2024-04-10T22:31:07.995Z start                 | 2024-04-10T22:31:07.995Z
          2024-04-10T22:31:07+08:00 start                | 2024-04-10T22:31:07+08:00
          [2024-04-10 22:31:07 +0000] [INFO] start       | 2024-04-10T22:31:07Z
          2024-04-10 22:31:07,995 INFO start             | 2024-04-10T22:31:07.995
          2024-04-10 22:31:07 - INFO - 12 files          | 2024-04-10T22:31:07
          18:11:06.680 [rank4]: x                        | 18:11:06.680
          slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 2024-04-10T22:31:07 *** | 2024-04-10T22:31:07
          0: slurmstepd: error: *** STEP 4.0 ON n1 CANCELLED AT 2024-04-10T22:31:07 DUE TO TIME LIMIT *** | 2024-04-10T22:31:07
          [2059991.491436] oom-kill:constraint           |
          """)
  void aTimeIsWrittenAsTheLineStatesIt(String line, String iso) {
    assertThat(LinePrefix.of(line).time().toIso()).isEqualTo(iso);
  }

  @Test
  void aNodesNameIsReadAsUtf8() {
    assertThat(LinePrefix.of("训练-1  | epoch 3").writer().node()).isEqualTo("训练-1");
  }

  @ParameterizedTest
  @MethodSource
  void theMessageBeginsAfterThePrefix(Severity severity, String line) {
    LinePrefix prefix = LinePrefix.of(line.replace("‖", ""));
    assertThat(prefix.severity()).isEqualTo(severity);
    assertThat(prefix.messageStart()).isEqualTo(Math.max(0, line.indexOf('‖')));
  }

  static Stream<Arguments> theMessageBeginsAfterThePrefix() throws IOException {
    try (InputStream in = LinePrefixTests.class.getResourceAsStream("prefixes.txt")) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 2))
          .map(row -> Arguments.of(Severity.valueOf(row[0]), row[1]));
    }
  }

  @Test
  void timesThatAreNoTimesAreLeftToTheMessage() {
    assertThat(LinePrefix.of("2024-13-45 99:99:99 nonsense").time()).isNull();
    assertThat(LinePrefix.of("Feb 31 07:40:01 gpu kernel: x").time().scale())
        .isEqualTo(LogTime.Scale.TIME_OF_DAY);
  }

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
    assertThat(findTime(line).scale()).isEqualTo(LogTime.Scale.DATE);
    assertThat(findTime(line).millis()).isEqualTo(expected.toEpochMilli());
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
    assertThat(findTime(line).scale()).isEqualTo(LogTime.Scale.DATE);
    assertThat(findTime(line).millis()).isEqualTo(expected.toEpochMilli());
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

  /** Of dates in one minute only the seconds are read; what differs in them must not be lost. */
  @Test
  void datesInTheSameMinuteAreReadLikeOthers() {
    List<String> lines =
        List.of(
            "2016-12-31 23:59:01 x",
            "2016-12-31 23:59:02.5 x",
            "2016-12-31 23:59:03,123456 x",
            "2016-12-31 23:59:60 x",
            "2016-12-31 23:59:61 x",
            "2016-12-31 23:59:04Z x",
            "2016-12-31 23:59:05Z x",
            "2016-12-31 23:59:06+08:00 x",
            "2016-12-31 23:59:07+09:00 x",
            "2016-12-31 23:59:08 UTC x",
            "2016-12-31 23:59:09 +0100 x",
            "2016-12-31 23:59:10 x",
            "2016-12-31 23:5911 x",
            "2016-12-31T23:59:12 x",
            "2016-12-31 23:59:13");
    PrefixScanner one = new PrefixScanner();
    for (String line : lines) {
      byte[] bytes = line.getBytes(UTF_8);
      assertThat(one.findTime(bytes, 0, bytes.length)).as(line).isEqualTo(findTime(line));
    }
  }

  @Test
  void aFieldBehindFourKibibytesIsNotRead() {
    assertThat(findTime("x".repeat(4090) + " ts=1763710801")).isNull();
  }

  private static LogTime findTime(String line) {
    byte[] bytes = ("before\n" + line).getBytes(UTF_8);
    return new PrefixScanner().findTime(bytes, "before\n".length(), bytes.length);
  }
}
