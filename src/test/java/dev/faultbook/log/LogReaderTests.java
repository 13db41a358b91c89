package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class LogReaderTests {
  private final LogReader reader = new LogReader();

  private record Piece(String text, long line, boolean continued) {}

  private List<Piece> pieces(byte[] bytes) throws IOException {
    List<Piece> pieces = new ArrayList<>();
    reader.readStream(
        new ByteArrayInputStream(bytes),
        chunk ->
            pieces.add(
                new Piece(
                    new String(chunk.bytes(), chunk.from(), chunk.to() - chunk.from(), UTF_8),
                    chunk.firstLine(),
                    chunk.continued())));
    return pieces;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gz = new GZIPOutputStream(out)) {
      gz.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void aSmallLogIsOneChunkOfWholeLines() throws IOException {
    assertThat(pieces("a\nb\n".getBytes(UTF_8))).containsExactly(new Piece("a\nb\n", 1, false));
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
    assertThat(pieces("\uFEFFfirst\n".getBytes(UTF_8)))
        .containsExactly(new Piece("first\n", 1, false));
  }

  @Test
  void gzipIsToldByItsContent() throws IOException {
    assertThat(pieces(gzip("packed\n".getBytes(UTF_8))))
        .containsExactly(new Piece("packed\n", 1, false));
  }

  @Test
  void aGzipFileThatBreaksOffIsReadAsFarAsItGoes() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      log.append("step ").append(i * 7919L % 100_003).append('\n');
    }
    byte[] whole = gzip(log.toString().getBytes(UTF_8));
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    String read = pieces(cut).stream().map(Piece::text).reduce("", String::concat);
    assertThat(read).isNotEmpty();
    assertThat(log.toString()).startsWith(read);
  }

  @Test
  void aGzipFileOfEndlessEmptyMembersIsRefused() throws IOException {
    byte[] member = gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 200_000; i++) {
      members.write(member);
    }
    assertThatThrownBy(() -> pieces(members.toByteArray()))
        .hasMessageContaining("more empty members than can be read");
  }

  @Test
  void chunksEndAtLinesAndNumberThem() throws IOException {
    String line = "x".repeat(999) + "\n";
    List<Piece> pieces = pieces(line.repeat(5000).getBytes(UTF_8));
    assertThat(pieces).hasSizeGreaterThan(4);
    long next = 1;
    for (Piece piece : pieces) {
      assertThat(piece.line()).isEqualTo(next);
      assertThat(piece.text()).endsWith("\n");
      assertThat(piece.continued()).isFalse();
      next += piece.text().chars().filter(c -> c == '\n').count();
    }
    assertThat(next).isEqualTo(5001);
  }

  @Test
  void theBufferIsAsLongAsTheLogNeedsUpToOneMegabyte() throws IOException {
    assertThat(bufferLengths(4_000)).containsExactly(16 * 1024);
    assertThat(bufferLengths(100_000)).containsExactly(128 * 1024);
    // Longer chunks serve large logs better; a file of exactly that length is read in one.
    assertThat(bufferLengths(1024 * 1024)).containsExactly(1024 * 1024);
    assertThat(bufferLengths(3_000_000)).hasSize(3).containsOnly(1024 * 1024);
  }

  private List<Integer> bufferLengths(int bytes) throws IOException {
    List<Integer> lengths = new ArrayList<>();
    reader.readStream(
        new ByteArrayInputStream("a\n".repeat(bytes / 2).getBytes(UTF_8)),
        chunk -> lengths.add(chunk.bytes().length));
    return lengths;
  }

  @Test
  void aLineLongerThanTheBufferIsCutAtABlankAndKeepsItsNumber() throws IOException {
    byte[] bytes = ("one\n" + "word ".repeat(600_000) + "\nlast\n").getBytes(UTF_8);
    List<Piece> pieces = pieces(bytes);
    assertThat(pieces.stream().map(Piece::text).reduce("", String::concat))
        .isEqualTo(new String(bytes, UTF_8));
    assertThat(pieces.stream().filter(Piece::continued)).isNotEmpty();
    assertThat(pieces.stream().filter(Piece::continued).map(Piece::line)).containsOnly(2L);
  }

  @Test
  void linesAndBytesAreCounted() throws IOException {
    assertThat(read("a\nb\nc")).isEqualTo(new LogSource("", 1, 3, 5));
    assertThat(read("a\nb\nc\n")).isEqualTo(new LogSource("", 1, 3, 6));
    assertThat(read("")).isEqualTo(new LogSource("", 1, 0, 0));
  }

  private LogSource read(String text) throws IOException {
    LogReader.Size size =
        reader.readStream(new ByteArrayInputStream(text.getBytes(UTF_8)), chunk -> {});
    LogSource source = size.sources().getFirst();
    assertThat(size.lines()).isEqualTo(source.lines());
    assertThat(size.bytes()).isEqualTo(source.bytes());
    return source;
  }

  @Test
  void aStreamThatGivesLittleAtATimeIsReadWhole() throws IOException {
    byte[] bytes = "slow\nstream\n".getBytes(UTF_8);
    InputStream drops =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            return at < bytes.length ? bytes[at++] : -1;
          }

          @Override
          public int read(byte[] b, int off, int len) {
            int c = read();
            if (c < 0) {
              return -1;
            }
            b[off] = (byte) c;
            return 1;
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    reader.readStream(
        drops, chunk -> out.write(chunk.bytes(), chunk.from(), chunk.to() - chunk.from()));
    assertThat(out.toByteArray()).isEqualTo(bytes);
  }
}
