package dev.faultbook.report;

import dev.faultbook.compatibility.SetUpRemedy;
import dev.faultbook.compatibility.Statement;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import java.util.List;
import java.util.stream.Collectors;

/** What the compatibility tables say, in words. */
public final class StatementText {
  private final Language language;
  private final Phrases phrases;

  /** Words of a language. */
  public StatementText(Language language) {
    this.language = language;
    this.phrases = Phrases.of(language);
  }

  /** A statement. */
  public String describeStatement(Statement statement) {
    Object[] values = statement.values().stream().map(this::describeValue).toArray();
    return phrases.say(statement.kind().key(), values);
  }

  /** Statements, each by itself. */
  public List<String> describeAll(List<Statement> statements) {
    return statements.stream().map(this::describeStatement).toList();
  }

  /** A remedy on one line, its command last. */
  public String describeRemedy(SetUpRemedy remedy) {
    return remedy.command().isEmpty()
        ? describeStatement(remedy.what())
        : phrases.say("compatibility.remedy", describeStatement(remedy.what()), remedy.command());
  }

  /** A remedy, its command apart. */
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
