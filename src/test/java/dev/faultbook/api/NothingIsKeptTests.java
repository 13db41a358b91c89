package dev.faultbook.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Verifies that a pasted log which is not shared leaves no trace, neither in a log file nor in the
 * database.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.diagnosis.max-log-size=1MB"})
@ExtendWith(OutputCaptureExtension.class)
class NothingIsKeptTests {
  private static final String MARK = "kept-by-nobody-7391";
  private static final String CALL = "/api/v1/diagnoses";

  @LocalServerPort private int port;
  @Autowired private JdbcTemplate database;

  @Test
  void nothingOfALogIsWrittenAnywhere(CapturedOutput output) {
    TestClient client = new TestClient(port);
    long before = rows();
    byte[] log =
        (new String(TestClient.log(), UTF_8) + "RuntimeError: " + MARK + "\n").getBytes(UTF_8);
    assertThat(client.post(CALL, log).statusCode()).isEqualTo(200);
    assertThat(client.post(CALL + "?lang=" + MARK, log).statusCode()).isGreaterThanOrEqualTo(200);
    assertThat(client.post("/", log, "Accept", "*/*").body()).contains("ROOT CAUSE");
    assertThat(client.post("/", log, "Accept", "text/html").statusCode()).isEqualTo(200);
    // The same holds for refused requests: too large, not text, a malformed form.
    byte[] large = Arrays.copyOf(log, 2_000_000);
    Arrays.fill(large, log.length, large.length, (byte) 'x');
    assertThat(client.post(CALL, large).statusCode()).isEqualTo(413);
    assertThat(client.post(CALL, log, "Content-Type", "image/png").statusCode()).isEqualTo(415);
    assertThat(
            client.post(CALL, log, "Content-Type", "multipart/form-data; boundary=x").statusCode())
        .isEqualTo(400);
    assertThat(output.getAll()).doesNotContain(MARK);
    assertThat(rows()).isEqualTo(before);
  }

  private long rows() {
    Long rows = database.queryForObject("select count(*) from diagnosis", Long.class);
    return rows == null ? 0 : rows;
  }
}
