package dev.faultbook.server.signin;

import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Secret;
import dev.faultbook.server.ServerSettings;
import dev.faultbook.server.Throttle;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Admits curators: people of this role where people sign in, otherwise by HTTP Basic (RFC 7617),
 * where all share one password and the user name is free. The rate of failed attempts is limited,
 * and credentials are never logged.
 */
@Component
public final class CuratorSignIn {
  /** The value of {@code WWW-Authenticate} that asks for the credentials. */
  public static final String CHALLENGE = "Basic realm=\"Faultbook curators\", charset=\"UTF-8\"";

  private static final String SCHEME = "Basic ";
  private static final int FAILURES_PER_CLIENT = 10;

  /** Bounds the addresses that are kept; a password of 12 characters withstands this rate. */
  private static final int FAILURES_IN_ALL = 1000;

  private final SignIn people;
  private final Secret password;
  private final Throttle failures = new Throttle(FAILURES_PER_CLIENT, FAILURES_IN_ALL);

  CuratorSignIn(SignIn people, ServerSettings settings) {
    this.people = people;
    this.password = settings.curation().password();
  }

  /** Whether curators can sign in at all. */
  public boolean isOpen() {
    return people.isOn() || password.isSet();
  }

  /**
   * Whether a request is a curator's: whether a curator signed in, or it carries the password. A
   * request without credentials is no failed attempt: that is how a browser begins.
   *
   * @throws RefusedException if the client failed too often in this minute, whatever it sends now
   */
  public boolean accepts(HttpServletRequest request) {
    if (people.isOn()) {
      return request.isUserInRole(UserRole.CURATOR.name());
    }
    String header = request.getHeader("Authorization");
    if (!isOpen() || header == null) {
      return false;
    }
    String client = Throttle.clientOf(request);
    // Counted before it is compared, so that concurrent attempts do not exceed the limit.
    failures.admit(client);
    byte[] expected = password.value().getBytes(StandardCharsets.UTF_8);
    boolean right =
        passwordIn(header)
            .map(given -> given.getBytes(StandardCharsets.UTF_8))
            .filter(given -> MessageDigest.isEqual(expected, given))
            .isPresent();
    if (right) {
      failures.takeBack(client);
    }
    return right;
  }

  /** The password in {@code Basic YWxpY2U6c2VjcmV0}; empty if the header is of another form. */
  private static Optional<String> passwordIn(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      String pair = new String(decoded, StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0 ? Optional.empty() : Optional.of(pair.substring(colon + 1));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
