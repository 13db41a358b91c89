package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies which failure is recognised in each format, and in which line. A case is a file: the
 * log, in which a mark stands at the end of the line of the failure, and behind {@code ====} its
 * kind and what the kind says.
 */
class FormatTests {
  private static final Path CASES = Path.of("src/test/resources/failure/formats");
  private static final String SEPARATOR = "\n====\n";

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isRead(Path file) throws IOException {
    String text = Files.readString(file);
    int end = text.indexOf(SEPARATOR);
    JobOf job = JobOf.unlabelled(1).prints(text.substring(0, end));
    FailureEvent event = LogOf.first(job.log());
    assertThat(event).as(job.log()).isNotNull();
    assertThat(event.line()).as(event.text()).isEqualTo(job.markedLine());
    assertThat(event.kind() + ' ' + detail(event))
        .isEqualTo(text.substring(end + SEPARATOR.length()).strip());
  }

  static String detail(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.UncaughtException e -> e.type();
      case Failure.Signal s -> Integer.toString(s.number());
      case Failure.Exit e -> Integer.toString(e.code());
      case Failure.Scheduler s -> s.reason().name();
      case Failure.Command c -> c.tool();
      case Failure.Kernel k -> k.event().name();
      case Failure.Message m -> event.role().name();
    };
  }

  @Test
  void noCaseIsLost() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(137);
  }

  static List<Path> cases() throws IOException {
    try (Stream<Path> files = Files.walk(CASES)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
