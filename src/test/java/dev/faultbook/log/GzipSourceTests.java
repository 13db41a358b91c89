package dev.faultbook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipSourceTests {
  private static final int NAMED = 8;
  private static final int COMMENTED = 16;

  /** Counts what is read of a stream. */
  private static final class Counted extends FilterInputStream {
    private long bytes;
    private long singles;

    Counted(byte[] all) {
      super(new ByteArrayInputStream(all));
    }

    @Override
    public int read() throws IOException {
      bytes++;
      singles++;
      return in.read();
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      int n = in.read(into, at, length);
      bytes += Math.max(0, n);
      return n;
    }
  }

  private static byte[] pack(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return out.toByteArray();
  }

  /** A gzip file with a name and a comment in its header. */
  private static byte[] pack(String text, int name, int comment) throws IOException {
    byte[] plain = pack(text);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    plain[3] = (byte) ((name > 0 ? NAMED : 0) | (comment > 0 ? COMMENTED : 0));
    out.write(plain, 0, 10);
    for (int length : new int[] {name, comment}) {
      if (length > 0) {
        out.writeBytes("n".repeat(length).getBytes(UTF_8));
        out.write(0);
      }
    }
    out.write(plain, 10, plain.length - 10);
    return out.toByteArray();
  }

  private static String unpack(InputStream in) throws IOException {
    try (InputStream unpacked = GzipSource.unpack(in)) {
      return new String(unpacked.readAllBytes(), UTF_8);
    }
  }

  /** Regression: a name of 60 MB took 5 s before the file was refused. */
  @ParameterizedTest
  @ValueSource(ints = {100_000, 1_000_000, 10_000_000})
  void aHeaderLongerThanAnyProgramWritesIsRefusedAtOnce(int length) throws IOException {
    for (byte[] file : new byte[][] {pack("log", length, 0), pack("log", 5, length)}) {
      Counted counted = new Counted(file);
      assertThatExceptionOfType(ZipException.class).isThrownBy(() -> unpack(counted));
      assertThat(counted.bytes).isBetween(60_000L, 80_000L);
    }
  }

  @Test
  void headersAreReadInBlocks() throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      String line = "line " + i + "\n";
      text.append(line);
      members.writeBytes(pack(line, 50_000, 0));
    }
    Counted counted = new Counted(members.toByteArray());
    assertThat(unpack(counted)).isEqualTo(text.toString());
    assertThat(counted.singles).isZero();
  }

  @Test
  void namesAndCommentsOfOrdinaryLengthAreSkipped() throws IOException {
    assertThat(unpack(new ByteArrayInputStream(pack("log", 255, 0)))).isEqualTo("log");
    assertThat(unpack(new ByteArrayInputStream(pack("log", 4096, 50_000)))).isEqualTo("log");
    String long1 = "a line of a log\n".repeat(100_000);
    assertThat(unpack(new ByteArrayInputStream(pack(long1, 12, 0)))).isEqualTo(long1);
  }
}
