package dev.faultbook.redaction;

import java.util.List;

/** Commands that read a secret from their standard input. */
final class InputReaders {

  private static final List<String> READERS =
      List.of(
          "--password-stdin", "chpasswd", "sudo -S", "--with-token", "passwd --stdin", "passwd <<");

  private InputReaders() {}

  /** Whether such a command occurs in a text. */
  static boolean occurIn(String text) {
    return READERS.stream().anyMatch(text::contains);
  }
}
