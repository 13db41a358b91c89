package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultbook.TestClient;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogSource;
import dev.faultbook.log.LogTooLargeException;
import dev.faultbook.log.TimeLimitException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
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
      LogReader.Size size = new LogReader().readFiles(log, chunk -> {});
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
          receiver.add("stderr.log", new ByteArrayInputStream(utf8(text)));
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
    assertThat(refusal(archive("tar", Map.of("core.7", noise)))).isEqualTo(RefusalReason.NO_TEXT);
    assertThat(refusal(archive("zip", Map.of()))).isEqualTo(RefusalReason.EMPTY);
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
    RefusedException refused = refused(archive(kind, Map.of("inner.tgz", inner)));
    assertThat(refused.refusal()).isEqualTo(RefusalReason.NESTED);
    assertThat(refused).hasMessageContaining("inner.tgz");
  }

  @Test
  void anEncryptedZipIsRefused() throws IOException {
    byte[] zip = archive("zip", Map.of("a.log", utf8("a\n")));
    // Set bit 0 of the general purpose flag, for encryption (APPNOTE 4.4.4).
    zip[6] |= 1;
    RefusedException refused = refused(zip);
    assertThat(refused.refusal()).isEqualTo(RefusalReason.ENCRYPTED);
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
    assertThat(refusal(bomb)).isEqualTo(RefusalReason.BOMB);
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
    for (int i = 0; i <= ArchiveExtractor.MAX_FILES; i++) {
      many.put("rank" + i, utf8("x\n"));
    }
    RefusedException refused = refused(archive("tar.gz", many));
    assertThat(refused.refusal()).isEqualTo(RefusalReason.FILES);
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
    RefusedException refused = refused(TestClient.gzip(bytes.toByteArray()));
    assertThat(refused.refusal()).isEqualTo(RefusalReason.HEADER);
    assertThat(refused).hasMessageContaining("headers of one file is 64 KiB");
  }

  /** Regression: Commons Compress copied these records for each file, which took minutes. */
  @Test
  void aLongHeaderForAllFilesIsRefused() {
    TarBytes tar = new TarBytes().add("g", 'g', "9 abcd=v\n".repeat(100_000));
    tar.add("a.log", '0', "CUDA out of memory\n");
    RefusedException refused = refused(TestClient.gzip(tar.toBytes()));
    assertThat(refused.refusal()).isEqualTo(RefusalReason.HEADER);
    assertThat(refused).hasMessageContaining("headers of one file is 64 KiB");
  }

  /** Regression: Commons Compress removed them one by one, copying the rest of the name. */
  @Test
  void aNameOfSlashesIsShort() throws IOException {
    String name = "/".repeat(60_000) + "a.log";
    try (InMemoryLog log =
        received(new TarBytes().add("p", 'x', pax("path", name)).add("a", '0', "x\n").toBytes())) {
      assertThat(names(log)).containsExactly("a.log");
    }
    TarBytes tar = new TarBytes().add("p", 'x', pax("path", "/".repeat(900_000)));
    assertThat(refusal(tar.add("a", '0', "x\n").toBytes())).isEqualTo(RefusalReason.HEADER);
  }

  static Stream<TarBytes> aSparseFileIsRefusedByName() {
    String map =
        IntStream.range(0, 6000).mapToObj(i -> 2 * i + ",1").collect(Collectors.joining(","));
    return Stream.of(
        new TarBytes().add("rank1.log", 'S', ""),
        new TarBytes()
            .add("p", 'x', pax("GNU.sparse.size", "12000") + pax("GNU.sparse.map", map))
            .add("rank1.log", '0', "x".repeat(6000)),
        new TarBytes()
            .add(
                "p",
                'x',
                pax("GNU.sparse.major", "1")
                    + pax("GNU.sparse.minor", "0")
                    + pax("GNU.sparse.name", "rank1.log")
                    + pax("GNU.sparse.realsize", "2"))
            .add("GNUSparseFile.7/rank1", '0', "1\n0\n2\n" + "\0".repeat(506) + "x\n"),
        new TarBytes()
            .add("p", 'x', pax("SCHILY.filetype", "sparse"))
            .add("rank1.log", '0', "x\n"));
  }

  /** Regression: a long map of holes ended in a stack overflow. */
  @ParameterizedTest
  @MethodSource
  void aSparseFileIsRefusedByName(TarBytes tar) {
    RefusedException refused = refused(tar.toBytes());
    assertThat(refused.refusal()).isEqualTo(RefusalReason.SPARSE);
    assertThat(refused).hasMessageContaining("Leave rank1.log out");
  }

  /** Regression: Commons Compress compares each extra field with all others. */
  @Test
  void aFileOfAZipWithManyExtraFieldsIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      ZipEntry entry = new ZipEntry("a.log");
      ByteBuffer extra = ByteBuffer.allocate(1200).order(ByteOrder.LITTLE_ENDIAN);
      for (int id = 0; extra.hasRemaining(); id++) {
        extra.putShort((short) (0x3000 + id)).putShort((short) 0);
      }
      entry.setExtra(extra.array());
      zip.putNextEntry(entry);
      zip.write(utf8("x\n"));
    }
    RefusedException refused = refused(bytes.toByteArray());
    assertThat(refused.refusal()).isEqualTo(RefusalReason.HEADER);
    assertThat(refused).hasMessageContaining("headers of one file is 1 KiB");
  }

  /** A block of bzip2 takes megabytes, however few bytes were sent. */
  @Test
  void unpackingBzip2TakesRoomOfTheBudget() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (BZip2CompressorOutputStream bzip2 = new BZip2CompressorOutputStream(packed)) {
        bzip2.write(utf8("a line\n"));
      }
      ZipArchiveEntry entry = new ZipArchiveEntry("a.log");
      entry.setMethod(ZipMethod.BZIP2.getCode());
      entry.setSize(7);
      entry.setCompressedSize(packed.size());
      CRC32 checksum = new CRC32();
      checksum.update(utf8("a line\n"));
      entry.setCrc(checksum.getValue());
      zip.addRawArchiveEntry(entry, new ByteArrayInputStream(packed.toByteArray()));
    }
    try (InMemoryLog log = received(bytes.toByteArray())) {
      assertThat(log.toText(100)).isEqualTo("a line\n");
    }
    MemoryBudget small = new MemoryBudget(4 << 20);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, small)) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> receiver.add("", new ByteArrayInputStream(bytes.toByteArray())));
    }
    small.reserveBytes(4 << 20);
  }

  @Test
  void headersOfCommonProgramsAreRead() throws IOException {
    String longName = "d".repeat(300) + "/rank_";
    byte[] header = TarBytes.header("rank_6.log", '0', 2);
    // Binary numbers begin with a set bit.
    Arrays.fill(header, 124, 136, (byte) 0);
    header[124] = (byte) 0x80;
    header[135] = 2;
    TarBytes tar =
        new TarBytes()
            .add("pax_global_header", 'g', pax("comment", "0123456789abcdef"))
            .add("logs/", '5', "")
            .add("p", 'x', pax("mtime", "1700000000.5") + pax("path", longName + "1.log"))
            .add("short", '0', "1\n")
            .add("././@LongLink", 'L', longName + "2.log\0")
            .add("short", '0', "2\n")
            .add("././@LongLink", 'K', longName + "\0")
            .addBlock(TarBytes.header("link", '2', 0))
            .add("p", 'x', pax("size", "2"))
            .addBlock(TarBytes.header("rank_3.log", '0', 0))
            .addBlock(Arrays.copyOf(utf8("3\n"), 512))
            .add("rank_4.log", '1', "4\n")
            .add("rank_5.log", '\0', "5\n")
            .addBlock(TarBytes.withChecksum(header))
            .addBlock(Arrays.copyOf(utf8("6\n"), 512));
    byte[] prefixed = TarBytes.header("rank_7.log", '0', 2);
    System.arraycopy(utf8("prefix"), 0, prefixed, 345, 6);
    tar.addBlock(TarBytes.withChecksum(prefixed)).addBlock(Arrays.copyOf(utf8("7\n"), 512));
    try (InMemoryLog log = received(tar.toBytes())) {
      assertThat(log.toText(1000).lines())
          .containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7");
      assertThat(names(log))
          .hasSize(7)
          .contains("rank_3.log", "rank_6.log", "prefix/rank_7.log")
          .filteredOn(name -> name.startsWith("…") && name.endsWith("/rank_1.log"))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "12 path=a.lo",
        "99 path=a.log\n",
        "0 path=a\n",
        "99999999999 path=a\n",
        "11 size=-1\n",
        "11 size=1x\n",
        "28 size=9223372036854775807\n"
      })
  void damagedRecordsAreRefused(String records) {
    TarBytes tar = new TarBytes().add("p", 'x', records).add("a.log", '0', "x\n");
    assertThat(refusal(tar.toBytes())).isEqualTo(RefusalReason.DAMAGED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 126, 150})
  void aDamagedHeaderIsRefused(int at) {
    byte[] tar = new TarBytes().add("a.log", '0', "x\n").add("b.log", '0', "x\n").toBytes();
    tar[1024 + at] ^= 1;
    assertThat(refusal(tar)).isEqualTo(RefusalReason.DAMAGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar", "tar.gz", "log.gz"})
  void timeIsLimited(String kind) throws IOException {
    byte[] log = utf8("a line\n");
    byte[] sent = kind.equals("log.gz") ? TestClient.gzip(log) : archive(kind, Map.of("a", log));
    try (InMemoryLog.Receiver receiver =
        new InMemoryLog.Receiver(LIMIT, ROOM, Duration.ofNanos(1))) {
      assertThatExceptionOfType(TimeLimitException.class)
          .isThrownBy(
              () ->
                  UploadReceiver.receiveLog(
                      TestBody.of(new ByteArrayInputStream(sent), "application/zip", null),
                      receiver));
    }
  }

  @Test
  void waitingForTheClientIsLeftOut() throws IOException {
    Duration limit = Duration.ofSeconds(1);
    InputStream slow =
        new ByteArrayInputStream(archive("tar.gz", Map.of("a", utf8("a line\n")))) {
          @Override
          public int read(byte[] bytes, int at, int length) {
            LockSupport.parkNanos(limit.toNanos());
            return super.read(bytes, at, length);
          }
        };
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, ROOM, limit)) {
      UploadReceiver.receiveLog(TestBody.of(slow, "application/gzip", null), receiver);
      try (InMemoryLog log = receiver.finishLog()) {
        assertThat(log.unpackingTime()).isPositive().isLessThan(limit);
      }
    }
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
          .isEqualTo(RefusalReason.DAMAGED);
    }
  }

  /** Compression methods of APPNOTE.TXT, 4.4.5, whose libraries are not on the class path. */
  @ParameterizedTest
  @CsvSource({"93, Zstandard", "95, XZ"})
  void aCompressionMethodThatIsNotReadIsNamed(int method, String name) throws IOException {
    byte[] zip = archive("zip", Map.of("a.log", utf8("RuntimeError: x\n".repeat(100))));
    // The field follows the signature, version and flags of the first file's header.
    zip[8] = (byte) method;
    assertThat(refusal(zip)).as(name).isEqualTo(RefusalReason.PACKING);
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
        } catch (RefusedException | LogTooLargeException refusal) {
          assertThat(refusal.getMessage()).isNotBlank();
        }
      }
    }
  }

  @Test
  void roomIsGivenBackAndNoFileIsLeft() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long before = count(temporary);
    MemoryBudget room = new MemoryBudget(362_144);
    byte[] zip =
        archive("zip", Map.of("a.log", utf8("a line\n".repeat(2000)), "b.log", utf8("b\n")));
    byte[] broken = Arrays.copyOf(zip, zip.length / 3);
    for (int i = 0; i < 2000; i++) {
      try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, room)) {
        receiver.add("x", new ByteArrayInputStream(i % 2 == 0 ? zip : broken));
        receiver.finishLog().close();
      } catch (RefusedException expected) {
        assertThat(i % 2).isOne();
      }
    }
    assertThat(count(temporary)).isLessThanOrEqualTo(before + 5);
  }

  /** A pax record. */
  private static String pax(String key, String value) {
    int length = key.length() + value.length() + 3;
    while (Integer.toString(length).length() + key.length() + value.length() + 3 > length) {
      length++;
    }
    return length + " " + key + "=" + value + "\n";
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  private static RefusalReason refusal(byte[] archive) {
    return refused(archive).refusal();
  }

  private static RefusedException refused(byte[] archive) {
    try {
      received(archive).close();
    } catch (RefusedException refused) {
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
      UploadReceiver.receiveLog(
          TestBody.of(new ByteArrayInputStream(archive), "application/octet-stream", null),
          receiver);
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
