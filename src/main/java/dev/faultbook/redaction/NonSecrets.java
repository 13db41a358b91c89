package dev.faultbook.redaction;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What stands in the place of a value without being one, and stays: a placeholder, a word such as
 * {@code none} or {@code missing}, a mask, a reference such as {@code $HF_TOKEN}, source code, an
 * account or address that identifies nobody.
 */
final class NonSecrets {

  private static final int MAX_WORD = 64;

  private final Set<String> nothing;
  private final Set<String> nobody;
  private final Pattern references;
  private final Pattern code;
  final PublicAddress addresses;

  NonSecrets(RedactionRules rules) {
    nothing = rules.nothing();
    nobody = rules.nobody();
    references = anyOf(rules.references());
    code = anyOf(rules.code());
    addresses = new PublicAddress(rules.specialNetworks());
  }

  private static Pattern anyOf(List<String> patterns) {
    return Pattern.compile("(?s)(?:" + String.join("|", patterns) + ")");
  }

  /** Whether a text in quotes, or anywhere, is no secret. */
  boolean isNothing(String value) {
    return value.isBlank()
        || (value.length() <= MAX_WORD && nothing.contains(value.toLowerCase(Locale.ROOT)))
        || references.matches(value);
  }

  /**
   * Whether a bare value is source code or the start of a message.
   *
   * @param name the name before it: {@code connect(password=password)}
   * @param behind up to two characters behind the value
   */
  boolean isCode(String name, String value, String behind) {
    return value.equals(name.substring(name.lastIndexOf('.') + 1))
        || value.equals("\\")
        || code.matches(value + "\n" + behind);
  }

  /** Whether a value is an account that identifies nobody, or no account. */
  boolean isNobody(String value) {
    return nobody.contains(value.toLowerCase(Locale.ROOT)) || isNothing(value);
  }

  boolean isPublicAddress(String value) {
    return addresses.isPublic(value);
  }
}
