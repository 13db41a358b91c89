package dev.faultbook.redaction;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.YamlMap;
import dev.faultbook.redaction.NameRule.Match;
import dev.faultbook.redaction.NameRule.Sign;
import dev.faultbook.redaction.PatternRule.Need;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The rules of {@code redaction.yaml}, which explains its keys. The program does not start if the
 * file has errors.
 *
 * @param patterns tokens, sentences, commands, URLs, paths and logins
 * @param names names of secrets
 * @param nameTriggers literals of which each name has one
 * @param suffixes last parts that do not change the meaning of a name
 * @param values what is no value
 */
record RedactionRules(
    List<PatternRule> patterns,
    List<NameRule> names,
    List<String> nameTriggers,
    Set<String> suffixes,
    NonSecrets values) {

  static final String FILE = "/redaction.yaml";

  private static final Set<String> SECTIONS =
      Set.of(
          "parts",
          "tokens",
          "places",
          "sentences",
          "commands",
          "people",
          "names",
          "name-triggers",
          "suffixes",
          "nothing",
          "nobody");

  private static final Set<String> PATTERN_KEYS =
      Set.of(
          "name",
          "find",
          "triggers",
          "near",
          "not-near",
          "kinds",
          "needs",
          "not",
          "not-with",
          "redacts",
          "keeps");

  private static final Set<String> NAME_KEYS =
      Set.of("words", "after", "match", "value", "colon", "kind", "signs", "redacts", "keeps");

  /**
   * Reads the rules shipped with the program.
   *
   * @throws IllegalStateException if the file has errors; the message lists them with their lines
   */
  static RedactionRules readShipped() {
    ContentErrors errors = new ContentErrors();
    RedactionRules rules = new Reader(errors).read();
    if (!errors.sortedErrors().isEmpty()) {
      throw new IllegalStateException(errors.sortedErrors().toString());
    }
    return rules;
  }

  /** Reads the file. */
  private static final class Reader {
    private final ContentErrors errors;
    private final Map<String, String> parts = new TreeMap<>();

    Reader(ContentErrors errors) {
      this.errors = errors;
    }

    RedactionRules read() {
      YamlMap file = new YamlMap(FILE, readRoot(), errors);
      file.allowOnly(SECTIONS);
      YamlMap named = file.readMap("parts");
      named.fields().keySet().forEach(key -> parts.put("{" + key + "}", named.readText(key)));
      List<PatternRule> patterns = new ArrayList<>();
      for (String section : List.of("tokens", "places", "commands", "sentences", "people")) {
        file.readMaps(section).forEach(row -> patterns.add(readPattern(row)));
      }
      return new RedactionRules(
          patterns,
          file.readMaps("names").stream().map(this::readName).toList(),
          file.readTexts("name-triggers"),
          Set.copyOf(file.readTexts("suffixes")),
          new NonSecrets(
              Set.copyOf(file.readTexts("nothing")), Set.copyOf(file.readTexts("nobody"))));
    }

    private static Node readRoot() {
      try (InputStream in = RedactionRules.class.getResourceAsStream(FILE)) {
        return new Compose(LoadSettings.builder().setLabel(FILE).build())
            .composeInputStream(in)
            .orElseThrow();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private PatternRule readPattern(YamlMap row) {
      row.allowOnly(PATTERN_KEYS);
      String source = row.requireText("find");
      List<String> triggers =
          row.has("triggers") ? row.readTexts("triggers") : List.of(leadingLiteral(source));
      if (triggers.stream().anyMatch(trigger -> trigger.isEmpty())) {
        errors.add(FILE, row.lineOf("find"), "the row needs `triggers`");
      }
      List<SecretKind> kinds =
          row.has("kinds")
              ? row.readTexts("kinds").stream()
                  .map(kind -> constant(SecretKind.class, kind))
                  .toList()
              : List.of(SecretKind.SECRET);
      return new PatternRule(
          compile(source, row.lineOf("find")),
          triggers,
          new PatternRule.Context(row.readTexts("near"), row.readTexts("not-near")),
          kinds,
          row.has("needs") ? constant(Need.class, row.readText("needs")) : Need.ANY,
          new PatternRule.Exceptions(Set.copyOf(row.readTexts("not")), row.readTexts("not-with")));
    }

    private Pattern compile(String source, int line) {
      String pattern = source;
      for (Map.Entry<String, String> part : parts.entrySet()) {
        pattern = pattern.replace(part.getKey(), part.getValue());
      }
      try {
        return Pattern.compile(pattern);
      } catch (PatternSyntaxException e) {
        errors.add(FILE, line, String.valueOf(e.getMessage()));
        return Pattern.compile("");
      }
    }

    /** The literal with which a pattern begins, behind a word boundary and a bracket. */
    private static String leadingLiteral(String source) {
      StringBuilder literal = new StringBuilder();
      int i = source.startsWith("\\b") ? 2 : 0;
      for (; i < source.length(); i++) {
        char c = source.charAt(i);
        boolean escaped =
            c == '\\' && i + 1 < source.length() && !TextRuns.isLetterOrDigit(source.charAt(i + 1));
        if (escaped) {
          c = source.charAt(++i);
        } else if ("\\.[](){}*+?|^$".indexOf(c) >= 0) {
          break;
        }
        boolean optional = i + 1 < source.length() && "?*{".indexOf(source.charAt(i + 1)) >= 0;
        if (optional) {
          break;
        }
        literal.append(c);
      }
      return literal.toString();
    }

    private NameRule readName(YamlMap row) {
      row.allowOnly(NAME_KEYS);
      Set<Sign> signs = EnumSet.noneOf(Sign.class);
      row.readTexts("signs").forEach(sign -> signs.add(constant(Sign.class, sign)));
      Set<String> words = new HashSet<>(row.readTexts("words"));
      if (row.has("after")) {
        words.clear();
        row.readTexts("after")
            .forEach(owner -> row.readTexts("words").forEach(word -> words.add(owner + word)));
      }
      ValueRule value = constant(ValueRule.class, row.requireText("value"));
      return new NameRule(
          words,
          row.has("match") ? constant(Match.class, row.readText("match")) : Match.END,
          value,
          row.has("colon") ? constant(ValueRule.class, row.readText("colon")) : value,
          row.has("kind") ? constant(SecretKind.class, row.readText("kind")) : SecretKind.SECRET,
          signs.isEmpty() ? EnumSet.allOf(Sign.class) : signs);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** All literals that the rules need, without repetitions. */
  List<String> triggers() {
    return Stream.concat(
            patterns.stream().flatMap(rule -> rule.triggers().stream()), nameTriggers.stream())
        .distinct()
        .toList();
  }
}
