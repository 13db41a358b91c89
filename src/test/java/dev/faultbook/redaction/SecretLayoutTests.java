package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies the redaction of small logs in which the layout says what is secret: the lines before, a
 * table, a list, emphasis. Each line of {@code layouts.txt} is one log, with ⏎ for the ends of its
 * lines and invented secrets between «marks»; a log without marks stays as it is. The character ¦
 * is removed before the test; it prevents alarms of secret scanners.
 */
class SecretLayoutTests {

  static Stream<String> logs() throws IOException {
    try (InputStream in = SecretLayoutTests.class.getResourceAsStream("/redaction/layouts.txt")) {
      List<String> lines = new String(in.readAllBytes(), UTF_8).lines().toList();
      return lines.stream().filter(line -> !line.isEmpty() && !line.startsWith("## "));
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void theMarkedTextIsRedactedAndNothingElse(String marked) {
    String[] pieces = marked.replace("¦", "").replace("⏎", "\n").split("[«»]", -1);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < pieces.length; i++) {
      expected.append(i % 2 == 0 ? Pattern.quote(pieces[i]) : "<(secret|user)-\\d+>");
    }
    String redacted = new Redactor().redact(String.join("", pieces)).text();
    assertThat(redacted).matches(Pattern.compile(expected.toString()));
    assertThat(new Redactor().redact(redacted).text()).isEqualTo(redacted);
  }
}
