package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.faultbook.CommandShape;
import dev.faultbook.ShippedCatalogue;
import dev.faultbook.signature.CaptureType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fuzzes the values of the variables of commands: the command keeps its shape. */
class CommandFuzzTests {
  private static final List<CommandTemplate> COMMANDS =
      ShippedCatalogue.knowledge().entries().stream()
          .flatMap(entry -> entry.pages().values().stream())
          .flatMap(page -> page.remedies().stream())
          .map(Remedy::command)
          .filter(command -> !command.variables().isEmpty())
          .distinct()
          .toList();

  @FuzzTest
  void anyValueIsAtMostAPartOfOneWord(FuzzedDataProvider data) {
    CommandTemplate command = COMMANDS.get(data.consumeInt(0, COMMANDS.size() - 1));
    Map<String, String> texts = new HashMap<>();
    Map<String, CaptureType> types = new HashMap<>();
    for (Variable variable : command.variables()) {
      texts.put(variable.name(), data.consumeString(60));
      types.put(variable.name(), data.pickValue(CaptureType.values()));
    }
    String filled = command.fill(TemplateValues.NONE.with(texts, types));
    assertThat(CommandShape.of(filled))
        .as(filled)
        .isEqualTo(CommandShape.of(command.fill(TemplateValues.NONE)));
    // Values from a link are restricted at least as strictly as values from a log.
    String linked = command.fill(TemplateValues.ofLink(texts, types));
    assertThat(CommandShape.of(linked)).isEqualTo(CommandShape.of(filled));
  }
}
