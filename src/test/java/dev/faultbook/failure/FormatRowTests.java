package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.WordLists;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that every row of {@code formats.txt} reads its sample, and that its trigger finds it.
 */
class FormatRowTests {
  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void readsItsSample(String sample, FormatRow row) {
    List<FailureEvent> events = LogOf.failures(sample).events();
    assertThat(events).as(sample).hasSize(1);
    FailureEvent event = events.getFirst();
    assertThat(event.role()).isEqualTo(row.role);
    assertThat(event.kind()).isEqualTo(row.kind);
    boolean message = event.failure() instanceof Failure.Message;
    assertThat(message ? "" : FormatTests.detail(event)).isEqualTo(row.detail);
  }

  /** Each spelling of each phrase, so that none is accepted but never triggered. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void isTriggered(String sample, FormatRow row) {
    byte[] bytes = sample.getBytes(StandardCharsets.UTF_8);
    assertThat(LogOf.FORMATS.findTriggers(bytes, 0, bytes.length)).isNotZero();
    assertThat(row.phrase.triggers()).isNotEmpty();
  }

  /** Defect 10: both were accepted, but no trigger let the reader see them. */
  @ParameterizedTest
  @CsvSource({"npm error code ERESOLVE, npm", "Spot VM trainer-7 was terminated, SPOT_RECLAIMED"})
  void acceptedLinesAreTriggered(String line, String detail) {
    FailureEvent event = LogOf.first(line);
    assertThat(event).isNotNull();
    assertThat(FormatTests.detail(event)).isEqualTo(detail);
  }

  /** Defect 3: the table of Kubernetes explains both, but the reader knew neither. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "trainer-0 0/1 CreateContainerConfigError 0 12m",
        "trainer-0   0/1     InvalidImageName   0          12m"
      })
  void reasonsOfTheTableAreRefusals(String line) {
    FailureEvent event = LogOf.first(line);
    assertThat(event).isNotNull();
    assertThat(FormatTests.detail(event)).isEqualTo("REFUSED");
  }

  @Test
  void thereAreRows() {
    assertThat(rows()).hasSizeGreaterThan(70);
  }

  static Stream<Arguments> rows() {
    List<Arguments> rows = new ArrayList<>();
    for (List<String> lines : new WordLists(RowFormat.class, "formats.txt").all().values()) {
      List<String> sample = new ArrayList<>();
      for (String line : lines) {
        if (line.startsWith(">")) {
          sample.add(line.length() < 2 ? "" : line.substring(2));
        } else {
          FormatRow row = new FormatRow(line);
          assertThat(sample.isEmpty()).as(line).isEqualTo(!row.isFailure());
          if (row.isFailure()) {
            rows.add(Arguments.of(String.join("\n", sample), row));
          }
          sample.clear();
        }
      }
    }
    return rows.stream();
  }
}
