package dev.faultbook.failure;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.log.Chunk;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the failures of a log that a test provides as text. */
final class LogOf {
  static final FailureFormats FORMATS = new FailureFormats(ShippedCatalogue.knowledge().codes());

  private LogOf() {}

  static Failures failures(String log) {
    return failures(log.getBytes(StandardCharsets.UTF_8), LogOf.FORMATS.createReader());
  }

  static Failures failures(byte[] log, FailureReader reader) {
    LogStreams streams = new LogStreams(List.of());
    Chunk chunk = Chunk.of(log);
    streams.acceptChunk(chunk);
    reader.acceptChunk(chunk, streams);
    return reader.finish();
  }

  static FailureEvent first(String log) {
    return first(failures(log)).event();
  }

  /** The first failure by the times that the lines state. */
  static FirstFailure first(Failures failures) {
    return FirstFailure.findIn(failures, FirstFailure.STATED, line -> false);
  }
}
