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
  public String of(Statement statement) {
    Object[] values = statement.values().stream().map(this::value).toArray();
    return phrases.say(statement.kind().key(), values);
  }

  /** Statements, each by itself. */
  public List<String> of(List<Statement> statements) {
    return statements.stream().map(this::of).toList();
  }

  /** A remedy on one line, its command last. */
  public String of(SetUpRemedy remedy) {
    return remedy.command().isEmpty()
        ? of(remedy.what())
        : phrases.say("compatibility.remedy", of(remedy.what()), remedy.command());
  }

  /** A remedy, its command apart. */
  public Report.Step step(SetUpRemedy remedy) {
    return new Report.Step(of(remedy.what()), remedy.command());
  }

  private String value(Object value) {
    return switch (value) {
      case Statement statement -> of(statement);
      case LocalizedText text -> text.in(language);
      case List<?> list ->
          list.stream().map(this::value).collect(Collectors.joining(phrases.say("list.comma")));
      default -> value.toString();
    };
  }
}
