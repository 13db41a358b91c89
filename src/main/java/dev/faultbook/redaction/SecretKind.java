package dev.faultbook.redaction;

/** The types of redacted values. */
enum SecretKind {
  SECRET("secret"),
  EMAIL("email"),
  IP("ip"),
  USER("user");

  private final String word;

  SecretKind(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
