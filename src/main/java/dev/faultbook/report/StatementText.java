package dev.faultbook.report;

import dev.faultbook.compatibility.SetUpRemedy;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import java.util.List;
import java.util.stream.Collectors;

/** Words for statements of the compatibility tables. */
public final class StatementText {
  private final Language language;
  private final Phrases phrases;

  /** Uses the words of a language. */
  public StatementText(Language language) {
    this.language = language;
    this.phrases = Phrases.of(language);
  }

  /** The sentence for a statement. */
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
