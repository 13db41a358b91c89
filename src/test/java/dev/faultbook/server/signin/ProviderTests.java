package dev.faultbook.server.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.Application;
import dev.faultbook.TestClient;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests of signing in at a provider of identities. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      TestClient.CONTENT,
      "faultbook.sign-in.curators=run-book, grace@example.org",
      "faultbook.sign-in.operators=Platform"
    })
class ProviderTests {
  private static final String CLIENT = "spring.security.oauth2.client.";
  private static IdentityProvider provider;

  @LocalServerPort private int port;
  private Visitor visitor;

  @BeforeAll
  static void startProvider() throws Exception {
    provider();
  }

  /** The settings are read before the class is initialized. */
  private static synchronized IdentityProvider provider() {
    try {
      if (provider == null) {
        provider = new IdentityProvider();
      }
      return provider;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterAll
  static void stopProvider() {
    provider.close();
  }

  @DynamicPropertySource
  static void client(DynamicPropertyRegistry properties) {
    properties.add(CLIENT + "registration.own.client-id", () -> IdentityProvider.CLIENT);
    properties.add(CLIENT + "registration.own.client-secret", () -> IdentityProvider.SECRET);
    properties.add(CLIENT + "registration.own.client-name", () -> "Our directory");
    properties.add(CLIENT + "registration.own.scope", () -> "openid,profile,email");
    properties.add(CLIENT + "provider.own.issuer-uri", () -> provider().address());
  }

  @BeforeEach
  void visit() {
    visitor = new Visitor(port);
    provider.claims.clear();
  }

  /** Goes to the provider; the address with which it leads back. */
  private URI goThere(String to) {
    HttpResponse<String> there = visitor.get("/oauth2/authorization/own?to=" + to);
    assertThat(there.statusCode()).isEqualTo(302);
    assertThat(Visitor.locationOf(there)).startsWith(provider.address() + "/authorize?");
    URI back = URI.create(Visitor.locationOf(visitor.get(Visitor.locationOf(there))));
    assertThat(back.getPath()).isEqualTo("/login/oauth2/code/own");
    return back;
  }

  @Test
  void aPersonGoesToTheProviderAndComesBackToThePageHeWanted() {
    provider.claims.put("preferred_username", "ada");
    provider.claims.put("groups", List.of("run-book", "all"));
    HttpResponse<String> led = visitor.get("/curate?entry=flux");
    assertThat(Visitor.locationOf(led)).isEqualTo("/login?to=%2Fcurate%3Fentry%3Dflux");
    assertThat(visitor.get(Visitor.locationOf(led)).body())
        .contains(
            "Sign in with Our directory",
            "href=\"/oauth2/authorization/own?to=/curate?entry%3Dflux\"")
        .doesNotContain("type=\"password\"");
    URI back = goThere("/curate?entry%3Dflux");
    HttpResponse<String> in = visitor.get(back.toString());
    assertThat(in.statusCode()).isEqualTo(302);
    assertThat(Visitor.locationOf(in)).isEqualTo("/curate?entry=flux");
    assertThat(visitor.get("/curate").statusCode()).isEqualTo(200);
    assertThat(visitor.get("/stats").statusCode()).isEqualTo(403);
    assertThat(visitor.get("/login").body()).contains("You are signed in as ada, a curator.");
    assertThat(Visitor.locationOf(visitor.get(back.toString())))
        .as("a code is good once")
        .isEqualTo("/login?failed");
  }

  @Test
  void rolesComeFromGroupsAndVerifiedAddresses() {
    provider.claims.put("groups", "platform");
    visitor.get(goThere("/").toString());
    assertThat(visitor.get("/stats").statusCode()).isEqualTo(200);
    provider.claims.clear();
    provider.claims.put("email", "grace@example.org");
    visitor.get(goThere("/").toString());
    assertThat(visitor.get("/curate").statusCode()).isEqualTo(403);
    provider.claims.put("email_verified", true);
    visitor.get(goThere("/").toString());
    assertThat(visitor.get("/curate").statusCode()).isEqualTo(200);
    assertThat(visitor.get("/login").body()).contains("grace@example.org, a curator");
  }

  @Test
  void anotherInstanceTakesThePersonWhoComesBack() {
    try (ConfigurableApplicationContext other =
        new SpringApplicationBuilder(Application.class)
            .run(
                "--server.port=0",
                "--" + TestClient.CONTENT,
                "--" + CLIENT + "registration.own.client-id=" + IdentityProvider.CLIENT,
                "--" + CLIENT + "registration.own.client-secret=" + IdentityProvider.SECRET,
                "--" + CLIENT + "registration.own.scope=openid",
                "--" + CLIENT + "provider.own.issuer-uri=" + provider.address(),
                "--faultbook.sign-in.curators=run-book")) {
      provider.claims.put("groups", List.of("run-book"));
      URI back = goThere("/curate");
      int second =
          Integer.parseInt(other.getEnvironment().getRequiredProperty("local.server.port"));
      Visitor elsewhere = visitor.at(second);
      HttpResponse<String> in = elsewhere.get(back.getRawPath() + "?" + back.getRawQuery());
      assertThat(Visitor.locationOf(in)).isEqualTo("/curate");
      assertThat(elsewhere.get("/curate").statusCode()).isEqualTo(200);
      assertThat(elsewhere.at(port).get("/curate").statusCode()).isEqualTo(200);
    }
  }

  /** Someone is led to an address that an attacker got for himself. */
  @Test
  void whoDidNotGoThereDoesNotComeBack() {
    URI back = goThere("/");
    Visitor stranger = new Visitor(port);
    assertThat(Visitor.locationOf(stranger.get(back.toString()))).isEqualTo("/login?failed");
    assertThat(stranger.get("/curate").statusCode()).isEqualTo(302);
    String changed = back.toString().replaceAll("state=[^&]*", "state=x");
    assertThat(Visitor.locationOf(visitor.get(changed))).isEqualTo("/login?failed");
  }

  @Test
  void readingIsOpenUnlessTheOperatorSaysOtherwise() {
    assertThat(visitor.get("/").statusCode()).isEqualTo(200);
    assertThat(new TestClient(port).post("/api/v1/diagnoses", TestClient.log()).statusCode())
        .isEqualTo(200);
    assertThat(visitor.get("/").body()).contains("href=\"/login\"");
  }
}
