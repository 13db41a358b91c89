package dev.faultbook.cli;

import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A log that lies elsewhere, and is fetched with the rights of the user who names it. */
sealed interface LogAddress permits KubernetesPod, SlurmJob, LokiAddress, S3Object {
  /**
   * Reads an address; a file of that name comes first.
   *
   * @return empty if the name is that of a file
   * @throws IOException if it begins as an address and is none; the message names the form
   */
  static Optional<LogAddress> parse(String name) throws IOException {
    int colon = name.indexOf(':');
    if (colon < 0 || Files.exists(Path.of(name))) {
      return Optional.empty();
    }
    String rest = name.substring(colon + 1);
    return switch (name.substring(0, colon)) {
      case "kubectl" -> Optional.of(KubernetesPod.parse(rest));
      case "slurm" -> Optional.of(SlurmJob.parse(rest));
      case "s3" -> Optional.of(S3Object.parse(name));
      case "loki", "loki+https" -> Optional.of(LokiAddress.parse("https:" + rest));
      case "loki+http" -> Optional.of(LokiAddress.parse("http:" + rest));
      default -> Optional.empty();
    };
  }

  /**
   * Fetches the log.
   *
   * @throws IOException if it cannot be fetched; the message says who refused it and why
   */
  void fetchInto(InMemoryLog.Receiver receiver) throws IOException;

  /**
   * Whether a text has 1 to {@code max} characters, begins with none of the others, and no more.
   */
  static boolean isName(String text, String others, int max) {
    return !text.isEmpty()
        && text.length() <= max
        && others.indexOf(text.charAt(0)) < 0
        && text.chars()
            .allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || others.indexOf(c) >= 0);
  }
}
