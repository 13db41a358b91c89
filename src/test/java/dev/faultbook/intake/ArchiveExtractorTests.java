package dev.faultbook.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.TestClient;
import dev.faultbook.intake.UnreadableLogException.Reason;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogSource;
import dev.faultbook.log.LogTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies archives of several files, including malicious ones. */
class ArchiveExtractorTests {
  private static final MemoryBudget ROOM = new MemoryBudget(256L << 20);
  private static final long LIMIT = 64L << 20;

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar", "tar.gz"})
  void itsFilesStandInTheOrderOfTheirNames(String kind) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("logs/rank_10.log", utf8("ten\n"));
    files.put("logs/rank_9.log", utf8("nine\nninety"));
    files.put("logs/rank_2.log.gz", TestClient.gzip(utf8("two\n")));
    files.put("logs/empty.log", new byte[0]);
    try (InMemoryLog log = received(archive(kind, files))) {
      assertThat(log.toText(1000)).isEqualTo("two\nnine\nninety\nten\n");
      assertThat(names(log))
          .containsExactly("logs/rank_2.log.gz", "logs/rank_9.log", "logs/rank_10.log");
      LogReader.Size size = new LogReader(LIMIT).readFiles(log, chunk -> {});
      assertThat(size.sources()).extracting(LogSource::firstLine).containsExactly(1L, 2L, 4L);
      assertThat(size.lines()).isEqualTo(4);
      try (InMemoryLog again = received(log.toPackedFile())) {
        assertThat(again.toText(1000)).isEqualTo(log.toText(1000));
        assertThat(names(again)).isEqualTo(names(log));
      }
    }
  }

  @Test
  void filesOfOneNameAreToldApartAndTheirOrderIsOne() throws IOException {
    List<String> texts = new ArrayList<>();
    for (List<String> order : List.of(List.of("a\n", "bb\n"), List.of("bb\n", "a\n"))) {
      try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, ROOM)) {
        for (String text : order) {
          receiver.add("stderr.log", new ByteArrayInputStream(utf8(text)), Optional.empty());
        }
        try (InMemoryLog log = receiver.finishLog()) {
          texts.add(log.toText(100));
          assertThat(names(log)).containsExactly("stderr.log", "stderr.log (2)");
        }
      }
    }
    assertThat(texts.getFirst()).isEqualTo(texts.getLast());
  }

  @Test
  void whatIsNoTextIsSkippedAndNamed() throws IOException {
    byte[] noise = new byte[50_000];
    new Random(1).nextBytes(noise);
    try (InMemoryLog log =
        received(archive("zip", Map.of("core.7", noise, "rank0.log", utf8("a line\n"))))) {
      assertThat(log.toText(100)).isEqualTo("a line\n");
      assertThat(log.skippedFiles()).containsExactly("core.7");
    }
    assertThat(refusal(archive("tar", Map.of("core.7", noise)))).isEqualTo(Reason.NO_TEXT);
    assertThat(refusal(archive("zip", Map.of()))).isEqualTo(Reason.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\etc\\passwd",
        "./etc/./passwd",
        "etc//passwd\u0007\u202e"
      })
  void aNameIsALabelAndNeverAPath(String name) throws IOException {
    try (InMemoryLog log =
        received(archive("tar", Map.of(name, utf8("x\n"), "y.log", utf8("y\n"))))) {
      assertThat(names(log)).containsExactly("etc/passwd", "y.log");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar", "tar.gz"})
  void anArchiveInAnArchiveIsRefused(String kind) throws IOException {
    byte[] inner = archive("tar.gz", Map.of("a.log", utf8("a\n")));
    UnreadableLogException refused = refused(archive(kind, Map.of("inner.tgz", inner)));
    assertThat(refused.reason()).isEqualTo(Reason.NESTED);
    assertThat(refused).hasMessageContaining("inner.tgz");
  }

  @Test
  void anEncryptedZipIsRefused() throws IOException {
    byte[] zip = archive("zip", Map.of("a.log", utf8("a\n")));
    // Set bit 0 of the general purpose flag, for encryption (APPNOTE 4.4.4).
    zip[6] |= 1;
    UnreadableLogException refused = refused(zip);
    assertThat(refused.reason()).isEqualTo(Reason.ENCRYPTED);
    assertThat(refused).hasMessageContaining("a.log");
  }

  static Stream<byte[]> aBombEndsEarlyAndIsRefused() throws IOException {
    byte[] large = new byte[48 << 20];
    Arrays.fill(large, (byte) 'a');
    byte[] zeros = new byte[48 << 20];
    Map<String, byte[]> many = new LinkedHashMap<>();
    for (int i = 0; i < 10; i++) {
      many.put("rank" + i, Arrays.copyOf(large, 12 << 20));
    }
    return Stream.of(
        archive("zip", Map.of("a.log", large)),
        archive("tar.gz", Map.of("a.log", large)),
        archive("zip", Map.of("a.bin", zeros)),
        archive("zip", many));
  }

  @ParameterizedTest
  @MethodSource
  void aBombEndsEarlyAndIsRefused(byte[] bomb) throws IOException {
    assertThat(bomb.length).isLessThan(1 << 20);
    assertThat(refusal(bomb)).isEqualTo(Reason.BOMB);
  }

  @Test
  void theSizeOfAllFilesTogetherIsLimited() throws IOException {
    byte[] noise = new byte[1 << 20];
    new Random(2).nextBytes(noise);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) (noise[i] & 0x3f | 0x40);
    }
    byte[] tar = archive("tar", Map.of("a", noise, "b", noise, "c", noise));
    assertThatExceptionOfType(LogTooLargeException.class).isThrownBy(() -> received(tar, 2 << 20));
    received(tar, 3 << 20).close();
  }

  @Test
  void theNumberOfFilesIsLimited() throws IOException {
    Map<String, byte[]> many = new LinkedHashMap<>();
    for (int i = 0; i <= ArchiveExtractor.MOST_FILES; i++) {
      many.put("rank" + i, utf8("x\n"));
    }
    UnreadableLogException refused = refused(archive("tar.gz", many));
    assertThat(refused.reason()).isEqualTo(Reason.MANY_FILES);
    assertThat(refused).hasMessageContaining("4096");
  }

  @Test
  void anEndlessHeaderIsRefused() throws IOException {
    // A GNU tar header states the length of its long name, without an upper limit.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      TarArchiveEntry entry =
          new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
      byte[] name = new byte[32 << 20];
      Arrays.fill(name, (byte) 'n');
      entry.setSize(name.length);
      tar.putArchiveEntry(entry);
      tar.write(name);
      tar.closeArchiveEntry();
    }
    UnreadableLogException refused = refused(TestClient.gzip(bytes.toByteArray()));
    assertThat(refused.reason()).isEqualTo(Reason.LONG_HEADER);
    assertThat(refused).hasMessageContaining("headers of more than 1 MiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar", "tar.gz"})
  void aTruncatedArchiveIsRefusedWhereverItEnds(String kind) throws IOException {
    byte[] noise = new byte[30_000];
    new Random(3).nextBytes(noise);
    byte[] text = java.util.Base64.getMimeEncoder().encode(noise);
    byte[] whole = archive(kind, Map.of("a.log", text, "b.log", text));
    for (int length : new int[] {whole.length / 3, whole.length / 2, whole.length * 2 / 3}) {
      assertThat(refusal(Arrays.copyOf(whole, length)))
          .as("%d of %d bytes", length, whole.length)
          .isEqualTo(Reason.BROKEN_ARCHIVE);
    }
  }

  /** Compression methods of APPNOTE.TXT, 4.4.5, whose libraries are not on the class path. */
  @ParameterizedTest
  @CsvSource({"93, Zstandard", "95, XZ"})
  void aCompressionMethodThatIsNotReadIsNamed(int method, String name) throws IOException {
    byte[] zip = archive("zip", Map.of("a.log", utf8("RuntimeError: x\n".repeat(100))));
    // The field follows the signature, version and flags of the first file's header.
    zip[8] = (byte) method;
    assertThat(refusal(zip)).as(name).isEqualTo(Reason.PACKING);
  }

  @Test
  void randomDamageIsNeverMoreThanARefusal() throws IOException {
    Random random = new Random(4);
    for (String kind : List.of("zip", "tar", "tar.gz")) {
      byte[] whole =
          archive(kind, Map.of("a.log", utf8("some text\n".repeat(500)), "b.log", utf8("b\n")));
      for (int i = 0; i < 300; i++) {
        byte[] damaged = whole.clone();
        for (int k = 0; k < 1 + i % 5; k++) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        try {
          received(damaged).close();
        } catch (UnreadableLogException | LogTooLargeException refusal) {
          assertThat(refusal.getMessage()).isNotBlank();
        }
      }
    }
  }

  @Test
  void roomIsGivenBackAndNoFileIsLeft() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long before = count(temporary);
    MemoryBudget room = new MemoryBudget(100_000);
    byte[] zip =
        archive("zip", Map.of("a.log", utf8("a line\n".repeat(2000)), "b.log", utf8("b\n")));
    byte[] broken = Arrays.copyOf(zip, zip.length / 3);
    for (int i = 0; i < 2000; i++) {
      try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, room)) {
        receiver.add("x", new ByteArrayInputStream(i % 2 == 0 ? zip : broken), Optional.empty());
        receiver.finishLog().close();
      } catch (UnreadableLogException expected) {
        assertThat(i % 2).isOne();
      }
    }
    assertThat(count(temporary)).isLessThanOrEqualTo(before + 5);
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  private static Reason refusal(byte[] archive) {
    return refused(archive).reason();
  }

  private static UnreadableLogException refused(byte[] archive) {
    try {
      received(archive).close();
    } catch (UnreadableLogException refused) {
      return refused;
    } catch (IOException other) {
      throw new AssertionError(other);
    }
    throw new AssertionError("It was taken");
  }

  private static InMemoryLog received(byte[] archive) throws IOException {
    return received(archive, LIMIT);
  }

  private static InMemoryLog received(byte[] archive, long limit) throws IOException {
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(limit, ROOM)) {
      Upload.receiveLog(
          new ByteArrayInputStream(archive), "application/octet-stream", null, receiver);
      return receiver.finishLog();
    }
  }

  private static List<String> names(InMemoryLog log) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < log.count(); i++) {
      names.add(log.name(i));
    }
    return names;
  }

  private static byte[] archive(String kind, Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (kind.equals("zip")) {
      try (ZipOutputStream zip = new ZipOutputStream(out)) {
        for (var file : files.entrySet()) {
          zip.putNextEntry(new ZipEntry(file.getKey()));
          zip.write(file.getValue());
          zip.closeEntry();
        }
      }
      return out.toByteArray();
    }
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (var file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return kind.equals("tar") ? out.toByteArray() : TestClient.gzip(out.toByteArray());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
