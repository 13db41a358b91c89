package dev.faultbook.report;

import dev.faultbook.compatibility.Compatibility;
import dev.faultbook.compatibility.SetUpNeeds;
import dev.faultbook.compatibility.SetUpRemedy;
import dev.faultbook.compatibility.StatedSetUp;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import dev.faultbook.content.TemplateFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Words for statements of the compatibility tables. */
public class StatementText {
  final Language language;
  final Phrases phrases;

  public StatementText(Language language) {
    this.language = language;
    this.phrases = Phrases.of(language);
  }

  public String describeStatement(Statement statement) {
    Object[] values = statement.values().stream().map(this::describeValue).toArray();
    return phrases.say(statement.kind().key(), values);
  }

  /** One sentence per statement. */
  public List<String> describeAll(List<Statement> statements) {
    return statements.stream().map(this::describeStatement).toList();
  }

  /** A remedy on one line, with its command last. */
  public String describeRemedy(SetUpRemedy remedy) {
    return remedy.command().isEmpty()
        ? describeStatement(remedy.what())
        : phrases.say("compatibility.remedy", describeStatement(remedy.what()), remedy.command());
  }

  /** A remedy with its command as a separate field. */
  public Report.Step toStep(SetUpRemedy remedy) {
    return new Report.Step(describeStatement(remedy.what()), remedy.command());
  }

  /**
   * Computes the template functions of pages for a machine.
   *
   * @return values by {@link TemplateFunction#key}, without functions for which too little is known
   */
  public Map<String, String> computeValues(Compatibility compatibility, StatedSetUp stated) {
    SetUpNeeds needs = compatibility.findNeeds(stated);
    Map<String, String> values = new HashMap<>();
    needs
        .install()
        .ifPresent(
            install -> {
              String text = describeInstall(install);
              values.put(TemplateFunction.TORCH_INSTALL.key(), text);
              if (needs.gpuKnown()) {
                values.put(TemplateFunction.TORCH_INSTALL_GPU.key(), text);
              }
            });
    needs
        .driver()
        .ifPresent(version -> values.put(TemplateFunction.DRIVER_MINIMUM.key(), version.text()));
    return values;
  }

  /** The command, preceded by the notes as comments. */
  private String describeInstall(SetUpNeeds.Install install) {
    return describeAll(install.notes()).stream()
            .map(note -> "# " + note + "\n")
            .collect(Collectors.joining())
        + install.command();
  }

  private String describeValue(Object value) {
    return switch (value) {
      case Statement statement -> describeStatement(statement);
      case LocalizedText text -> text.in(language);
      case List<?> list ->
          list.stream()
              .map(this::describeValue)
              .collect(Collectors.joining(phrases.say("list.comma")));
      default -> value.toString();
    };
  }
}
