package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Verifies the redaction of a log of 120 lines with invented secrets, each between «marks». A
 * review had found all of these kinds to survive: Chinese keywords, kubeconfig files, service
 * tokens, signed URLs, passwords on command lines, user names. The first release redacted 82 of 123
 * such secrets. The character ¦ is removed before the test; it prevents alarms of secret scanners.
 */
class InventedSecretsTests {
  private record Line(String text, List<String> secrets) {
    static Line parse(String marked) {
      List<String> secrets = new ArrayList<>();
      String[] pieces = marked.replace("¦", "").split("[«»]", -1);
      for (int i = 1; i < pieces.length; i += 2) {
        secrets.add(pieces[i]);
      }
      return new Line(String.join("", pieces), secrets);
    }
  }

  private static List<Line> lines() throws IOException {
    try (InputStream in =
        InventedSecretsTests.class.getResourceAsStream("/redaction/secrets.txt")) {
      return new String(in.readAllBytes(), UTF_8).lines().map(Line::parse).toList();
    }
  }

  @Test
  void noneOfTheInventedSecretsSurvives() throws IOException {
    List<Line> lines = lines();
    long all = lines.stream().mapToLong(line -> line.secrets().size()).sum();
    assertThat(all).isGreaterThanOrEqualTo(123);
    String log = String.join("\n", lines.stream().map(Line::text).toList());
    List<String> redacted = new Redactor().redact(log).text().lines().toList();
    assertThat(redacted).hasSameSizeAs(lines);
    List<String> survivors = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      for (String secret : lines.get(i).secrets()) {
        if (redacted.get(i).contains(secret)) {
          survivors.add(secret + " in " + lines.get(i).text());
        }
      }
    }
    assertThat(survivors).isEmpty();
  }
}
