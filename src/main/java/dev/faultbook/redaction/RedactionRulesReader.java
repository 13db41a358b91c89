package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.CallRule;
import dev.faultbook.redaction.RedactionRules.CommandRule;
import dev.faultbook.redaction.RedactionRules.NumberRule;
import dev.faultbook.redaction.RedactionRules.PathRules;
import dev.faultbook.redaction.RedactionRules.Place;
import dev.faultbook.redaction.RedactionRules.Sentence;
import dev.faultbook.redaction.RedactionRules.SpokenRule;
import dev.faultbook.redaction.RedactionRules.SpokenValue;
import dev.faultbook.redaction.RedactionRules.TableRules;
import dev.faultbook.content.ContentErrors;
import dev.faultbook.content.YamlMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads {@code redaction.yaml}. The program does not start if the file has errors. */
final class RedactionRulesReader {

  static final String FILE = "/redaction.yaml";

  /** Keys of the samples of a rule, which only the tests read. */
  private static final List<String> SAMPLES = List.of("redacts", "keeps");

  private final ContentErrors errors = new ContentErrors();

  private RedactionRulesReader() {}

  /**
   * Reads the rules shipped with the program.
   *
   * @throws IllegalStateException if the file has errors; the message lists them with their lines
   */
  static RedactionRules readShipped() {
    RedactionRulesReader reader = new RedactionRulesReader();
    RedactionRules rules = reader.readRules(new YamlMap(FILE, readRoot(), reader.errors));
    if (!reader.errors.sortedErrors().isEmpty()) {
      throw new IllegalStateException(reader.errors.sortedErrors().toString());
    }
    return rules;
  }

