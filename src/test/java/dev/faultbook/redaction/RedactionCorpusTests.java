package dev.faultbook.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Verifies that redaction changes no finding, so that a saved diagnosis equals the one on screen.
 */
class RedactionCorpusTests {

  @Test
  void redactionChangesNoFindingOfTheCorpus() {
    KnowledgeReader.Result content = ShippedCatalogue.read();
    Diagnoser diagnoser = new Diagnoser(content.knowledge());
    Redactor redactor = Redactor.shared();
    List<String> changed = new ArrayList<>();
    int logs = 0;
    for (Entry entry : content.knowledge().entries()) {
      for (ExampleLog log : entry.logs()) {
        String redacted = redactor.redact(new String(log.bytes(), UTF_8)).text();
        List<String> before = findings(diagnoser, log.bytes());
        List<String> after = findings(diagnoser, redacted.getBytes(UTF_8));
        logs++;
        if (!before.equals(after)) {
          changed.add(entry.id() + "/" + log.name() + ": " + before + " became " + after);
        }
      }
    }
    assertThat(logs).isGreaterThan(90);
    assertThat(changed).isEmpty();
  }

  private static List<String> findings(Diagnoser diagnoser, byte[] log) {
    return diagnoser.diagnose(log).findings().stream()
        .map((Finding finding) -> finding.role().tag() + " " + finding.entry().id())
        .toList();
  }
}
