package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.log.LogTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

/** Verifies that all data a request decompresses to counts, even if it is discarded. */
class InflationGuardTests {
  private static final int MIB = 1024 * 1024;
  private static final String FORM = "multipart/form-data; boundary=x";

  /** The given number of copies of a text, compressed with gzip. */
  private static byte[] gzip(String text, int times) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      byte[] once = text.getBytes(UTF_8);
      for (int i = 0; i < times; i++) {
        gzip.write(once);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] blank(int mib) {
    return gzip(" ".repeat(MIB), mib);
  }

  private static void part(OutputStream form, String name, byte[] content) throws IOException {
    form.write(
        ("--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n")
            .getBytes(ISO_8859_1));
    form.write(content);
    form.write("\r\n".getBytes(ISO_8859_1));
  }

  private static Map<String, String> receive(InputStream body, String type, String coding)
      throws IOException {
    try (InMemoryLog.Receiver receiver =
        new InMemoryLog.Receiver(16 * MIB, new MemoryBudget(64 * MIB))) {
      Map<String, String> fields =
          UploadReceiver.receiveLog(TestBody.of(body, type, coding), receiver);
      receiver.finishLog().close();
      return fields;
    }
  }

  private static void assertBomb(byte[] body, String type, String coding) {
    assertThat(body.length).isLessThan(400 * 1024);
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> receive(new ByteArrayInputStream(body), type, coding))
        .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(RefusalReason.BOMB));
  }

  @Test
  void blankMembersOfAnArchiveCount() throws IOException {
    byte[] member = blank(12);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (int i = 0; i < 20; i++) {
        zip.putNextEntry(new ZipEntry("r" + i + ".log.gz"));
        zip.write(member);
      }
      zip.putNextEntry(new ZipEntry("a.log"));
      zip.write("CUDA out of memory\n".getBytes(UTF_8));
    }
    assertBomb(bytes.toByteArray(), "application/zip", null);
  }

  @Test
  void blankPartsOfAFormCount() throws IOException {
    byte[] blank = blank(12);
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "log", "CUDA out of memory\n".getBytes(UTF_8));
    for (int i = 0; i < 10; i++) {
      part(form, "log", blank);
    }
    form.write("--x--\r\n".getBytes(UTF_8));
    assertBomb(form.toByteArray(), FORM, null);
  }

  @Test
  void fieldsThatNobodyReadsCount() throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "x", " ".repeat(32 * MIB).getBytes(UTF_8));
    form.write("--x--\r\n".getBytes(UTF_8));
    assertBomb(gzip(form.toString(UTF_8), 1), FORM, "gzip");
  }

  @Test
  void headersOfATarCountTogether() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            new GZIPOutputStream(bytes) {
              {
                def.setLevel(Deflater.BEST_COMPRESSION);
              }
            })) {
      byte[] name = "n".repeat(60 * 1024).getBytes(UTF_8);
      for (int i = 0; i < 900; i++) {
        TarArchiveEntry header =
            new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
        header.setSize(name.length);
        tar.putArchiveEntry(header);
        tar.write(name);
        tar.closeArchiveEntry();
        tar.putArchiveEntry(new TarArchiveEntry("a" + i));
        tar.closeArchiveEntry();
      }
    }
    assertBomb(bytes.toByteArray(), "application/gzip", null);
  }

  /** This form is not compressed, but endless. */
  @Test
  void anEndlessFieldEnds() {
    byte[] head = "--x\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n".getBytes(UTF_8);
    InputStream endless =
        new InputStream() {
          private long at;

          @Override
          public int read() {
            int b = at < head.length ? head[(int) at] : ' ';
            at++;
            return b;
          }
        };
    assertThatExceptionOfType(LogTooLargeException.class)
        .isThrownBy(() -> receive(endless, FORM, null));
  }

  /**
   * Regression: such a file was rejected if it started with blanks, but accepted if it started with
   * a visible character.
   */
  @Test
  void aFileThatSaysOneThingOverAndOverCountsAsWell() throws IOException {
    byte[] log = gzip("CUDA out of memory" + ".".repeat(1000) + "\n", 14_000);
    assertThat(log.length * (long) InflationGuard.MAX_RATIO).isLessThan(14L * MIB);
    assertBomb(log, "application/gzip", null);
    assertBomb(log, "text/plain", "gzip");
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "log", log);
    form.write("--x--\r\n".getBytes(UTF_8));
    assertBomb(form.toByteArray(), FORM, null);
  }

  @Test
  void membersOfAllArchivesOfAFormCountTogether() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
      for (int i = 0; i < ArchiveExtractor.MAX_FILES; i++) {
        zip.putNextEntry(new ZipEntry("r" + i + ".bin"));
        zip.write(new byte[20]);
      }
    }
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "log", "CUDA out of memory\n".getBytes(UTF_8));
    part(form, "log", zipped.toByteArray());
    part(form, "log", zipped.toByteArray());
    form.write("--x--\r\n".getBytes(UTF_8));
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> receive(new ByteArrayInputStream(form.toByteArray()), FORM, null))
        .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(RefusalReason.FILES));
  }

  @Test
  void twoLogsOfOneRequestCountTogether() throws IOException {
    byte[] blank = blank(6);
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "good", blank);
    part(form, "bad", blank);
    form.write("--x--\r\n".getBytes(UTF_8));
    MemoryBudget room = new MemoryBudget(64 * MIB);
    try (InMemoryLog.Receiver good = new InMemoryLog.Receiver(16 * MIB, room);
        InMemoryLog.Receiver bad = new InMemoryLog.Receiver(16 * MIB, room)) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(
              () ->
                  UploadReceiver.receivePair(
                      TestBody.of(new ByteArrayInputStream(form.toByteArray()), FORM, null),
                      good,
                      bad))
          .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(RefusalReason.BOMB));
    }
  }

  @Test
  void aFormHasAFewFields() throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    part(form, "log", "CUDA out of memory\n".getBytes(UTF_8));
    part(form, "n".repeat(5000), "long".getBytes(UTF_8));
    for (int i = 0; i < 1000; i++) {
      part(form, "f" + i, "x".getBytes(UTF_8));
    }
    form.write("--x--\r\n".getBytes(UTF_8));
    assertThat(receive(new ByteArrayInputStream(form.toByteArray()), FORM, null))
        .hasSize(64)
        .containsKey("f0");
  }

  @Test
  void whatTheCommandLineHoldsHasNoLimit() throws IOException {
    try (InMemoryLog.Receiver receiver =
        new InMemoryLog.Receiver(Long.MAX_VALUE, new MemoryBudget(64 * MIB))) {
      receiver.add("", new ByteArrayInputStream(gzip("a line\n", 9_000_000)));
      assertThat(receiver.finishLog().byteCount()).isEqualTo(63_000_000);
    }
  }
}
