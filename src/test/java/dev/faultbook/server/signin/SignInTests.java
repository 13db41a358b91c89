package dev.faultbook.server.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestClient;
import dev.faultbook.store.ApiKey;
import dev.faultbook.store.ApiKeyDesk;
import dev.faultbook.store.EmbeddedDatabase;
import dev.faultbook.store.SharedTestDatabase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests of signing in with a password, where reading needs it. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {TestClient.CONTENT, "faultbook.sign-in.reading=true"})
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SignInTests {
  private static final String PASSWORD = "correct horse é";
  private static final String[] KNOWN = {"ada", "bob", "eve"};

  @TempDir static Path folder;
  private static UserFile users;

  @LocalServerPort private int port;
  @Autowired private JdbcClient sql;
  private Visitor visitor;

  @DynamicPropertySource
  static void users(DynamicPropertyRegistry properties) throws IOException {
    Path file = folder.resolve("users");
    users = new UserFile(file);
    for (UserRole role : UserRole.values()) {
      users.put(KNOWN[role.ordinal()], PASSWORD, role);
    }
    properties.add("faultbook.users", file::toString);
  }

  @BeforeEach
  void visit() {
    visitor = new Visitor(port);
  }

  @Test
  void aStrangerIsLedToThePageAndBackAfterwards() {
    HttpResponse<String> led = visitor.get("/search?q=a%20b");
    assertThat(led.statusCode()).isEqualTo(302);
    assertThat(Visitor.locationOf(led)).isEqualTo("/login?to=%2Fsearch%3Fq%3Da%2520b");
    HttpResponse<String> page = visitor.get(Visitor.locationOf(led));
    assertThat(page.body())
        .contains("<h1>Sign in</h1>", "type=\"password\"", "value=\"/search?q=a%20b\"");
    assertThat(new Visitor(port).get("/login?lang=zh").body()).contains("<h1>登录</h1>");
    HttpResponse<String> in =
        visitor.post(
            "/login", Map.of("name", "ada", "password", PASSWORD, "to", "/search?q=a%20b"));
    assertThat(in.statusCode()).isEqualTo(303);
    assertThat(Visitor.locationOf(in)).isEqualTo("/search?q=a%20b");
    assertThat(in.headers().firstValue("Set-Cookie"))
        .hasValueSatisfying(cookie -> assertThat(cookie).contains("HttpOnly", "SameSite=Lax"));
    assertThat(visitor.get("/search?q=a%20b").statusCode()).isEqualTo(200);
    assertThat(visitor.get("/login").body()).contains("You are signed in as ada, a reader.");
    visitor.post("/logout", Map.of());
    assertThat(visitor.get("/").statusCode()).isEqualTo(302);
  }

  @ParameterizedTest
  @CsvSource({"//evil.example", "https://evil.example/", "/\\evil.example", "''"})
  void nobodyIsLedElsewhere(String to) {
    HttpResponse<String> in =
        visitor.post("/login", Map.of("name", "ada", "password", PASSWORD, "to", to));
    assertThat(Visitor.locationOf(in)).isEqualTo("/login");
  }

  /** What each role may see, a stranger first. */
  @ParameterizedTest
  @CsvSource({
    "/,                  302, 200, 200, 200",
    "/entries/shm-full,  302, 200, 200, 200",
    "/curate,            302, 403, 200, 200",
    "/curate/x,          302, 403, 404, 404",
    "/stats,             302, 403, 403, 200",
    "/api/v1/codes,      401, 200, 200, 200",
    "/swagger-ui.html,   302, 302, 302, 302",
    "/login,             200, 200, 200, 200",
    "/actuator/health,   200, 200, 200, 200",
    "/collect.sh,        200, 200, 200, 200"
  })
  void aRoleSeesWhatItMay(String path, int stranger, int reader, int curator, int operator) {
    assertThat(visitor.get(path).statusCode()).isEqualTo(stranger);
    int[] expected = {reader, curator, operator};
    for (UserRole role : UserRole.values()) {
      Visitor known = new Visitor(port);
      assertThat(known.enter(KNOWN[role.ordinal()], PASSWORD).statusCode()).isEqualTo(303);
      // A page that was kept for another reader is not for a stranger.
      assertThat(known.get(path).statusCode()).as(role.tag()).isEqualTo(expected[role.ordinal()]);
    }
    assertThat(visitor.get(path).statusCode()).isEqualTo(stranger);
  }

  @Test
  void whatIsRefusedSaysWhy() {
    HttpResponse<String> call = visitor.get("/api/v1/codes");
    assertThat(call.body()).contains("\"status\":401", "A key is needed");
    assertThat(visitor.get("/", "Accept", "*/*").statusCode()).isEqualTo(401);
    assertThat(visitor.get("/", "Accept", "*/*").body()).contains("people who signed in");
    assertThat(visitor.post("/share", Map.of()).statusCode()).isEqualTo(401);
    visitor.enter("ada", PASSWORD);
    assertThat(visitor.get("/stats").body()).contains("Your role does not allow this");
    assertThat(visitor.get("/stats?lang=zh").body()).contains("你的角色无权访问");
  }

  @Test
  void anotherSitesFormSignsNobodyInOrOut() {
    Map<String, String> form = Map.of("name", "ada", "password", PASSWORD);
    assertThat(visitor.post("/login", form, "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    visitor.enter("bob", PASSWORD);
    assertThat(visitor.post("/logout", Map.of(), "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
    assertThat(visitor.post("/curate", Map.of(), "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
    assertThat(visitor.get("/curate").statusCode()).isEqualTo(200);
  }

  @Test
  void programsUseTheirKeysAsBefore() throws IOException {
    EmbeddedDatabase database = SharedTestDatabase.get();
    Map<String, String> environment =
        Map.of(
            "SPRING_DATASOURCE_URL",
            database.getJdbcUrl(),
            "SPRING_DATASOURCE_USERNAME",
            database.getUsername(),
            "SPRING_DATASOURCE_PASSWORD",
            database.getPassword());
    try (ApiKeyDesk desk = ApiKeyDesk.open(environment)) {
      String key =
          "Bearer " + desk.create("sign-in", EnumSet.allOf(ApiKey.Scope.class), 60).orElseThrow();
      TestClient program = new TestClient(port);
      String path = "/api/v1/diagnoses";
      assertThat(program.post(path, TestClient.log()).statusCode()).isEqualTo(401);
      assertThat(program.post("/", TestClient.log()).statusCode()).isEqualTo(401);
      assertThat(program.post(path, TestClient.log(), "Authorization", key).statusCode())
          .isEqualTo(200);
      assertThat(program.post("/", TestClient.log(), "Authorization", key).statusCode())
          .isEqualTo(200);
      assertThat(desk.revoke("sign-in")).isTrue();
      assertThat(program.post(path, TestClient.log(), "Authorization", key).statusCode())
          .isEqualTo(401);
    } finally {
      // Other tests use the database, and where a key was ever created they would need one.
      sql.sql("delete from api_key").update();
    }
  }

  @Test
  void aNewPasswordALowerRoleOrTheEndOfAUserCountAtOnce() throws IOException {
    users.put("tmp", PASSWORD, UserRole.OPERATOR);
    visitor.enter("tmp", PASSWORD);
    assertThat(visitor.get("/stats").statusCode()).isEqualTo(200);
    users.put("tmp", "another password", UserRole.READER);
    assertThat(visitor.get("/stats").statusCode()).isEqualTo(302);
    assertThat(visitor.enter("tmp", PASSWORD).statusCode()).isEqualTo(401);
    visitor.enter("tmp", "another password");
    assertThat(visitor.get("/stats").statusCode()).isEqualTo(403);
    users.remove("tmp");
    assertThat(visitor.get("/").statusCode()).isEqualTo(302);
  }

  @Test
  void aForgedCookieIsThatOfAStranger() {
    visitor.enter("ada", PASSWORD);
    String none = "faultbook-sign-in=eyJhbGciOiJub25lIn0.eyJzdWIiOiJldmUifQ.";
    assertThat(new Visitor(port).get("/stats", "Cookie", none).statusCode()).isEqualTo(302);
    for (String value : new String[] {"x", "a.b.c", ""}) {
      assertThat(new Visitor(port).get("/", "Cookie", "faultbook-sign-in=" + value).statusCode())
          .isEqualTo(302);
    }
  }

  /** The last one: nobody signs in from here in the minute after it. */
  @Test
  @Order(Integer.MAX_VALUE)
  void wrongPasswordsAreLimited() {
    HttpResponse<String> wrong = visitor.enter("bob", "wrong");
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.body())
        .contains("That did not work.", "value=\"bob\"")
        .doesNotContain("wrong\"");
    int refused = 0;
    for (int i = 0; i < 12; i++) {
      refused += visitor.enter("nobody", "x".repeat(200)).statusCode() == 429 ? 1 : 0;
    }
    assertThat(refused).isPositive();
    assertThat(visitor.enter("bob", PASSWORD).statusCode()).isEqualTo(429);
  }
}
