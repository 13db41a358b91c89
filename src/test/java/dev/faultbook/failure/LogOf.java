package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LineStreams;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;

/** Reads the failures of a log that a test provides as text. */
final class LogOf {
  private LogOf() {}

  static Failures failures(String log) {
    return failures(log.getBytes(StandardCharsets.UTF_8), new FailureReader());
  }

  static Failures failures(byte[] log, FailureReader reader) {
    LogStreams origins = new LogStreams();
    Chunk chunk = Chunk.of(log);
    origins.acceptChunk(chunk);
    reader.acceptChunk(
        chunk,
        new LineStreams() {
          @Override
          public int streamOf(long line) {
            return origins.streamOf(line);
          }

          @Override
          public LogTime timeOf(long line) {
            return origins.timeOf(line);
          }
        });
    return reader.finish();
  }

  static FailureEvent first(String log) {
    return FirstFailure.findIn(failures(log)).event();
  }
}
