package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.CommandRule;
import dev.faultbook.redaction.RedactionRules.PathRules;
import dev.faultbook.redaction.RedactionRules.Place;
import dev.faultbook.redaction.RedactionRules.SpokenRule;
import dev.faultbook.yaml.ContentErrors;
import dev.faultbook.yaml.YamlMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads {@code redaction.yaml}. A mistake in it ends the start of the program. */
final class RedactionRulesReader {

  static final String FILE = "/redaction.yaml";

  /** Each row has two samples, which only the tests read. */
  private static final List<String> SAMPLES = List.of("redacts", "keeps");

  private final ContentErrors errors = new ContentErrors();

  private RedactionRulesReader() {}

  /**
   * Reads the packed rules.
   *
   * @throws IllegalStateException when the file has mistakes; the message names them by line
   */
  static RedactionRules read() {
    RedactionRulesReader reader = new RedactionRulesReader();
    RedactionRules rules = reader.rules(new YamlMap(FILE, root(), reader.errors));
    if (!reader.errors.sorted().isEmpty()) {
      throw new IllegalStateException(reader.errors.sorted().toString());
    }
    return rules;
  }

  private static Node root() {
    try (InputStream in = RedactionRulesReader.class.getResourceAsStream(FILE)) {
      return new Compose(LoadSettings.builder().setLabel(FILE).build())
          .composeInputStream(in)
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RedactionRules rules(YamlMap yaml) {
    yaml.allow(Set.of("tokens", "names", "spoken", "commands", "logins", "paths", "nobody"));
    YamlMap logins = yaml.map("logins");
    allow(logins, "words");
    return new RedactionRules(
        yaml.maps("tokens").stream().map(this::token).toList(),
        yaml.maps("names").stream().map(this::name).toList(),
        yaml.maps("spoken").stream().map(this::spoken).toList(),
        yaml.maps("commands").stream().map(this::command).toList(),
        logins.texts("words"),
        paths(yaml.map("paths")),
        Set.copyOf(yaml.texts("nobody")));
  }

  private TokenShape token(YamlMap row) {
    allow(
        row,
        "name",
        "prefix",
        "keep",
        "alphabet",
        "length",
        "word",
        "digit",
        "mixed",
        "holds",
        "behind",
        "near",
        "not-near");
    int[] length = length(row.required("length"));
    return new TokenShape(
        row.text("prefix"),
        Alphabet.of(row.required("alphabet")),
        new TokenShape.Length(length[0], length[1]),
        flags(row),
        row.text("holds"),
        Alphabet.of(row.text("behind")),
        new TokenShape.Context(row.texts("near"), row.texts("not-near")));
  }

  private static Set<TokenShape.Flag> flags(YamlMap row) {
    Set<TokenShape.Flag> flags = EnumSet.noneOf(TokenShape.Flag.class);
    for (TokenShape.Flag flag : TokenShape.Flag.values()) {
      if (row.text(flag.name().toLowerCase(Locale.ROOT)).equals("true")) {
        flags.add(flag);
      }
    }
    return flags;
  }

  /** 16, 16+ or 16-20. */
  private static int[] length(String text) {
    if (text.endsWith("+")) {
      return new int[] {Integer.parseInt(text.substring(0, text.length() - 1)), Integer.MAX_VALUE};
    }
    int dash = text.indexOf('-');
    return new int[] {
      Integer.parseInt(dash < 0 ? text : text.substring(0, dash)),
      Integer.parseInt(text.substring(dash + 1))
    };
  }

  private NameRule name(YamlMap row) {
    allow(row, "words", "after", "match", "form", "value", "kind", "unless");
    Set<NameRule.Form> forms = EnumSet.noneOf(NameRule.Form.class);
    row.texts("form").forEach(form -> forms.add(constant(NameRule.Form.class, form)));
    if (forms.isEmpty()) {
      forms.addAll(NameRule.USUAL_FORMS);
    }
    Set<String> words = new HashSet<>(row.texts("words"));
    if (row.has("after")) {
      words =
          row.texts("after").stream()
              .flatMap(owner -> row.texts("words").stream().map(word -> owner + word))
              .collect(HashSet::new, Set::add, Set::addAll);
    }
    return new NameRule(
        words,
        constant(NameRule.Match.class, row.required("match")),
        forms,
        constant(ValueRule.class, row.required("value")),
        Set.copyOf(row.texts("unless")));
  }

  private SpokenRule spoken(YamlMap row) {
    allow(row, "after", "prompt", "kind", "unless");
    return new SpokenRule(
        row.texts("after"),
        row.text("prompt").equals("true"),
        row.has("kind") ? constant(SecretKind.class, row.text("kind")) : SecretKind.SECRET,
        Set.copyOf(row.texts("unless")));
  }

  private CommandRule command(YamlMap row) {
    allow(row, "words", "option", "value");
    return new CommandRule(
        row.texts("words"), row.texts("option"), constant(Place.class, row.required("value")));
  }

  private PathRules paths(YamlMap row) {
    allow(row, "parents", "windows", "mixed", "folders");
    return new PathRules(
        row.texts("parents"),
        row.texts("windows"),
        row.texts("mixed"),
        Set.copyOf(row.texts("folders")));
  }

  private static void allow(YamlMap row, String... keys) {
    Set<String> known = new HashSet<>(List.of(keys));
    known.addAll(SAMPLES);
    row.allow(known);
  }

  private static <T extends Enum<T>> T constant(Class<T> type, String text) {
    return Enum.valueOf(type, text.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
