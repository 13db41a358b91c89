package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.TestLoki;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LokiClientTests {
  private static final Instant START = Instant.parse("2026-11-21T03:00:00Z");
  private static final Instant END = START.plusSeconds(3600);
  private static final long FIRST = START.getEpochSecond() * 1_000_000_000;
  private static final Map<String, String> ONE = Map.of("job", "llama", "pod", "llama-0");
  private static final Map<String, String> TWO = Map.of("job", "llama", "pod", "llama-1");

  private TestLoki loki;

  @BeforeEach
  void start() throws IOException {
    loki = new TestLoki();
  }

  @AfterEach
  void stop() {
    loki.close();
  }

  private InMemoryLog fetch(URI server, String query) throws IOException {
    try (InMemoryLog.Receiver receiver =
        new InMemoryLog.Receiver(1 << 30, new MemoryBudget(1 << 30))) {
      new LokiClient(server, Map.of("X-Scope-OrgID", "team-a"))
          .receive(query, START, END, receiver);
      return receiver.finishLog();
    }
  }

  private InMemoryLog fetch() throws IOException {
    return fetch(URI.create(loki.url() + "/"), "{job=\"llama\"}");
  }

  private static String text(InMemoryLog log, int file) throws IOException {
    return new String(log.openFile(file).readAllBytes(), UTF_8);
  }

  @Test
  void eachStreamIsAFileNamedAfterWhatTellsThemApart() throws IOException {
    loki.push(ONE, FIRST, "step 1");
    loki.push(TWO, FIRST + 1, "step 1 of the other");
    loki.push(ONE, FIRST + 2, "Traceback\n  File \"a.py\"");
    loki.push(ONE, FIRST - 1, "before");
    loki.push(ONE, END.getEpochSecond() * 1_000_000_000, "after");
    try (InMemoryLog log = fetch()) {
      assertThat(log.count()).isEqualTo(2);
      assertThat(log.name(0)).isEqualTo("pod=llama-0");
      assertThat(text(log, 0)).isEqualTo("step 1\nTraceback\n  File \"a.py\"\n");
      assertThat(log.name(1)).isEqualTo("pod=llama-1");
    }
    assertThat(loki.tenants()).containsExactly("team-a");
  }

  /** A page ends among lines of one time; none of them is lost or comes twice. */
  @Test
  void pagesFollowEachOtherWithoutGapOrRepetition() throws IOException {
    int count = 12_345;
    for (int i = 0; i < count; i++) {
      loki.push(ONE, FIRST + i / 7, "line " + i);
    }
    try (InMemoryLog log = fetch()) {
      assertThat(log.name(0)).isEqualTo("loki");
      assertThat(text(log, 0))
          .isEqualTo(
              IntStream.range(0, count)
                  .mapToObj(i -> "line " + i + "\n")
                  .collect(Collectors.joining()));
    }
    assertThat(loki.queries()).hasSize(3);
  }

  @Test
  void ofVeryManyLinesTheNewestAreRead() throws IOException {
    for (int i = 0; i < 110_000; i++) {
      loki.push(ONE, FIRST + i, "line " + i);
    }
    try (InMemoryLog log = fetch()) {
      assertThat(log.lineCount(0)).isBetween(99_000L, 100_000L);
      assertThat(text(log, 0)).endsWith("line 109999\n").doesNotContain("line 9999\n");
    }
  }

  /** More lines of one time than a page holds: those that no page can reach are left out. */
  @Test
  void aTimeWithMoreLinesThanAPageEndsToo() throws IOException {
    loki.push(ONE, FIRST, "first");
    for (int i = 0; i < 6000; i++) {
      loki.push(ONE, FIRST + 1, "line " + i);
    }
    try (InMemoryLog log = fetch()) {
      assertThat(text(log, 0)).startsWith("first\n").endsWith("line 5999\n");
    }
  }

  @Test
  void whatGoesWrongIsSaid() throws IOException {
    assertThatThrownBy(this::fetch)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Loki has no lines for {job=\"llama\"} from 2026-11-21T03:00:00Z");
    URI server = URI.create(loki.url());
    assertThatThrownBy(() -> fetch(server, "job"))
        .hasMessage(
            "Loki answered with status 400: parse error at line 1, col 1: syntax error: unexpected IDENTIFIER");
    assertThatThrownBy(() -> fetch(server, "{job=\"a\"} | rate"))
        .hasMessage("the query finds no lines but numbers");
    assertThatThrownBy(() -> fetch(URI.create(loki.url() + "/elsewhere"), "{}"))
        .hasMessage("Loki answered with status 302");
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThatThrownBy(() -> fetch(URI.create("http://127.0.0.1:" + free), "{}"))
        .hasMessageContaining("Loki cannot be reached: ");
  }
}
