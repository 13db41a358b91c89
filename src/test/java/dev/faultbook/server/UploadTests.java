package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.TestClient;
import dev.faultbook.log.LogTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UploadTests {
  private static final String TYPE = "multipart/form-data; boundary=\"b\"";
  private static final MemoryBudget ROOM = new MemoryBudget(64 << 20);

  /** The body may arrive in pieces of any size, and be split anywhere within the delimiter. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 4096, 100_000})
  void aPartIsReadToItsDelimiterHoweverItArrives(int piece) throws IOException {
    String log = "line\r\n--ad\r\n-\r\r\n--".repeat(9000) + "\r\n--a";
    assertThat(received(TestClient.form("b", "log", utf8(log)), piece)).isEqualTo(log);
  }

  @Test
  void severalPartsFollowOneAnotherOnLinesOfTheirOwn() throws IOException {
    String form =
        "--b\r\ncontent-disposition: form-data; name=\"log\"\r\n\r\n\r\n"
            + "--b\r\nContent-Disposition: form-data; name=log; filename=\"a\"\r\n\r\none\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n"
            + "y".repeat(100_000)
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"log\"\r\n\r\ntwo\r\n--b--";
    assertThat(received(utf8(form), 1000)).isEqualTo("one\ntwo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "filename=\"训练-rank_3.log\"",
        "filename*=UTF-8''%E8%AE%AD%E7%BB%83-rank_3.log",
        "filename=训练-rank_3.log"
      })
  void theNameOfAFileIsReadAsUtf8(String parameter) throws IOException {
    String form =
        "--b\r\nContent-Disposition: form-data; name=\"log\"; "
            + parameter
            + "\r\n\r\none\r\n--b--";
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(1 << 20, ROOM)) {
      UploadReceiver.receiveLog(
          TestBody.of(new ByteArrayInputStream(utf8(form)), TYPE, null), receiver);
      try (InMemoryLog log = receiver.finishLog()) {
        assertThat(log.name(0)).isEqualTo("训练-rank_3.log");
      }
    }
  }

  /** The cause of an aborted upload must not be hidden by the error about a truncated form. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--",
        "--b\r\nContent-Dis",
        "--b\r\nContent-Disposition: form-data; name=\"log\"\r\n\r\nx"
      })
  void whatEndsTheReadingIsReported(String begin) {
    InputStream failing =
        new SequenceInputStream(
            new ByteArrayInputStream(utf8(begin)),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new RefusedException(RefusalReason.BUSY);
              }
            });
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(
            () -> {
              try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(1 << 20, ROOM)) {
                UploadReceiver.receiveLog(TestBody.of(failing, TYPE, null), receiver);
              }
            });
  }

  @Test
  void aPageSendsItsLogBackPacked() throws IOException {
    byte[] packed = Base64.getEncoder().encode(TestClient.gzip(utf8("a log\rof a bar\n")));
    assertThat(received(TestClient.form("b", "packed", packed), 1000))
        .isEqualTo("a log\rof a bar\n");
  }

  @Test
  void aGzipFileThatBreaksOffIsReadAsFarAsItGoes() throws IOException {
    byte[] noise = new byte[60_000];
    new Random(3).nextBytes(noise);
    String log = Base64.getMimeEncoder().encodeToString(noise);
    byte[] whole = TestClient.gzip(utf8(log));
    String read =
        received(TestClient.form("b", "log", Arrays.copyOf(whole, whole.length / 2)), 1000);
    assertThat(log).startsWith(read);
    assertThat(read.length()).isGreaterThan(log.length() / 3);
  }

  /** Regression: a name of 60 MB in the header took 5 s before the answer. */
  @Test
  void aGzipHeaderWithoutAnEndIsRefused() {
    byte[] file = new byte[200_000];
    Arrays.fill(file, (byte) 'n');
    byte[] header = {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 0};
    System.arraycopy(header, 0, file, 0, header.length);
    file[150_000] = 0;
    for (String type : new String[] {"text/plain", "multipart/form-data; boundary=X"}) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> receiveGzip(file, type))
          .matches(thrown -> thrown.refusal() == RefusalReason.GZIP);
    }
  }

  /** Regression: 3 MB of empty gzip members were a StackOverflowError and 500. */
  @Test
  void endlessEmptyMembersOfGzipAreRefused() {
    byte[] empty = TestClient.gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 200_000; i++) {
      members.writeBytes(empty);
    }
    byte[] form = TestClient.form("b", "log", members.toByteArray());
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> received(form, 1_000_000))
        .satisfies(e -> assertThat(e.refusal()).isEqualTo(RefusalReason.GZIP));
  }

  /** Regression: the end of the file discarded the text before it, or caused a different error. */
  @ParameterizedTest
  @CsvSource({"GB18030", "UTF-16LE"})
  void aGzipFileOfAnotherCharacterSetThatBreaksOffIsReadAsFarAsItGoes(Charset charset)
      throws IOException {
    String type = "text/plain; charset=" + charset.name();
    String log =
        IntStream.range(0, 2000)
            .mapToObj(i -> "step " + i * 7919 % 104_729 + " 训练\n")
            .collect(Collectors.joining());
    byte[] whole = TestClient.gzip(log.getBytes(charset));
    for (int length : new int[] {whole.length - 1, whole.length - 9, whole.length / 2}) {
      String read = receive(Arrays.copyOf(whole, length), type, "");
      assertThat(log).startsWith(read);
      assertThat(read).startsWith("step 0");
    }
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> receive(Arrays.copyOf(whole, 11), type, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--b",
        "--b\r\n",
        "--b\r\nContent-Disposition: form-data; name=\"log\"\r\n",
        "--b\r\nContent-Disposition: form-data; name=\"log\"\r\n\r\nno end",
        "--b junk\r\n\r\nx\r\n--b--",
        "nothing of the kind"
      })
  void aMalformedFormIsRefused(String form) {
    assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> received(utf8(form), 1000));
  }

  @Test
  void endlessHeadersAreRefused() {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> received(utf8("--b\r\n" + "a: b\r\n".repeat(100_000)), 1000));
  }

  @Test
  void roomIsGivenBackWhateverHappens() throws IOException {
    MemoryBudget room = new MemoryBudget(462_144);
    for (int i = 0; i < 50; i++) {
      byte[] noise = new byte[100_000];
      new Random(i).nextBytes(noise);
      byte[] log = Base64.getEncoder().encode(noise);
      try (InMemoryLog.Receiver receiver =
          new InMemoryLog.Receiver(i % 2 == 0 ? 1000 : 1 << 20, room)) {
        UploadReceiver.receiveLog(
            TestBody.of(new ByteArrayInputStream(log), "text/plain", null), receiver);
        receiver.finishLog().close();
      } catch (LogTooLargeException expected) {
        assertThat(i % 2).isZero();
      }
    }
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(
            () -> {
              byte[] noise = new byte[400_000];
              new Random(1).nextBytes(noise);
              try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(1 << 20, room)) {
                UploadReceiver.receiveLog(
                    TestBody.of(
                        new ByteArrayInputStream(Base64.getEncoder().encode(noise)), null, null),
                    receiver);
                receiver.finishLog().close();
              }
            });
  }

  private static String received(byte[] body, int piece) throws IOException {
    InputStream slow =
        new ByteArrayInputStream(body) {
          @Override
          public synchronized int read(byte[] out, int at, int length) {
            return super.read(out, at, Math.min(length, piece));
          }
        };
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(16 << 20, ROOM)) {
      UploadReceiver.receiveLog(TestBody.of(slow, TYPE, null), receiver);
      try (InMemoryLog log = receiver.finishLog()) {
        return log.toText(Long.MAX_VALUE);
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Regression: damage within a content encoding surfaced as the raw exception of the decompressor.
   */
  @Test
  void aDamagedContentEncodingIsRefusedAndABrokenOffOneIsReadAsFarAsItGoes() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      log.append("step ").append(i * 7919 % 104_729).append('\n');
    }
    byte[] packed = TestClient.gzip(utf8(log.toString()));
    byte[] damaged = packed.clone();
    Arrays.fill(damaged, packed.length / 2, packed.length / 2 + 200, (byte) 0xff);
    byte[] atOnce = packed.clone();
    Arrays.fill(atOnce, 12, 60, (byte) 0xff);
    for (byte[] body : new byte[][] {damaged, atOnce}) {
      for (String type : new String[] {"text/plain", "multipart/form-data; boundary=X"}) {
        assertThatExceptionOfType(RefusedException.class)
            .isThrownBy(() -> receiveGzip(body, type))
            .matches(thrown -> thrown.refusal() == RefusalReason.GZIP);
      }
    }
    byte[] cut = Arrays.copyOf(packed, packed.length / 2);
    assertThat(log.toString()).startsWith(receiveGzip(cut, "text/plain")).isNotEmpty();
  }

  /**
   * Regression: with a declared charset, damage surfaced as the raw exception of the decompressor.
   */
  @Test
  void gzipDamagedBehindItsFirstByteIsRefusedInEveryCharacterSet() throws IOException {
    byte[] packed = TestClient.gzip(utf8("~"));
    packed[packed.length - 8] ^= 1;
    for (String type : new String[] {"text/plain", "text/plain; charset=gb18030"}) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> receive(packed, type, null))
          .matches(thrown -> thrown.refusal() == RefusalReason.GZIP);
    }
  }

  private static String receiveGzip(byte[] body, String type) throws IOException {
    return receive(body, type, "gzip");
  }

  private static String receive(byte[] body, String type, String coding) throws IOException {
    try (InMemoryLog.Receiver receiver =
        new InMemoryLog.Receiver(1 << 20, new MemoryBudget(1 << 20))) {
      UploadReceiver.receiveLog(
          TestBody.of(new ByteArrayInputStream(body), type, coding), receiver);
      try (InMemoryLog held = receiver.finishLog()) {
        return held.toText(1 << 20);
      }
    }
  }

  @Test
  void aPackedFieldThatIsNoBase64IsABrokenForm() {
    for (String field : new String[] {"A", "H4sIA", "H4sIAAAAAAAAA="}) {
      String form =
          "--X\r\nContent-Disposition: form-data; name=\"packed\"\r\n\r\n"
              + field
              + "\r\n--X--\r\n";
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(
              () -> {
                try (InMemoryLog.Receiver receiver =
                    new InMemoryLog.Receiver(1 << 20, new MemoryBudget(1 << 20))) {
                  UploadReceiver.receiveLog(
                      TestBody.of(
                          new ByteArrayInputStream(utf8(form)),
                          "multipart/form-data; boundary=X",
                          null),
                      receiver);
                }
              });
    }
  }
}
