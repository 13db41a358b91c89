package dev.faultbook.web.curation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.ContentError;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DraftWriterTests {
  private static final String TRACEBACK =
      """
      Traceback (most recent call last):
        File "/home/alice/train.py", line 88, in collate
          labels = batch['labels_v2']
      KeyError: 'labels_v2 of 7 batches'
      """;

  private final DraftWriter drafts =
      new DraftWriter(Editions.of(ShippedCatalogue.knowledge()), ShippedCatalogue.diagnoser());

  @Test
  void anExceptionIsDraftedAsOne() {
    EntryTexts draft = drafts.writeDraft(TRACEBACK);
    assertThat(draft.id()).isEqualTo("new-fault");
    assertThat(draft.hasValidId()).isTrue();
    assertThat(draft.yaml())
        .contains("  - exception: 'KeyError'\n    message: 'of ... batches'''\n")
        .contains("component: python\nlayer: program\n");
    assertThat(draft.en())
        .startsWith("# KeyError: 'labels_v2 of 7 batches'\n")
        .contains("\n```text\nKeyError: 'labels_v2 of 7 batches'\n```\n");
    assertThat(draft.zh()).contains("\n## 现象\n");
  }

  /** Secrets must not reach any of the files, which are committed. */
  @Test
  void everyFileIsMadeOfTheRedactedLog() {
    EntryTexts draft =
        drafts.writeDraft(
            "FATAL: login of alice@example.com with password=hunter2secret failed in loader\n");
    for (String text : List.of(draft.yaml(), draft.en(), draft.zh(), draft.log(), draft.id())) {
      assertThat(text).doesNotContain("hunter").doesNotContain("alice");
    }
    assertThat(draft.log()).contains("<email-1>");
  }

  @Test
  void aLogWithoutAFailureIsDraftedFromItsLastLine() {
    EntryTexts draft = drafts.writeDraft("step 1 loss 2.3\nthe loader went away\n\n");
    assertThat(draft.yaml()).contains("  - 'the loader went away'\n");
    assertThat(drafts.writeDraft("1 2 3\n").yaml()).contains("signatures: []\n");
    assertThat(drafts.writeDraft("1 2 3\n").id()).isEqualTo("new-fault");
  }

  /** Log text must neither break the YAML nor close the block of the page, nor name a variable. */
  @Test
  void hostileTextStaysText() {
    String line = "FATAL: it's {{torch.install}} ``` \"x\": # {a} \\d \u001b[31mred\u202e %TITLE%";
    EntryTexts draft = drafts.writeDraft(line + "\n");
    assertOnlyGapsAreLeft(draft);
    assertThat(draft.en()).doesNotContain("{{").doesNotContain("\u202e");
  }

  /** Each draft can be read, what is refused are its gaps, and its signature matches its log. */
  @Test
  void everyKindOfLogInTheCorpusCanBeDrafted() {
    List<String> broken = new ArrayList<>();
    int number = 0;
    for (Entry entry : ShippedCatalogue.knowledge().entries()) {
      for (ExampleLog log : entry.logs()) {
        if (log.hit() && number++ % 9 == 0) {
          EntryTexts draft = drafts.writeDraft(new String(log.bytes(), StandardCharsets.UTF_8));
          if (draft.yaml().contains("signatures: []")) {
            // A table or a list may have no line that looks like a failure, only a state.
            if (ShippedCatalogue.diagnoser()
                .diagnose(log.bytes())
                .failure()
                .event()
                .filter(event -> !(event.failure() instanceof Failure.Scheduler))
                .isPresent()) {
              broken.add(entry.id() + "/" + log.name());
            }
          } else {
            assertOnlyGapsAreLeft(draft);
          }
        }
      }
    }
    assertThat(number).isGreaterThan(900);
    assertThat(broken).as("logs without a signature").isEmpty();
  }

  private static void assertOnlyGapsAreLeft(EntryTexts draft) {
    assertThat(draft.hasValidId()).as(draft.id()).isTrue();
    List<ContentError> faults =
        ContentReader.readEntry(
                draft.id(), draft.toFolder(), ShippedCatalogue.knowledge().content())
            .faults();
    assertThat(faults)
        .as(draft.yaml() + draft.en())
        .extracting(ContentError::message)
        .allMatch(
            message ->
                message.endsWith("' is missing")
                    || message.startsWith("A gap of the draft is left")
                    || message.startsWith(ContentReader.FEW_LOGS)
                    || message.equals("'date' must be a date such as 2026-11-21")
                    || message.equals("'' is not a web address"));
  }
}
