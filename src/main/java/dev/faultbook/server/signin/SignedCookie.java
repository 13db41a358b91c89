package dev.faultbook.server.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.WebUtils;

/**
 * A cookie that holds a signed token (JWT, HS256).
 *
 * @param name name of the cookie
 * @param path path of the pages that get it
 * @param lasts how long it is valid
 */
record SignedCookie(String name, String path, Duration lasts) {

  /** Sends the cookie. */
  void write(
      JWTClaimsSet.Builder claims,
      byte[] key,
      HttpServletRequest request,
      HttpServletResponse response) {
    Date end = Date.from(Instant.now().plus(lasts));
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256), claims.audience(name).expirationTime(end).build());
    try {
      token.sign(new MACSigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    send(token.serialize(), lasts, request, response);
  }

  /** Has the browser forget the cookie. */
  void remove(HttpServletRequest request, HttpServletResponse response) {
    send("", Duration.ZERO, request, response);
  }

  private void send(
      String value, Duration age, HttpServletRequest request, HttpServletResponse response) {
    ResponseCookie cookie =
        ResponseCookie.from(name, value)
            .path(path)
            .maxAge(age)
            .httpOnly(true)
            .secure(request.isSecure())
            // Sent along when a provider leads back here, but not with a form of another site.
            .sameSite("Lax")
            .build();
    response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
  }

  /**
   * What the cookie of a request says; empty if there is none, it is too old, or another key signed
   * it.
   *
   * @param keyOf finds the key of claims that are not verified yet
   */
  Optional<JWTClaimsSet> read(
      HttpServletRequest request, Function<JWTClaimsSet, Optional<byte[]>> keyOf) {
    Cookie cookie = WebUtils.getCookie(request, name);
    if (cookie == null) {
      return Optional.empty();
    }
    try {
      SignedJWT token = SignedJWT.parse(cookie.getValue());
      JWTClaimsSet claims = token.getJWTClaimsSet();
      Optional<byte[]> key = keyOf.apply(claims);
      boolean valid =
          key.isPresent()
              && token.verify(new MACVerifier(key.get()))
              && claims.getAudience().equals(Arrays.asList(name))
              && claims.getExpirationTime().toInstant().isAfter(Instant.now());
      return valid ? Optional.of(claims) : Optional.empty();
    } catch (ParseException | JOSEException e) {
      return Optional.empty();
    }
  }
}
