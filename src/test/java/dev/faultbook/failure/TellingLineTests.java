package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies which line of a log tells the failure, for the programs around a job: configuration
 * tools, daemons, builds, installers, engines. A mark stands at the end of each line that tells it.
 */
class TellingLineTests {
  private static final String MARK = "«";

  @ParameterizedTest
  @ValueSource(strings = {"telling.txt", "later.txt"})
  void theFailureIsTheLineThatTellsIt(String file) throws IOException {
    List<String> wrong = new ArrayList<>();
    Map<String, List<String>> logs = readLogs(file);
    logs.forEach(
        (name, lines) -> {
          FailureEvent event = LogOf.first(String.join("\n", lines).replace(MARK, "") + "\n");
          String found = event == null ? "" : lines.get((int) event.line() - 1);
          if (!found.endsWith(MARK)) {
            wrong.add(name + " -> " + (event == null ? "nothing" : event.role() + ": " + found));
          }
        });
    assertThat(wrong).as("of " + logs.size() + " logs").isEmpty();
  }

  /** The lines of each log, by its name, which stands behind {@code ==}. */
  private static Map<String, List<String>> readLogs(String file) throws IOException {
    Map<String, List<String>> logs = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/failure", file))) {
      if (line.startsWith("== ")) {
        lines = new ArrayList<>();
        logs.put(line.substring(3), lines);
      } else {
        lines.add(line);
      }
    }
    assertThat(logs.values()).allMatch(log -> log.stream().anyMatch(l -> l.endsWith(MARK)));
    return logs;
  }
}
