package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TextParts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Fuzzes archives: they are read or rejected with a documented error, and names are safe labels,
 * not paths.
 */
class ArchiveFuzzTests {
  private static final long LIMIT = 16 * 1024;

  @FuzzTest
  void anyArchiveIsReadOrRefused(FuzzedDataProvider data) throws IOException {
    byte[] archive =
        switch (data.consumeInt(0, 5)) {
          case 0 -> damaged(data, zip(data));
          case 1 -> damaged(data, tar(data));
          case 2 -> gzip(damaged(data, tar(data)));
          case 3 -> withChecksums(damaged(data, tar(data)));
          case 4 -> withChecksums(damaged(data, rawTar(data)));
          default -> data.consumeRemainingAsBytes();
        };
    MemoryBudget budget = new MemoryBudget(1 << 20);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, budget)) {
      receiver.add("x", new ByteArrayInputStream(archive));
      try (InMemoryLog log = receiver.finishLog()) {
        assertThat(log.byteCount()).isBetween(1L, LIMIT);
        for (int i = 0; i < log.count(); i++) {
          assertIsLabel(log.name(i));
        }
        log.skippedFiles().forEach(ArchiveFuzzTests::assertIsLabel);
      }
    } catch (RefusedException | LogTooLargeException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    budget.reserveBytes(1 << 20);
  }

  private static void assertIsLabel(String name) {
    assertThat(name.length()).isLessThan(1000);
    assertThat(name.codePoints())
        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
    assertThat(name).doesNotStartWith("/").doesNotContain("\\");
    List<String> parts = TextParts.splitAt(name, '/');
    assertThat(parts).doesNotContain("..", ".");
  }

  private static byte[] zip(FuzzedDataProvider data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      int files = data.consumeInt(1, 4);
      for (int i = 0; i < files; i++) {
        zip.putNextEntry(new ZipEntry(i + data.consumeString(40) + "x"));
        zip.write(content(data));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] tar(FuzzedDataProvider data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      int files = data.consumeInt(1, 4);
      for (int i = 0; i < files; i++) {
        byte[] content = content(data);
        TarArchiveEntry entry = new TarArchiveEntry("f" + data.consumeString(150) + "x", true);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Headers of every type with arbitrary content, such as pax records that lie about lengths. */
  private static byte[] rawTar(FuzzedDataProvider data) {
    TarBytes tar = new TarBytes();
    int headers = data.consumeInt(1, 6);
    for (int i = 0; i < headers; i++) {
      char type = data.pickValue(new Character[] {'x', 'g', 'L', 'K', 'S', '0', '1', '2', '5'});
      String content =
          switch (data.consumeInt(0, 2)) {
            case 0 -> data.consumeString(200);
            case 1 -> data.consumeInt(0, 300) + " " + data.consumeString(20) + "=x\n";
            default ->
                "%d size=%03d\n".formatted(data.consumeInt(11, 13), data.consumeInt(-9, 999));
          };
      tar.add("f" + i, type, content);
    }
    return tar.toBytes();
  }

  /** Corrects the checksums of headers, without which no damage is read. */
  private static byte[] withChecksums(byte[] tar) {
    for (int at = 0; at + 512 <= tar.length; at += 512) {
      byte[] block = Arrays.copyOfRange(tar, at, at + 512);
      if (new String(block, 257, 5, StandardCharsets.ISO_8859_1).equals("ustar")) {
        System.arraycopy(TarBytes.withChecksum(block), 0, tar, at, 512);
      }
    }
    return tar;
  }

  private static byte[] content(FuzzedDataProvider data) throws IOException {
    byte[] bytes = data.consumeBytes(300);
    return data.consumeBoolean() ? gzip(bytes) : bytes;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  /** Replaces some bytes of a valid archive. */
  private static byte[] damaged(FuzzedDataProvider data, byte[] sound) {
    int places = data.consumeInt(0, 4);
    for (int i = 0; i < places; i++) {
      sound[data.consumeInt(0, sound.length - 1)] = data.consumeByte();
    }
    return sound;
  }
}
