package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.language.Language;
import dev.faultbook.search.KnowledgeIndex;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages are suggested where they are near, and only then. */
class SuggestionTests {
  private static final Diagnoser DIAGNOSER =
      new Diagnoser(new KnowledgeIndex(new Catalogue(TestContent.shipped())));

  private static List<String> suggested(String log) {
    return Report.fromDiagnosis(DIAGNOSER.diagnose(log.getBytes(UTF_8)), Language.EN)
        .suggestions()
        .stream()
        .map(Report.Suggestion::entry)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Permission denied\n", "./run.sh: Permission denied\n"})
  void deniedPermissionIsNoMatterOfNccl(String log) {
    assertThat(suggested(log)).noneMatch(entry -> entry.startsWith("nccl"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR: something went wrong\n",
        "error: failed\n",
        "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n"
            + "    run()\nQuotaBookkeepingError: ledger 12 is not balanced\n",
      })
  void aMessageThatNoPageKnowsSuggestsNone(String log) {
    assertThat(suggested(log)).isEmpty();
  }

  @Test
  void aMessageThatAPageIsAboutSuggestsIt() {
    assertThat(
            suggested(
                "RuntimeError: rendezvous on master port 29500 failed, address is in use by another"
                    + " torchrun\n"))
        .contains("rendezvous-address-in-use");
  }
}
