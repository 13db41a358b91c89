package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.log.Chunk;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CascadeCorpusTests {
  @Test
  void thereAreSixtyJobs() {
    assertThat(CascadeCorpus.cases()).hasSizeGreaterThanOrEqualTo(60);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theFirstFailureIsWhatTheOthersFollowFrom(CascadeCorpus.Case job) {
    String log = job.job().log();
    FailureEvent event = LogOf.first(log);
    assertThat(event).as(log).isNotNull();
    assertThat(event.line()).as(event.text()).isEqualTo(job.job().markedLine());
    assertThat(event.kind()).isEqualTo(job.kind());
    assertThat(rank(log, event)).isEqualTo(job.rank());
  }

  static Stream<CascadeCorpus.Case> cases() {
    return CascadeCorpus.cases();
  }

  private static Integer rank(String log, FailureEvent event) {
    if (event.rank() != null) {
      return event.rank();
    }
    LogStreams origins = new LogStreams(List.of());
    origins.acceptChunk(Chunk.of(log.getBytes(StandardCharsets.UTF_8)));
    var origin = origins.allStreams().get(event.stream());
    return origin.writer().rankOrLocal();
  }
}
