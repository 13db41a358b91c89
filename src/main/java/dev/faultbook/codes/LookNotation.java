package dev.faultbook.codes;

import com.google.re2j.Matcher;
import java.util.List;

/**
 * Codes in the forms that the table of their family describes; the first form that fits applies.
 */
final class LookNotation implements CodeNotation {
  private final String family;
  private final List<CodeLook> looks;
  private final CodeTexts texts;

  /** Whether the rest of a line matters; it is long where a line holds many codes. */
  private final boolean cased;

  LookNotation(CodeTables tables, CodeFamily family) {
    this.family = family.id();
    looks = family.looks();
    cased = family.codes().stream().anyMatch(code -> !code.advice().cases().isEmpty());
    texts = new CodeTexts(tables, family.id());
  }

  @Override
  public List<String> triggerWords() {
    return looks.stream().flatMap(look -> look.words().stream()).distinct().toList();
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    for (CodeLook look : looks) {
      if (look.mayFit(line) && readLook(look, line, sink)) {
        return;
      }
    }
  }

  private boolean readLook(CodeLook look, CodeLine line, CodeReader sink) {
    Matcher matcher = line.match(look.line());
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
        found |= readNumber(look, line, matcher, sink);
      }
    }
    return found;
  }

  private boolean readNumber(CodeLook look, CodeLine line, Matcher matcher, CodeReader sink) {
    int start = matcher.start(CodeLook.CODE);
    String code = line.numberAt(start);
    if (code == null) {
      return false;
    }
    boolean named = look.line().namedGroups().containsKey(CodeLook.DEVICE);
    int from = named ? matcher.start(CodeLook.DEVICE) : -1;
    String device = from < 0 ? "" : line.lower().substring(from, matcher.end(CodeLook.DEVICE));
    String rest = cased ? line.restFrom(start + code.length()) : "";
    sink.acceptCode(family, code, device, rest);
    return true;
  }
}
