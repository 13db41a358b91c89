package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies invented secrets of the promised kinds, each between «marks» ({@code secrets.txt}), and
 * lines that only look alike ({@code kept.txt}). In both, ␤ stands for a line end within a sample.
 */
class RedactionSamplesTests {

  static Stream<String> secrets() throws IOException {
    return lines("secrets.txt");
  }

  static Stream<String> kept() throws IOException {
    return lines("kept.txt");
  }

  private static Stream<String> lines(String file) throws IOException {
    try (InputStream in = RedactionSamplesTests.class.getResourceAsStream("/redaction/" + file)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines().map(line -> line.replace('␤', '\n')).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("secrets")
  void whatIsPromisedGoesAndNothingElse(String sample) {
    MarkedText.assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @MethodSource("kept")
  void whatOnlyLooksAlikeStays(String line) {
    MarkedText.assertStays(line);
  }
}
