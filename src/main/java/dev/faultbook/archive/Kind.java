package dev.faultbook.archive;

/** The types of placeholders. */
enum Kind {
  SECRET("secret"),
  EMAIL("email"),
  IP("ip"),
  USER("user");

  private final String word;

  Kind(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
