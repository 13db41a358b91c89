package dev.faultbook.codes;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.content.Lazy;
import java.util.List;

/**
 * Codes in the forms that the table of their family describes; the first form that fits applies.
 */
final class LookNotation implements CodeNotation {
  private final String family;
  private final List<Form> forms;
  private final CodeTexts texts;

  /** Whether the rest of a line matters; it is long where a line holds many codes. */
  private final boolean cased;

  /** A look, compiled on first use. */
  private record Form(CodeLook look, Lazy<Pattern> line) {
    Form(CodeLook look) {
      this(look, new Lazy<>(look::compile));
    }
  }

  LookNotation(CodeTables tables, CodeFamily family) {
    this.family = family.id();
    forms = family.looks().stream().map(Form::new).toList();
    cased = family.codes().stream().anyMatch(code -> !code.advice().cases().isEmpty());
    texts = new CodeTexts(tables, family.id());
  }

  @Override
  public List<String> triggerWords() {
    return forms.stream().flatMap(form -> form.look().words().stream()).distinct().toList();
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    for (Form form : forms) {
      if (form.look().mayFit(line) && readLook(form, line, sink)) {
        return;
      }
    }
  }

  private boolean readLook(Form form, CodeLine line, CodeReader sink) {
    CodeLook look = form.look();
    Matcher matcher = line.match(form.line().get());
    boolean found = false;
    while (matcher.find()) {
      if (look.reach() > 0) {
        int end = matcher.end();
        CodeTexts.Found text = texts.findWithin(line, end, end + look.reach());
        if (text != null) {
          sink.acceptRow(text.code());
          return true;
        }
      } else if (look.code() != null) {
        sink.acceptCode(family, look.code());
        return true;
      } else {
        found |= readNumber(line, matcher, sink);
      }
    }
    return found;
  }

  private boolean readNumber(CodeLine line, Matcher matcher, CodeReader sink) {
    int start = matcher.start(CodeLook.CODE);
    String code = line.numberAt(start);
    if (code == null) {
      return false;
    }
    boolean named = matcher.pattern().namedGroups().containsKey(CodeLook.DEVICE);
    int from = named ? matcher.start(CodeLook.DEVICE) : -1;
    String device = from < 0 ? "" : line.lower().substring(from, matcher.end(CodeLook.DEVICE));
    String rest = cased ? line.restFrom(start + code.length()) : "";
    sink.acceptCode(family, code, device, rest);
    return true;
  }
}
