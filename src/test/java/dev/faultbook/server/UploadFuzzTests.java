package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.log.LogTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Fuzzes request bodies: they are read or rejected with a documented error, within the limits. */
class UploadFuzzTests {
  private static final long LIMIT = 8 * 1024;
  private static final String[] TYPES = {
    null,
    "",
    "text/plain",
    "text/plain; charset=utf-16",
    "text/plain; charset=\"gb18030\"",
    "application/octet-stream",
    "application/json",
    "multipart/form-data; boundary=X",
    "multipart/form-data; boundary=\"X\"",
    "multipart/form-data",
  };
  private static final String[] CODINGS = {null, "", "identity", "gzip", "x-gzip", "br"};
  private static final String[] FIELDS = {"log", "packed", "save", "", "x"};

  @FuzzTest
  void anyBodyIsReadOrRefused(FuzzedDataProvider data) throws IOException {
    String type = data.pickValue(TYPES);
    String coding = data.pickValue(CODINGS);
    byte[] body = body(data, coding);
    long room = data.consumeBoolean() ? 1 << 20 : 2000;
    MemoryBudget budget = new MemoryBudget(room);
    receive(new ByteArrayInputStream(body), type, coding, budget);
    assertNothingIsTaken(budget, room);
  }

  /** Creates a plain body, or a form whose parts the fuzzer fills. */
  private static byte[] body(FuzzedDataProvider data, String coding) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int parts = data.consumeInt(0, 3);
    for (int i = 0; i < parts; i++) {
      String head =
          "--X\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n"
              .formatted(data.pickValue(FIELDS), data.consumeString(20));
      body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
      body.writeBytes(packed(data, data.consumeBytes(600)));
      body.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    body.writeBytes(parts == 0 ? new byte[0] : "--X--".getBytes(StandardCharsets.US_ASCII));
    byte[] rest = data.consumeRemainingAsBytes();
    body.writeBytes(rest);
    boolean pack = coding != null && coding.endsWith("gzip") && body.size() % 2 == 0;
    return pack ? gzip(body.toByteArray()) : body.toByteArray();
  }

  private static byte[] packed(FuzzedDataProvider data, byte[] bytes) throws IOException {
    return data.consumeBoolean() ? gzip(bytes) : bytes;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static void receive(InputStream body, String type, String coding, MemoryBudget budget)
      throws IOException {
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, budget)) {
      UploadReceiver.receiveLog(TestBody.of(body, type, coding), receiver);
      try (InMemoryLog log = receiver.finishLog()) {
        assertThat(log.byteCount()).isBetween(1L, LIMIT);
        assertThat(log.count()).isBetween(1, ArchiveExtractor.MAX_FILES);
        long bytes = 0;
        for (int i = 0; i < log.count(); i++) {
          try (InputStream file = log.openFile(i)) {
            bytes += file.readAllBytes().length;
          }
        }
        assertThat(bytes).isEqualTo(log.byteCount());
        assertThat(log.toPackedFile()).isNotEmpty();
      }
    } catch (RefusedException | LogTooLargeException refused) {
      assertThat(refused).hasMessageNotContaining("\u0000");
    }
  }

  private static void assertNothingIsTaken(MemoryBudget budget, long room) throws IOException {
    budget.reserveBytes((int) room);
  }
}
