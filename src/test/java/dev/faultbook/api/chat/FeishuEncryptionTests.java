package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Sends events of an app of Feishu that has an encrypt key. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.chat.feishu.verification-token=verification-token",
      "faultbook.chat.feishu.encrypt-key=encrypt-key",
      "faultbook.chat.feishu.app-id=cli_app",
      "faultbook.chat.feishu.app-secret=app-secret",
      "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
      "spring.datasource.username=nobody"
    })
class FeishuEncryptionTests {
  private static final String KEY = "encrypt-key";
  private static final FeishuServer SERVER = FeishuServer.start();
  private static final String QUESTION =
      "{\"type\":\"url_verification\",\"challenge\":\"abc\",\"token\":\"verification-token\"}";

  @LocalServerPort private int port;
  private TestClient client;

  @DynamicPropertySource
  static void settings(DynamicPropertyRegistry registry) {
    registry.add("faultbook.chat.feishu.base-url", SERVER::url);
  }

  @BeforeEach
  void connect() {
    client = new TestClient(port);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private HttpResponse<String> send(byte[] body, String... headers) {
    return client.post("/chat/feishu", body, headers);
  }

  private static byte[] event(String token, String id) {
    return Signing.encrypted(KEY, FeishuTests.event(token, id, "message " + id));
  }

  @Test
  void theChallengeComesWithoutASignature() {
    HttpResponse<String> answer = send(Signing.encrypted(KEY, QUESTION));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"challenge\":\"abc\"}");
    assertThat(send(QUESTION.getBytes(UTF_8)).statusCode()).isEqualTo(401);
    assertThat(send(Signing.encrypted("wrong", QUESTION)).statusCode()).isEqualTo(401);
  }

  @Test
  void aSignedEventIsAnswered() {
    byte[] body = event("verification-token", "signed");
    assertThat(send(body, Signing.feishu(KEY, body)).statusCode()).isEqualTo(200);
    assertThat(SERVER.awaitReply().body()).contains("message+signed");
  }

  @Test
  void anEventWithoutTheRightSignatureTokenAndKeyIsRefused() {
    byte[] right = event("verification-token", "refused");
    byte[] wrongToken = event("wrong", "refused");
    byte[] wrongKey =
        Signing.encrypted("wrong", FeishuTests.event("verification-token", "refused", "x"));
    byte[] plain = FeishuTests.event("verification-token", "refused", "x").getBytes(UTF_8);
    byte[] broken = "{\"encrypt\":\"%%%\"}".getBytes(UTF_8);
    byte[] brief = "{\"encrypt\":\"AAAA\"}".getBytes(UTF_8);
    String[] signature = Signing.feishu(KEY, right);
    assertThat(send(right).statusCode()).isEqualTo(401);
    assertThat(send(right, Signing.feishu("wrong", right)).statusCode()).isEqualTo(401);
    assertThat(send(right, signature[4], signature[5]).statusCode()).isEqualTo(401);
    assertThat(send(event("verification-token", "another"), signature).statusCode()).isEqualTo(401);
    for (byte[] body : new byte[][] {wrongToken, wrongKey, plain, broken, brief, new byte[0]}) {
      assertThat(send(body, Signing.feishu(KEY, body)).statusCode())
          .as(new String(body, UTF_8))
          .isEqualTo(401);
    }
    byte[] next = event("verification-token", "next");
    assertThat(send(next, Signing.feishu(KEY, next)).statusCode()).isEqualTo(200);
    assertThat(SERVER.awaitReply().body()).contains("message+next");
  }
}
