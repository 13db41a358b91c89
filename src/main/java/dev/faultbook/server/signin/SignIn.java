package dev.faultbook.server.signin;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.SupplierClientRegistrationRepository;
import org.springframework.stereotype.Component;

/**
 * People who sign in, with a password or at a provider of identities. Off without users and
 * providers. The rate of failed passwords is limited, and none is logged.
 */
@Component
public final class SignIn {
  /** Where people sign in; whoever is led there comes back to the page that is named by TO. */
  public static final String PATH = "/login";

  /** The parameter with the page to come back to. */
  public static final String TO = "to";

  /** Request attribute that is set where people sign in. */
  public static final String ON = SignIn.class.getName() + ".on";

  private static final int FAILURES_PER_CLIENT = 10;
  private static final int FAILURES_IN_ALL = 1000;

  /** A working day. */
  private static final SignedCookie COOKIE =
      new SignedCookie("faultbook-sign-in", "/", Duration.ofHours(12));

  private static final String ROLE = "role";
  private static final String PROVIDER = "provider";

  private final @Nullable UserFile users;
  private final Map<String, OAuth2ClientProperties.Registration> registrations;
  private final ClientRegistrationRepository providers;
  private final SignInSettings settings;
  private final Throttle failures = new Throttle(FAILURES_PER_CLIENT, FAILURES_IN_ALL);

  /** In place of a client secret; of several instances each has another. */
  private final byte[] ownSecret = new byte[32];

  /**
   * @throws IOException if the file of users cannot be read
   */
  SignIn(SignInSettings settings, Environment environment) throws IOException {
    this.settings = settings;
    this.users = settings.users().isBlank() ? null : new UserFile(Path.of(settings.users()));
    if (users != null) {
      users.list();
    }
    OAuth2ClientProperties clients =
        Binder.get(environment)
            .bind("spring.security.oauth2.client", OAuth2ClientProperties.class)
            .orElseGet(OAuth2ClientProperties::new);
    this.registrations = Map.copyOf(clients.getRegistration());
    // A provider that is away at the start is asked when somebody signs in.
    this.providers =
        new SupplierClientRegistrationRepository(
            () ->
                new InMemoryClientRegistrationRepository(
                    new OAuth2ClientPropertiesMapper(clients).asClientRegistrations()));
    new SecureRandom().nextBytes(ownSecret);
  }

  /**
   * A provider of identities.
   *
   * @param id its name in addresses
   * @param name its name for people
   */
  public record Provider(String id, String name) {}

  /**
   * A person who signed in.
   *
   * @param name his name, at most that of a line
   * @param provider id of the provider; empty for a user of the file
   */
  record Person(String name, UserRole role, String provider) {}

  /** Whether people can sign in. */
  public boolean isOn() {
    return users != null || !registrations.isEmpty();
  }

  /** Whether pages and diagnoses are for people who signed in, and programs with a key. */
  public boolean isReadingProtected() {
    return isOn() && settings.reading();
  }

  /** Whether people sign in with a password. */
  public boolean takesPasswords() {
    return users != null;
  }

  /** The providers, by id. */
  public List<Provider> providers() {
    return registrations.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            one ->
                new Provider(
                    one.getKey(),
                    Objects.requireNonNullElse(one.getValue().getClientName(), one.getKey())))
        .toList();
  }

  ClientRegistrationRepository registrations() {
    return providers;
  }

  SignInSettings settings() {
    return settings;
  }

  /**
   * Signs a person in with a password.
   *
   * @return his role; empty if name or password are wrong
   * @throws RefusedException if nobody signs in here with a password, or the client failed too
   *     often in this minute
   */
  public Optional<UserRole> enter(
      String name, String password, HttpServletRequest request, HttpServletResponse response) {
    if (users == null) {
      throw new RefusedException(RefusalReason.PAGE);
    }
    String client = Throttle.clientOf(request);
    // Counted before it is compared, so that concurrent attempts do not exceed the limit.
    failures.admit(client);
    Optional<UserFile.User> user = users.find(name, password);
    user.ifPresent(
        found -> {
          failures.takeBack(client);
          remember(new Person(found.name(), found.role(), ""), request, response);
        });
    return user.map(UserFile.User::role);
  }

  void remember(Person person, HttpServletRequest request, HttpServletResponse response) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .subject(person.name())
            .claim(ROLE, person.role().tag())
            .claim(PROVIDER, person.provider());
    COOKIE.write(claims, keyOf(person.provider(), person.name()).orElseThrow(), request, response);
  }

  /** A path of this server to come back to; any other text leads to the page about oneself. */
  public static String ownPage(@Nullable String page) {
    return page != null
            && page.startsWith("/")
            && !page.startsWith("//")
            && page.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\')
        ? page
        : PATH;
  }

  /** Signs whoever sent a request out. */
  public void leave(HttpServletRequest request, HttpServletResponse response) {
    COOKIE.remove(request, response);
  }

  /** Who sent a request; empty for a stranger. */
  Optional<Person> personOf(HttpServletRequest request) {
    return COOKIE.read(request, this::keyOf).flatMap(this::toPerson);
  }

  /** The role of a user is that of the file now; that of a provider's is as old as the cookie. */
  private Optional<Person> toPerson(JWTClaimsSet claims) {
    String name = claims.getSubject();
    String provider = textOf(claims, PROVIDER);
    Optional<UserRole> role =
        provider.isEmpty() && users != null
            ? users.find(name).map(UserFile.User::role)
            : UserRole.fromTag(textOf(claims, ROLE));
    return role.map(one -> new Person(name, one, provider));
  }

  private Optional<byte[]> keyOf(JWTClaimsSet claims) {
    return keyOf(textOf(claims, PROVIDER), String.valueOf(claims.getSubject()));
  }

  private static String textOf(JWTClaimsSet claims, String name) {
    return claims.getClaim(name) instanceof String text ? text : "";
  }

  /** What signs the cookie of a user: his hash; of a provider's person: the client's secret. */
  private Optional<byte[]> keyOf(String provider, String name) {
    return provider.isEmpty()
        ? Optional.ofNullable(users).flatMap(file -> file.find(name)).map(user -> hash(user.hash()))
        : keyOf(provider);
  }

  /** What signs the cookies of a provider; empty if there is no such provider. */
  Optional<byte[]> keyOf(String provider) {
    return Optional.ofNullable(registrations.get(provider))
        .map(
            one ->
                one.getClientSecret() == null || one.getClientSecret().isBlank()
                    ? ownSecret
                    : hash(one.getClientSecret()));
  }

  private static byte[] hash(String secret) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(("faultbook sign-in\n" + secret).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
