package dev.faultbook.server.signin;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** What a person may do; each role includes those before it. */
public enum UserRole {
  /** Reads and diagnoses. */
  READER,
  /** Works at the curators' desk, and publishes. */
  CURATOR,
  /** Reads the statistics. */
  OPERATOR;

  private static final String PREFIX = "ROLE_";

  /** The name in files and messages. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role with a name; empty if there is none. */
  public static Optional<UserRole> fromTag(String tag) {
    return Arrays.stream(values()).filter(role -> role.tag().equals(tag)).findFirst();
  }

  List<GrantedAuthority> authorities() {
    return Arrays.stream(values())
        .limit(ordinal() + 1L)
        .<GrantedAuthority>map(role -> new SimpleGrantedAuthority(PREFIX + role.name()))
        .toList();
  }

  /** The highest of the roles that are granted. */
  static UserRole ofAuthorities(Collection<? extends GrantedAuthority> granted) {
    return Arrays.stream(values())
        .filter(
            role ->
                granted.stream().anyMatch(one -> (PREFIX + role.name()).equals(one.getAuthority())))
        .reduce(READER, (_, higher) -> higher);
  }
}
