package dev.faultbook.failure;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;

/** Reads a log that a test gives as text, the way that a pasted one is read. */
final class LogOf {
  private LogOf() {}

  static Failures failures(String log) {
    return failures(log.getBytes(StandardCharsets.UTF_8), new FailureReader());
  }

  static Failures failures(byte[] log, FailureReader reader) {
    LogStreams origins = new LogStreams();
    Chunk chunk = Chunk.of(log);
    origins.accept(chunk);
    reader.accept(
        chunk,
        new LineStreams() {
          @Override
          public int stream(long line) {
            return origins.origin(line);
          }

          @Override
          public LogTime time(long line) {
            return origins.time(line);
          }
        });
    return reader.finish();
  }

  static FailureEvent first(String log) {
    return FirstFailure.of(failures(log)).event();
  }
}
