package dev.faultbook.server.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stand-in for a provider of identities (OIDC) that lets everyone in, as whoever {@link #claims}
 * says. It checks what a provider checks: client, address to come back to, code and verifier.
 */
final class IdentityProvider implements AutoCloseable {
  static final String CLIENT = "faultbook";
  static final String SECRET = "the secret of the client";

  private static final JsonMapper JSON = JsonMapper.shared();

  /** What it says of the next person, beside what every token holds. */
  final Map<String, Object> claims = new ConcurrentHashMap<>();

  private final HttpServer server;
  private final RSAKey key;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();

  IdentityProvider() throws IOException, JOSEException {
    key = new RSAKeyGenerator(2048).keyID("one").generate();
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/.well-known/openid-configuration", this::describe);
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::answerToken);
    server.createContext(
        "/jwks", call -> answer(call, 200, new JWKSet(key.toPublicJWK()).toJSONObject()));
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void describe(HttpExchange call) throws IOException {
    answer(
        call,
        200,
        Map.of(
            "issuer",
            address(),
            "authorization_endpoint",
            address() + "/authorize",
            "token_endpoint",
            address() + "/token",
            "jwks_uri",
            address() + "/jwks",
            "response_types_supported",
            new String[] {"code"},
            "subject_types_supported",
            new String[] {"public"},
            "id_token_signing_alg_values_supported",
            new String[] {"RS256"}));
  }

  private void authorize(HttpExchange call) throws IOException {
    Map<String, String> asked = parse(call.getRequestURI().getRawQuery());
    String code = UUID.randomUUID().toString();
    codes.put(code, asked);
    boolean known = CLIENT.equals(asked.get("client_id")) && asked.get("scope").contains("openid");
    String back =
        asked.get("redirect_uri")
            + "?code="
            + code
            + "&state="
            + Visitor.encode(asked.get("state"));
    if (known) {
      call.getResponseHeaders().set("Location", back);
    }
    call.sendResponseHeaders(known ? 302 : 400, -1);
    call.close();
  }

  private void answerToken(HttpExchange call) throws IOException {
    Map<String, String> sent =
        parse(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    String basic =
        Base64.getEncoder()
            .encodeToString(
                (CLIENT + ":" + Visitor.encode(SECRET)).getBytes(StandardCharsets.UTF_8));
    Map<String, String> asked = codes.remove(sent.get("code"));
    if (asked == null
        || !("Basic " + basic).equals(call.getRequestHeaders().getFirst("Authorization"))
        || !asked.get("redirect_uri").equals(sent.get("redirect_uri"))
        || !challenge(sent.get("code_verifier")).equals(asked.get("code_challenge"))) {
      answer(call, 400, Map.of("error", "invalid_grant"));
      return;
    }
    JWTClaimsSet.Builder token =
        new JWTClaimsSet.Builder()
            .issuer(address())
            .subject("7")
            .audience(CLIENT)
            .issueTime(new Date())
            .expirationTime(Date.from(Instant.now().plusSeconds(60)))
            .claim("nonce", asked.get("nonce"));
    claims.forEach(token::claim);
    SignedJWT signed =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), token.build());
    try {
      signed.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IOException(e);
    }
    answer(
        call,
        200,
        Map.of("access_token", "none", "token_type", "Bearer", "id_token", signed.serialize()));
  }

  private static String challenge(String verifier) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256")
                  .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> parse(String form) {
    Map<String, String> fields = new HashMap<>();
    for (String field : form.split("&")) {
      int is = field.indexOf('=');
      fields.put(
          field.substring(0, is),
          URLDecoder.decode(field.substring(is + 1), StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static void answer(HttpExchange call, int status, Map<String, ?> body)
      throws IOException {
    byte[] json = JSON.writeValueAsBytes(body);
    call.getResponseHeaders().set("Content-Type", "application/json");
    call.sendResponseHeaders(status, json.length);
    call.getResponseBody().write(json);
    call.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
