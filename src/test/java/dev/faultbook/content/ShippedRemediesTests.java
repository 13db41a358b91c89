package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the shipped remedies ask of people must be said in their tags. */
class ShippedRemediesTests {
  private static final Pattern AS_ROOT = Pattern.compile("(?:^|[;&|( ])sudo ");
  private static final Pattern RESTARTS_THE_MACHINE =
      Pattern.compile("sudo (?:systemctl )?reboot\\b|chassis power cycle");

  private static final Content CONTENT = ContentReader.readContent(TestContent.shipped()).content();

  private static List<String> untagged(Pattern command, Risk risk) {
    return CONTENT.entries().stream()
        .flatMap(
            entry ->
                entry.pages().values().stream()
                    .flatMap(
                        page ->
                            page.remedies().stream()
                                .filter(remedy -> command.matcher(remedy.command().text()).find())
                                .filter(remedy -> !remedy.risks().contains(risk))
                                .map(
                                    remedy ->
                                        entry.id()
                                            + " "
                                            + page.language().tag()
                                            + ": "
                                            + remedy.title())))
        .toList();
  }

  @Test
  void aRemedyThatCallsSudoSaysThatItNeedsRoot() {
    assertThat(untagged(AS_ROOT, Risk.ROOT)).isEmpty();
  }

  @Test
  void aRemedyThatRestartsTheMachineSaysSo() {
    assertThat(untagged(RESTARTS_THE_MACHINE, Risk.REBOOT)).isEmpty();
  }

  @Test
  void everyRemedySaysHowItWasVerified() {
    List<String> silent =
        CONTENT.entries().stream()
            .flatMap(
                entry ->
                    entry.pages().values().stream()
                        .flatMap(page -> page.remedies().stream())
                        .filter(remedy -> remedy.verified().isEmpty())
                        .map(remedy -> entry.id() + ": " + remedy.title()))
            .toList();
    assertThat(silent).isEmpty();
  }
}