  private static Node readRoot() {
    try (InputStream in = RedactionRulesReader.class.getResourceAsStream(FILE)) {
      return new Compose(LoadSettings.builder().setLabel(FILE).build())
          .composeInputStream(in)
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RedactionRules readRules(YamlMap yaml) {
    yaml.allowOnly(
        Set.of(
            "tokens",
            "names",
            "suffixes",
            "messages",
            "spoken",
            "commands",
            "calls",
            "logins",
            "paths",
            "numbers",
            "tables",
            "nobody"));
    YamlMap logins = yaml.readMap("logins");
    allowKeys(logins, "words");
    return new RedactionRules(
        yaml.readMaps("tokens").stream().map(this::readToken).toList(),
        yaml.readMaps("names").stream().map(this::readName).toList(),
        readSuffixes(yaml.readMap("suffixes")),
        readMessages(yaml.readMap("messages")),
        yaml.readMaps("spoken").stream().map(this::readSpoken).toList(),
        yaml.readMaps("commands").stream().map(this::readCommand).toList(),
        yaml.readMaps("calls").stream().map(RedactionRulesReader::readCall).toList(),
        logins.readTexts("words"),
        readPaths(yaml.readMap("paths")),
        yaml.readMaps("numbers").stream().map(this::readNumber).toList(),
        readTables(yaml.readMap("tables")),
        Set.copyOf(yaml.readTexts("nobody")));
  }

  private TableRules readTables(YamlMap row) {
    allowKeys(row, "beside", "pairs", "fields", "settings");
    return new TableRules(
        Set.copyOf(row.readTexts("beside")),
        Set.copyOf(row.readTexts("pairs")),
        Set.copyOf(row.readTexts("fields")),
        Set.copyOf(row.readTexts("settings")));
  }

  private NameSuffixes readSuffixes(YamlMap suffixes) {
    allowKeys(suffixes, "same", "never");
    return new NameSuffixes(
        Set.copyOf(suffixes.readTexts("same")), Set.copyOf(suffixes.readTexts("never")));
  }

  private ValueMessages readMessages(YamlMap messages) {
    allowKeys(messages, "whole", "starts");
    return new ValueMessages(Set.copyOf(messages.readTexts("whole")), messages.readTexts("starts"));
  }

  private TokenShape readToken(YamlMap row) {
    allowKeys(
        row,
        "name",
        "prefix",
        "keep",
        "alphabet",
        "length",
        "word",
        "digit",
        "mixed",
        "pem",
        "holds",
        "behind",
        "behind-length",
        "near",
        "not-near");
    int[] length = parseLength(row.requireText("length"));
    return new TokenShape(
        row.readText("prefix"),
        Alphabet.of(row.requireText("alphabet")),
        new TokenShape.Length(length[0], length[1]),
        readFlags(row),
        row.readText("holds"),
        readBehind(row),
        new TokenShape.Context(row.readTexts("near"), row.readTexts("not-near")));
  }

  private static TokenShape.Behind readBehind(YamlMap row) {
    int min = row.has("behind-length") ? Integer.parseInt(row.readText("behind-length")) : 8;
    return new TokenShape.Behind(Alphabet.of(row.readText("behind")), min);
  }

  private static Set<TokenShape.Flag> readFlags(YamlMap row) {
    Set<TokenShape.Flag> flags = EnumSet.noneOf(TokenShape.Flag.class);
    for (TokenShape.Flag flag : TokenShape.Flag.values()) {
      if (row.readText(flag.name().toLowerCase(Locale.ROOT)).equals("true")) {
        flags.add(flag);
      }
    }
    return flags;
  }

  /** Parses a length as {@code 16}, {@code 16+} or {@code 16-20} into its minimum and maximum. */
  private static int[] parseLength(String text) {
    if (text.endsWith("+")) {
      return new int[] {Integer.parseInt(text.substring(0, text.length() - 1)), Integer.MAX_VALUE};
    }
    int dash = text.indexOf('-');
    return new int[] {
      Integer.parseInt(dash < 0 ? text : text.substring(0, dash)),
      Integer.parseInt(text.substring(dash + 1))
    };
  }

  private NameRule readName(YamlMap row) {
    allowKeys(row, "words", "after", "match", "form", "value", "kind", "unless");
    Set<NameRule.Form> forms = EnumSet.noneOf(NameRule.Form.class);
    row.readTexts("form").forEach(form -> forms.add(toConstant(NameRule.Form.class, form)));
    if (forms.isEmpty()) {
      forms.addAll(NameRule.USUAL_FORMS);
    }
    Set<String> words = new HashSet<>(row.readTexts("words"));
    if (row.has("after")) {
      words =
          row.readTexts("after").stream()
              .flatMap(owner -> row.readTexts("words").stream().map(word -> owner + word))
              .collect(HashSet::new, Set::add, Set::addAll);
    }
    return new NameRule(
        words,
        toConstant(NameRule.Match.class, row.requireText("match")),
        forms,
        toConstant(ValueRule.class, row.requireText("value")),
        Set.copyOf(row.readTexts("unless")));
  }

  private SpokenRule readSpoken(YamlMap row) {
    allowKeys(row, "after", "link", "adverbs", "then", "near", "word", "value", "kind", "unless");
    Sentence sentence =
        new Sentence(
            new LinkWords(row.readTexts("link"), row.readTexts("adverbs")),
            row.readTexts("then"),
            row.readText("near"),
            row.readText("word").equals("true"));
    return new SpokenRule(
        row.readTexts("after"),
        sentence,
        row.has("value") ? toConstant(SpokenValue.class, row.readText("value")) : SpokenValue.WORD,
        row.has("kind") ? toConstant(SecretKind.class, row.readText("kind")) : SecretKind.SECRET,
        Set.copyOf(row.readTexts("unless")));
  }

  private NumberRule readNumber(YamlMap row) {
    allowKeys(row, "after", "shape");
    return new NumberRule(
        row.readTexts("after"), toConstant(PersonalNumbers.Shape.class, row.requireText("shape")));
  }

  private CommandRule readCommand(YamlMap row) {
    allowKeys(row, "words", "option", "value", "separator", "skip");
    return new CommandRule(
        row.readTexts("words"),
        row.readTexts("option"),
        toConstant(Place.class, row.requireText("value")),
        row.has("separator") ? row.readText("separator").charAt(0) : ':',
        row.has("skip") ? Integer.parseInt(row.readText("skip")) : 0);
  }

  private static CallRule readCall(YamlMap row) {
    allowKeys(row, "words", "secret", "user", "number", "least");
    List<Integer> secrets = readPlaces(row, "secret");
    List<Integer> users = readPlaces(row, "user");
    List<Integer> numbers = readPlaces(row, "number");
    int last =
        Stream.of(secrets, users, numbers).flatMap(List::stream).max(Integer::compare).orElse(1);
    int least = row.has("least") ? Integer.parseInt(row.readText("least")) : 0;
    return new CallRule(row.readTexts("words"), secrets, users, numbers, Math.max(last, least));
  }

  private static List<Integer> readPlaces(YamlMap row, String key) {
    return row.readTexts(key).stream().map(Integer::valueOf).toList();
  }

  private PathRules readPaths(YamlMap row) {
    allowKeys(row, "parents", "windows", "mixed", "folders", "numbered");
    return new PathRules(
        row.readTexts("parents"),
        row.readTexts("windows"),
        row.readTexts("mixed"),
        Set.copyOf(row.readTexts("folders")),
        Set.copyOf(row.readTexts("numbered")));
  }

  private static void allowKeys(YamlMap row, String... keys) {
    Set<String> known = new HashSet<>(List.of(keys));
    known.addAll(SAMPLES);
    row.allowOnly(known);
  }

  private static <T extends Enum<T>> T toConstant(Class<T> type, String text) {
    return Enum.valueOf(type, text.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
