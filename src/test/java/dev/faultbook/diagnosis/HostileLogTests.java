package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs that only an attacker would submit. Any step that is not linear would take far too long. */
class HostileLogTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  static Stream<Arguments> logs() {
    Random random = new Random(7);
    byte[] noise = new byte[5_000_000];
    random.nextBytes(noise);
    byte[] surrogates = new byte[3_000_000];
    for (int i = 0; i + 3 <= surrogates.length; i += 3) {
      surrogates[i] = (byte) 0xED;
      surrogates[i + 1] = (byte) 0xA0;
      surrogates[i + 2] = (byte) 0x80;
    }
    return Stream.of(
        Arguments.of("brackets", "[".repeat(100_000).getBytes(UTF_8)),
        Arguments.of("brackets in lines", "[rank[rank[\n".repeat(100_000).getBytes(UTF_8)),
        Arguments.of("one line of 50 MB", "word ".repeat(10_000_000).getBytes(UTF_8)),
        Arguments.of("one word of 50 MB", "w".repeat(50_000_000).getBytes(UTF_8)),
        Arguments.of("NULs", new byte[5_000_000]),
        Arguments.of("lone surrogates", surrogates),
        Arguments.of("empty lines", "\n".repeat(1_000_000).getBytes(UTF_8)),
        Arguments.of("carriage returns", "\r".repeat(5_000_000).getBytes(UTF_8)),
        Arguments.of("escapes", "\u001b[".repeat(1_000_000).getBytes(UTF_8)),
        Arguments.of("open JSON", "{\"log\":\"\\".repeat(300_000).getBytes(UTF_8)),
        Arguments.of("noise", noise),
        Arguments.of(
            "one message over and over on a line",
            "CUDA out of memory. Tried to allocate ".repeat(100_000).getBytes(UTF_8)),
        Arguments.of(
            "beginnings of messages",
            "NCCL WARN Cuda failure connect to Watchdog caught Xid (PCI:"
                .repeat(50_000)
                .getBytes(UTF_8)),
        Arguments.of(
            "the same on many lines",
            "node1:1:1 [0] NCCL WARN Cuda failure 'x' 1111111111111111111111111111\n"
                .repeat(200_000)
                .getBytes(UTF_8)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("logs")
  void isReadAndReported(String name, byte[] log) {
    Report report = Report.fromDiagnosis(DIAGNOSER.diagnose(log), Language.EN);
    assertThat(report.log().bytes()).isEqualTo(log.length);
    assertThat(ReportWriter.toText(report, Language.ZH, "")).isNotBlank();
  }
}
