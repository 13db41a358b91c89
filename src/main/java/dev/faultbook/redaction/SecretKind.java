package dev.faultbook.redaction;

import java.util.Locale;

/** The types of redacted values. */
enum SecretKind {
  SECRET,
  EMAIL,
  IP,
  USER;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
