package dev.faultbook.codes;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.content.Lazy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the codes of a family in a line, in the forms that its table describes; the first form that
 * fits applies. Thread-safe.
 */
final class FamilyScanner {
  private static final int MIN_TRIGGER = 5;

  private final List<Form> forms;
  private final CodeTexts texts;

  /** Rows by code, and by the number that they had in old releases. */
  private final Map<String, Code> byCode = new HashMap<>();

  private final Map<String, Code> byFormer = new HashMap<>();

  /** Rows by code, name and alias, as spelled and in lower case. */
  private final Map<String, Code> byName = new LinkedHashMap<>();

  /** Whether the rest of a line matters; it is long where a line holds many codes. */
  private final boolean cased;

  /** A look with its trigger words, compiled on first use. */
  private record Form(
      CodeLook look,
      List<String> words,
      Lazy<Pattern> begins,
      Lazy<Pattern> line,
      Lazy<Pattern> ends) {
    boolean mayFit(CodeLine text) {
      // How a line begins is told by its first characters; the words of a look are hundreds.
      return (look.begins().isEmpty() || text.match(begins.get()).lookingAt())
          && containsAny(text, look.words())
          && (look.has().isEmpty() || containsAny(text, look.has()))
          && (look.unless().isEmpty() || !text.contains(look.unless()));
    }

    /** Whether the line contains one of the words, or one of them stands for many. */
    private static boolean containsAny(CodeLine text, List<String> words) {
      for (String word : words) {
        if (word.indexOf('{') >= 0 || text.contains(word)) {
          return true;
        }
      }
      return false;
    }
  }

  FamilyScanner(CodeFamily family) {
    cased = family.codes().stream().anyMatch(code -> !code.advice().cases().isEmpty());
    texts = new CodeTexts(family);
    for (Code code : family.codes()) {
      byCode.put(code.code(), code);
      code.spelling().former().ifPresent(old -> byFormer.put(old, code));
    }
    for (Code code : family.codes()) {
      addName(code.code(), code);
      addName(code.spelling().name(), code);
      code.spelling().aliases().forEach(alias -> addName(alias, code));
    }
    forms = family.looks().stream().map(this::formOf).toList();
  }

  private void addName(String name, Code code) {
    byName.putIfAbsent(name, code);
    byName.putIfAbsent(name.toLowerCase(Locale.ROOT), code);
  }

  private Form formOf(CodeLook look) {
    return new Form(
        look,
        look.words().stream().flatMap(this::expandWord).distinct().toList(),
        new Lazy<>(() -> CodeLook.compileStart(look.begins())),
        new Lazy<>(() -> CodeLook.compile(look.line())),
        new Lazy<>(() -> CodeLook.compileStart(look.ends())));
  }

  private Stream<String> expandWord(String word) {
    if (word.equals("{text}")) {
      return texts.triggerWords().stream();
    }
    if (!word.contains("{code}")) {
      return Stream.of(word);
    }
    return byCode.keySet().stream()
        .map(code -> code.indexOf('*') < 0 ? code : code.substring(0, code.indexOf('*')))
        .map(code -> word.replace("{code}", code.toLowerCase(Locale.ROOT)))
        .filter(expanded -> expanded.length() >= MIN_TRIGGER);
  }

  /** Lower-case words of at least five bytes, one of which occurs in every line with a code. */
  List<String> triggerWords() {
    return forms.stream().flatMap(form -> form.words().stream()).distinct().toList();
  }

  /** Reads a line that contains one of the trigger words. */
  void readLine(CodeLine line, CodeReader sink) {
    for (Form form : forms) {
      if (form.mayFit(line) && readForm(form, line, sink)) {
        return;
      }
    }
  }

  private boolean readForm(Form form, CodeLine line, CodeReader sink) {
    Matcher matcher = line.match(form.line().get());
    boolean found = false;
    while (matcher.find()) {
      if (form.look().reach() > 0) {
        CodeTexts.Found text =
            texts.findWithin(line, matcher.end(), matcher.end() + form.look().reach());
        if (text != null && form.ends().get().matcher(line.restFrom(text.end())).lookingAt()) {
          sink.acceptRow(text.start(), text.code());
          return true;
        }
      } else {
        found |= readCode(form.look(), line, matcher, sink);
      }
    }
    return found;
  }

  private boolean readCode(CodeLook look, CodeLine line, Matcher matcher, CodeReader sink) {
    int number = startOf(matcher, CodeLook.CODE);
    if (number >= 0) {
      return readNumber(line, number, deviceIn(line, matcher), sink);
    }
    int at = startOf(matcher, CodeLook.NAME);
    String name = at >= 0 ? matcher.group(CodeLook.NAME) : "";
    Code row = findRow(look.code().isEmpty() ? name : look.code().replace("{name}", name));
    if (row != null) {
      sink.acceptRow(Math.max(at, matcher.start()), row);
    }
    return row != null;
  }

  private static int startOf(Matcher matcher, String group) {
    return matcher.pattern().namedGroups().containsKey(group) ? matcher.start(group) : -1;
  }

  private static String deviceIn(CodeLine line, Matcher matcher) {
    int from = startOf(matcher, CodeLook.DEVICE);
    return from < 0 ? "" : line.lower().substring(from, matcher.end(CodeLook.DEVICE));
  }

  /**
   * Reads a number. One that changed its meaning is taken as its row of today, and one without such
   * a row as the former one.
   */
  private boolean readNumber(CodeLine line, int start, String device, CodeReader sink) {
    String number = line.numberAt(start);
    if (number == null) {
      return false;
    }
    Code former = byFormer.get(number);
    Code row = byCode.get(number);
    if (row != null) {
      String rest = cased ? line.restFrom(start + row.code().length()) : "";
      sink.acceptRow(start, row, former, rest, device);
    } else if (former != null) {
      sink.acceptRow(start, former);
    }
    return true;
  }

  /**
   * The row of a name; null if there is none. sacct truncates long states: {@code OUT_OF_ME+}.
   * {@code AssocGrpGRES} belongs to the row {@code AssocGrp*}.
   */
  private @Nullable Code findRow(String name) {
    Code exact = byName.getOrDefault(name, byName.get(name.toLowerCase(Locale.ROOT)));
    if (exact != null) {
      return exact;
    }
    boolean cut = name.length() > MIN_TRIGGER - 1 && name.endsWith("+");
    String start = cut ? name.substring(0, name.length() - 1) : name;
    return byName.entrySet().stream()
        .filter(row -> cut ? row.getKey().startsWith(start) : isPattern(row.getKey(), name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static boolean isPattern(String code, String name) {
    int star = code.indexOf('*');
    return star > 0
        && name.length() >= code.length()
        && name.startsWith(code.substring(0, star))
        && name.endsWith(code.substring(star + 1));
  }
}
