package dev.faultbook.matcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.stream.ChunkStreams;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChunkWorkerTests {
  private static final long CHUNKS = 50;

  @Test
  void chunksAreWorkedOnOneAfterTheOtherBesideTheCaller() {
    List<Long> order = Collections.synchronizedList(new ArrayList<>());
    Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
    ChunkWorker worker =
        new ChunkWorker(
            chunk -> {
              threads.add(Thread.currentThread());
              order.add(chunk.lines().number(0));
            });
    for (long line = 1; line <= CHUNKS; line++) {
      worker.acceptChunk(copied(line));
    }
    worker.finish();
    assertThat(order).containsExactlyElementsOf(LongStream.rangeClosed(1, CHUNKS).boxed().toList());
    assertThat(threads).doesNotContain(Thread.currentThread());
  }

  /** The reader overwrites the bytes of a chunk that is not a copy. */
  @Test
  void aChunkOfTheReadersBufferIsWorkedOnAtOnce() {
    List<Thread> threads = new ArrayList<>();
    ChunkWorker worker = new ChunkWorker(chunk -> threads.add(Thread.currentThread()));
    worker.acceptChunk(streamsOf(ChunkLines.of(chunk(1))));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void whatTheWorkThrowsReachesTheCaller() {
    ChunkWorker worker =
        new ChunkWorker(
            chunk -> {
              throw new IllegalStateException("line " + chunk.lines().number(0));
            });
    worker.acceptChunk(copied(7));
    assertThatThrownBy(worker::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("line 7");
  }

  private static ChunkStreams copied(long line) {
    LineFilter filter = ShippedCatalogue.knowledge().lineFilter();
    return streamsOf(new LineShapes(filter).readLines(LineShapes.copyOf(chunk(line))));
  }

  private static ChunkStreams streamsOf(ChunkLines lines) {
    LogStreams streams = new LogStreams(List.of(""));
    streams.acceptLines(lines);
    return streams.latest();
  }

  private static Chunk chunk(long line) {
    byte[] text = "step 1 of 2\n".getBytes(StandardCharsets.UTF_8);
    return new Chunk(text, 0, text.length, line, false, 0);
  }
}
